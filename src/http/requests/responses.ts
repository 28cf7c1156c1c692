import type { ServerResponse } from 'node:http';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { Problem } from '../../core/foundation/errors.ts';
import { legacyCodes } from './legacy-codes.ts';
import { requestIdHeaders, requestIdOf, type SentBody } from './request-log.ts';

/** Set on a response that repeats the stored response of an earlier request with the same idempotency key. */
export const REPLAYED_HEADER = 'idempotency-replayed';

/**
 * Sends JSON. Express's own `res.json` would respond to a conditional request with 304, which makes no sense for
 * uncacheable responses.
 */
export function sendJson(res: ServerResponse, status: number, value: unknown): void {
  sendJsonText(res, status, JSON.stringify(value));
}

/** Sends JSON that is written already. */
export function sendJsonText(res: ServerResponse, status: number, body: string): void {
  res.setHeader('content-type', 'application/json; charset=utf-8');
  sendText(res, status, body);
}

/** Sends a body whose `content-type` is set already. */
export function sendText(res: ServerResponse, status: number, body: string): void {
  const length = Buffer.byteLength(body);
  res.statusCode = status;
  (res as ServerResponse & SentBody).sentBody = body;
  res.setHeader('content-length', length);
  // Node sends a string together with the head, but a buffer after it. ASCII is copied faster than it is encoded.
  res.end(body, length === body.length ? 'latin1' : 'utf8');
}

/** The body of an error response. Specification: Errors. */
export interface ProblemBody {
  readonly error: {
    readonly type: string;
    readonly code: string;
    readonly message: string;
    readonly param: string | null;
    readonly request_id: string;
    /** The payment that a refused confirmation left failed, if there is one. */
    readonly payment_id?: string;
    /** All invalid parameters, if there is more than one. */
    readonly errors?: readonly { param: string; code: string; message: string }[];
  };
}

/** The response body for a problem. */
export function problemBody(problem: Problem, requestId: string): ProblemBody {
  const { type, code, message, param, parameters, paymentId } = problem;
  const errors = parameters.map((bad) => ({ param: bad.param, code: bad.code, message: bad.message }));
  return {
    error: {
      ...{ type, code, message, param, request_id: requestId },
      ...(paymentId === null ? {} : { payment_id: paymentId }),
      ...(errors.length > 0 ? { errors } : {}),
    },
  };
}

/** Browser features that the service's pages never use, nor allow their frames to use. */
const unusedFeatures =
  'accelerometer camera display-capture geolocation gyroscope hid idle-detection magnetometer microphone midi serial usb xr-spatial-tracking';

/**
 * A `Permissions-Policy` with which a page has no camera, position or the like.
 *
 * @param payment Who may open a payment sheet: `()` for nobody.
 */
export const permissionsPolicy = (payment: string): string =>
  [...unusedFeatures.split(' ').map((name) => `${name}=()`), `payment=${payment}`].join(', ');

/**
 * The headers of all responses. They hold payment data, so no cache may keep them. Browsers obey the year of https only if it
 * arrives over https, so development is not affected. If a browser took a response for a page, it could load nothing and be
 * in no frame. The service's own pages replace that policy; pages with wallets also replace the permissions policy.
 */
export const commonHeaders: Readonly<Record<string, string>> = Object.freeze({
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'permissions-policy': permissionsPolicy('()'),
  'cache-control': 'no-store',
});

/** The headers of a problem's response without Express: the headers of every response, and the problem's own. */
export function problemHeaders(
  { retryAfterS }: Problem,
  requestId: string,
  length: number,
): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(length),
    ...requestIdHeaders(requestId),
    ...(retryAfterS === null ? {} : { 'retry-after': String(retryAfterS) }),
    ...commonHeaders,
  };
}

