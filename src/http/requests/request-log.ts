import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { type Context, emptyRecord, type RequestRecord, touchedOf } from '../../core/foundation/context.ts';
import type { IdMaker } from '../../core/foundation/ids.ts';
import type { Observe, Step } from '../../core/foundation/ports/observe.ts';
import {
  type RequestContent,
  type RequestLogLevel,
  type RequestShapes,
  type SeenRequest,
  unknownShapes,
} from '../../core/request-log/log-requests.ts';
import { loggedError } from './logging.ts';

const HEADER = 'x-request-id';
/** The same under the header name used by some payment APIs. */
const HEADER_OF_CLIENTS = 'request-id';
const validRequestId = /^[A-Za-z0-9_-]{1,128}$/;

/**
 * Assigns each request an identifier and returns it in `x-request-id` and `request-id`. A caller's own identifier of 1 to 128
 * `[A-Za-z0-9_-]` is kept, so that their logs and ours can be correlated.
 */
export function requestIds(ids: IdMaker): RequestHandler {
  return (req, res, next) => {
    const requestId = requestIdFor(req, ids);
    req.id = requestId;
    res.locals.requestId = requestId;
    for (const [name, value] of Object.entries(requestIdHeaders(requestId))) res.setHeader(name, value);
    next();
  };
}

/** The headers that return a request's identifier. */
export const requestIdHeaders = (requestId: string) => ({
  [HEADER]: requestId,
  [HEADER_OF_CLIENTS]: requestId,
});

/** The request's own identifier if it is valid, or a new one. */
export function requestIdFor({ headers }: Pick<IncomingMessage, 'headers'>, ids: IdMaker): string {
  const presented = headers[HEADER];
  return typeof presented === 'string' && validRequestId.test(presented) ? presented : ids.make('req');
}

/** The identifier of the request that a response belongs to. */
export function requestIdOf(res: Response): string {
  return res.locals.requestId as string;
}

/** The record of the request that a response belongs to, so far. */
export function recordOf(res: Response): RequestRecord {
  res.locals.record ??= emptyRecord();
  return res.locals.record as RequestRecord;
}

/** Names the operation of REST for the log. */
export function nameOperation(name: string): RequestHandler {
  return (_req, res, next) => {
    res.locals.operationId = name;
    next();
  };
}

/** Gives the request log the known kinds of values in a request and its response. */
export function describeContent(shapes: () => RequestShapes): RequestHandler {
  return (_req, res, next) => {
    res.locals.shapes = shapes;
    next();
  };
}

/** Names the route for the log by its pattern: the path itself may contain anything. */
export function nameRoute(pattern: string): RequestHandler {
  return (_req, res, next) => {
    res.locals.route = pattern;
    next();
  };
}

/** Logs each request in one line once it is finished: caller, route and status, but never content. */
export function requestLogging(logger: Logger): RequestHandler {
  return pinoHttp<Request, Response>({
    logger,
    wrapSerializers: false,
    // Drop pino-http's own serialization of the request: headers and query may hold secrets.
    serializers: { req: () => undefined, err: loggedError },
    quietResLogger: true,
    customLogLevel: (_req, res) => levelOf(res),
    customSuccessObject: (req, res, value) => summary(req, res, value.responseTime),
    customErrorObject: (req, res, _error, value) => summary(req, res, value.responseTime),
    customSuccessMessage: (_req, res) => (res.writableFinished ? 'answered' : 'broken off'),
    customErrorMessage: (_req, res) => (isDefect(res) ? 'failed' : 'answered'),
  });
}

/**
 * Health probes arrive every few seconds: log them at debug. Requests refused for load are counted in one line for all,
 * as a line for each would add to the load.
 */
function levelOf(res: Response): 'silent' | 'debug' | 'info' | 'error' {
  if (res.locals.refusedForLoad) return 'silent';
  if (String(res.locals.route).startsWith('/health/')) return 'debug';
  return isDefect(res) || operationOf(res)?.result === 'failed' ? 'error' : 'info';
}

/** Whether the service failed. A server error with a reason is another's, such as of a vendor that does not answer. */
const isDefect = ({ locals, statusCode }: Response): boolean =>
  statusCode >= 500 && locals.reason === undefined;

/** Refused for load or a limit: a row for each would add to the load. */
const turnedAway: ReadonlySet<number> = new Set([429, 503]);

/** Where requests that were answered go. */
interface RequestSink {
  readonly level: RequestLogLevel;
  take(request: SeenRequest): void;
}

/**
 * A JSON body, with the fields that its operation knows. A file is not logged: its bytes have no names, and would stay in
 * memory until the log is written.
 */
function keptBody(body: unknown, res: Response): () => RequestContent {
  const kept = ArrayBuffer.isView(body) ? null : body;
  const shapes = res.locals.shapes as (() => RequestShapes) | undefined;
  return () => ({ body: kept, shapes: shapes?.() ?? unknownShapes });
}

/**
 * Hands each request of a merchant's caller to the request log after its response: writes and
 * refusals, or all requests. Bodies are not read here, so that no response waits.
 */