/** The problem to report for an error. Any other error becomes a {@link Problem} without details. */
export function httpProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  // Express decodes path parameters before any handler runs.
  if (error instanceof URIError) {
    return new Problem('invalid_parameter', 'The path is not properly percent-encoded.');
  }
  return (
    databaseProblem(error) ??
    new Problem('internal_error', 'Something went wrong on our side. Quote the request id to support.', {
      cause: error,
    })
  );
}

/**
 * Whether to log the error besides the request's line. A refusal under load has no other cause, and a long log entry
 * would add to the load.
 */
export const isToBeLogged = ({ cause, code, status }: Problem): boolean =>
  status >= 500 && (code !== 'overloaded' || cause !== undefined);

/**
 * Hyperswitch's code of an error, for clients that came from there. It is a header, because the body of an error is the
 * specification's, and operations beyond it are not to have another.
 */
export const LEGACY_CODE_HEADER = 'x-legacy-error-code';

/** Has the errors of a request show {@link LEGACY_CODE_HEADER}. */
export const showLegacyCode: RequestHandler = (_req, res, next) => {
  res.locals.showsLegacyCode = true;
  next();
};

/** Turns errors into responses; the last middleware. Server errors are logged with their cause. */
export const respondWithProblems: ErrorRequestHandler = (error, req, res, _next) => {
  const problem = httpProblem(error);
  // For the request's line in the log.
  res.locals.code = problem.code;
  if (problem.reason !== null) res.locals.reason = problem.reason;
  if (isToBeLogged(problem)) req.log.error({ request_id: requestIdOf(res), err: error }, problem.code);
  if (res.headersSent) {
    // The response has begun: only a broken connection shows the caller that it is incomplete.
    res.destroy();
    return;
  }
  if (problem.retryAfterS !== null) res.setHeader('retry-after', problem.retryAfterS);
  if (problem.isReplayed) res.setHeader(REPLAYED_HEADER, 'true');
  const legacy = legacyCodes[problem.code];
  if (legacy && res.locals.showsLegacyCode) res.setHeader(LEGACY_CODE_HEADER, legacy);
  sendJson(res, problem.status, problemBody(problem, requestIdOf(res)));
};

/** Suggested delay before a retry, in seconds. */
const RETRY_AFTER_S = 1;

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  // The server is starting up, shutting down or out of connections, or ended the session.
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '25P03',
  '53300',
  // The database accepts no writes: after a failover to a standby, or with its disk or memory full.
  '25006',
  '53100',
  '53200',
  '53400',
  // A prepared statement is missing: the connection is another server session than before.
  '26000',
  // The database, the role or its password does not exist (any more).
  '3D000',
  '28000',
  '28P01',
]);
/** Class 08 of SQLSTATE: connection exceptions. */
const connectionException = /^08[0-9A-Z]{3}$/;
/** Errors that pg and its pool report without a code. */
const poolMessages =
  /^(timeout exceeded when trying to connect|Connection terminated|Cannot use a pool|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable|timeout expired)/;

/** Statement and lock timeouts, serialization failures and deadlocks. */
const overloaded = new Set(['57014', '55P03', '40001', '40P01']);
/** A statement on a cluster waited while its merchant moved to another shard, and must be sent again. */
const shardMoved = /^could not find valid entry for shard /;

/** The problem for a database failure that a retry may get past; undefined for any other error. */
export function databaseProblem(error: unknown): Problem | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    const code = String((cause as { code?: unknown }).code ?? '');
    if (overloaded.has(code) || shardMoved.test(cause.message)) {
      return new Problem('overloaded', 'The service is busy. Try again shortly.', {
        retryAfterS: RETRY_AFTER_S,
        cause: error,
      });
    }
    if (unreachable.has(code) || connectionException.test(code) || poolMessages.test(cause.message)) {
      return new Problem('database_unavailable', 'The database cannot be reached. Try again shortly.', {
        retryAfterS: RETRY_AFTER_S,
        cause: error,
      });
    }
  }
  return undefined;
}