export function keepRequests(log: RequestSink, now: () => Date): RequestHandler {
  return (req, res, next) => {
    const startedAt = now();
    res.once('close', () => {
      const ctx = res.locals.ctx as Context | undefined;
      const operation = operationOf(res);
      const code = operation?.code ?? (res.locals.code as string | undefined) ?? null;
      const writes = operation
        ? operation.type === 'mutation'
        : req.method !== 'GET' && req.method !== 'HEAD';
      if (!ctx?.merchantId || turnedAway.has(res.statusCode)) return;
      if (!(log.level === 'all' || writes || code !== null)) return;
      log.take({
        ctx,
        api: operation ? 'graphql' : 'rest',
        method: req.method,
        path: req.originalUrl.split('?')[0]!,
        route: (res.locals.route as string | undefined) ?? null,
        operation: operation?.name ?? (res.locals.operationId as string | undefined) ?? null,
        status: statusOf(res),
        errorCode: code,
        idempotencyKey: req.get('idempotency-key') ?? null,
        startedAt,
        durationMs: now().getTime() - startedAt.getTime(),
        query: req.query,
        content: (res.locals.content as SeenRequest['content'] | undefined) ?? keptBody(req.body, res),
        response: (res as Response & SentBody).sentBody ?? null,
      });
    });
    next();
  };
}

/** A response that keeps the text of its body until it is closed. */
export interface SentBody {
  sentBody?: string;
}

/** A GraphQL operation, as its request's line has it. */
export interface LoggedOperation {
  readonly name: string;
  readonly type: string;
  /** `error` for the caller's; `failed` for the service's own; `hung_up` for a client that left before the response. */
  readonly result: 'ok' | 'error' | 'failed' | 'hung_up';
  /** The code of its error. */
  readonly code: string | null;
}

const OPERATION_NAME_MAX = 100;

const operationOf = (res: Response) => (res.locals.operation as (() => LoggedOperation) | undefined)?.();

function summary(req: Request, res: Response, durationMs: number) {
  const caller = (res.locals.ctx as Context | undefined)?.caller;
  return {
    request_id: requestIdOf(res),
    method: req.method,
    route: res.locals.route ?? null,
    status: statusOf(res),
    ...operationFacts(res),
    ...touchedOf(recordOf(res)),
    duration_ms: durationMs,
    key_kind: caller?.kind ?? null,
    merchant_id: caller && 'merchantId' in caller ? caller.merchantId : null,
    ...webhookFacts(res),
    ...(res.locals.traceId === undefined ? {} : { trace_id: res.locals.traceId }),
  };
}

/** The account of a connector's webhook, and why it was refused or must be sent again. */
function webhookFacts({ locals }: Response): object {
  const { reason, webhookOf } = locals as { reason?: string; webhookOf?: object };
  return { ...webhookOf, ...(reason === undefined ? {} : { reason }) };
}

/** The operation of a request, and the code of its error; nothing for requests without one. */
function operationFacts(res: Response): object {
  const { commands } = recordOf(res);
  const { code, operationId } = res.locals as { code?: string; operationId?: string };
  const operation = operationOf(res);
  const name = operation?.name.slice(0, OPERATION_NAME_MAX) ?? operationId;
  return {
    ...(name === undefined ? {} : { operation: name }),
    ...(commands.size > 0 ? { commands: [...commands] } : {}),
    ...(name === undefined && code === undefined ? {} : { code: operation?.code ?? code ?? null }),
  };
}

/** The same for its span: objects by type, several of one separated by commas, as `payment_id`. */
function spanFacts(res: Response): Record<string, string> {
  const facts = new Map<string, string[]>();
  const add = (name: string, value: unknown) => {
    if (typeof value === 'string') facts.set(name, [...(facts.get(name) ?? []), value]);
  };
  for (const [name, value] of Object.entries(operationFacts(res)))
    for (const each of [value].flat()) add(name, each);
  for (const { error_code, id, status, type, unified_code } of recordOf(res).objects.values()) {
    add(`${type}_id`, id);
    add(`${type}_status`, status);
    add(`${type}_error_code`, error_code);
    add(`${type}_unified_code`, unified_code);
  }
  return Object.fromEntries([...facts].map(([name, values]) => [name, [...new Set(values)].join()]));
}

/** Other methods may come from anybody, under any name. */
const methods = new Set(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS']);

/** The status of a request whose client disconnected before its response was complete: nginx's. */
const HUNG_UP = 499;

/** Observes each request until its response is closed, by its route's pattern and its status. */
export function observeRequests(observe: Observe): RequestHandler {
  return (req, res, next) => {
    const labels = { method: methods.has(req.method) ? req.method : 'other', route: 'none' };
    const step: Step<'request'> = {
      kind: 'request',
      labels,
      // Only traces read it, even after the request has ended.
      get ids() {
        return { request_id: String(req.id), ...spanFacts(res) };
      },
      cause: req.headers.traceparent as string | undefined,
    };
    const handle = () =>
      new Promise<void>((resolve) => {
        // For the request's line in the log.
        res.locals.traceId = step.traceId;
        res.once('close', () => {
          labels.route = (res.locals.route as string | undefined) ?? 'none';
          resolve();
        });
        next();
      });
    void observe(step, handle, () => resultOf(res));
  };
}

const isEventStream = (res: Response) =>
  String(res.getHeader('content-type')).startsWith('text/event-stream');

/** The status that a closed response ended with. An event stream ends when its client leaves. */
const statusOf = (res: Response): number =>
  res.writableFinished || isEventStream(res) ? res.statusCode : HUNG_UP;

/** The status. The duration of an event stream is up to its client, and no measure of the service. */
const resultOf = (res: Response): string | null => (isEventStream(res) ? null : String(statusOf(res)));
