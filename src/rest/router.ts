import { type RequestHandler, Router } from 'express';
import { isErasedSince } from '../core/customers/erased-since.ts';
import { type Context, keyKindOf, requirePerson } from '../core/foundation/context.ts';
import { requireAccess, withClientSecret, working } from '../core/foundation/permissions.ts';
import type { RequestKind } from '../core/foundation/request-kind.ts';
import { evenIfSuspended } from '../core/foundation/suspension.ts';
import type { Row } from '../core/foundation/transaction.ts';
import { namesRedirection, resourceOf } from '../core/model/index.ts';
import { hideFromReplay, readWhole } from '../core/reads/index.ts';
import type { ReportFile } from '../core/reports/read-report.ts';
import { once, onceAcross } from '../core/writes/idempotency.ts';
import { requireRedirectsNamed } from '../core/writes/require-redirects.ts';
import { contextOf, type KeyAuthentication, keyOfKind, requireKey } from '../http/front-door/caller.ts';
import { type RateLimitKind, rateLimited } from '../http/load/rate-limits.ts';
import { idempotencyKeyOf, jsonBody } from '../http/requests/request-body.ts';
import { REPLAYED_HEADER, sendJson, sendJsonText } from '../http/requests/responses.ts';
import { addRoute } from '../http/requests/routes.ts';
import { evidenceUploads } from './evidence-uploads.ts';
import { type FileUpload, uploadHandlers } from './file-upload.ts';
import { financeUploads } from './finance-uploads.ts';
import { importUploads } from './import-uploads.ts';
import { blocklistUploads, listImportUploads } from './list-import-uploads.ts';
import {
  introduce,
  type Operation,
  type OperationPlace,
  type OperationRequest,
  pathNames,
  placeAt,
  readRequest,
  requestContext,
  takesBody,
} from './operation.ts';
import { operations } from './operations.ts';
import { arrayOf, secretsOf } from './response-shapes.ts';
import { type CsvExport, sendCsv } from './send-csv.ts';

/**
 * The REST API. A request is checked in this order: path, method, load, key, rate limit, kind of key, permission, body
 * syntax, path parameters, query, body; then its operation runs.
 */
export function restRouter(
  authentication: KeyAuthentication,
  table: readonly Operation[] = operations,
  uploads: readonly FileUpload[] = [
    evidenceUploads,
    importUploads,
    listImportUploads,
    blocklistUploads,
    ...financeUploads,
  ],
): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const byPath = Map.groupBy(placesOf(table), ({ path }) => path);
  for (const { operation } of uploads) if (!byPath.has(operation.path)) byPath.set(operation.path, []);
  const own = new Set([...table, ...uploads.map(({ operation }) => operation)].map(({ path }) => path));
  // Those of uploads as well: `/blocklist/batch` is not the entry `batch`.
  const paths = [...byPath].sort(([a], [b]) => pathNames(a).length - pathNames(b).length);
  for (const [path, places] of paths) {
    const entries: [Place['method'], RequestHandler[]][] = places.map(({ asArray, method, operation }) => [
      method,
      handlers(asArray ? answeringArray(operation) : operation, authentication),
    ]);
    const upload = uploads.find(({ operation }) => operation.path === path);
    if (upload) entries.push(['post', uploadHandlers(authentication, upload)]);
    // Other methods of `/customers/list` are about the customer `list`.
    const passesOthersOn = !own.has(path) || isAlsoAnObject(places, byPath.keys());
    addRoute(router, path, Object.fromEntries(entries), { passesOthersOn });
  }
  return router;
}

/** Whether a path beyond the specification could also be the path of an object with an identifier that its merchant chose. */
const isAlsoAnObject = (places: readonly Place[], paths: Iterable<string>): boolean =>
  places.length > 0 &&
  places.every(({ operation, path }) => operation.number === undefined && pathNames(path).length === 0) &&
  [...paths].some((other) => pathNames(other).length > 0 && patternOf(other).test(places[0]!.path));

const answeringArray = (operation: Operation): Operation => ({
  ...operation,
  response: arrayOf(operation.response),
});

function handlers(operation: Operation, authentication: KeyAuthentication): RequestHandler[] {
  return [
    ...introduce(operation),
    requireKey(authentication, () => kindOf(operation)),
    rateLimited(limitOf(operation)),
    keyOfKind(operation.keys),
    ...(operation.byPersons ? [asPerson] : []),
    withAccess(operation),
    ...(takesBody(operation) ? [jsonBody] : []),
    handlerOf(operation),
  ];
}

/** The handler of an operation, or of the operation that a request asks for instead, which takes the same permission. */
function handlerOf(operation: Operation): RequestHandler {
  const own = operation.method === 'get' ? readHandler(operation) : writeHandler(operation);
  if (!operation.instead) return own;
  const { asks, operation: other } = operation.instead;
  const instead = handlerOf(other);
  return (req, res, next) => (asks(req) ? instead : own)(req, res, next);
}

/** Before permissions, which keys have too. */
const asPerson: RequestHandler = (_req, res, next) => {
  requirePerson(contextOf(res).caller);
  next();
};

/** Before the body is read: a caller without permission learns nothing about invalid parameters. */
function withAccess(operation: Operation): RequestHandler {
  return (_req, res, next) => {
    requireAccess(contextOf(res), operation);
    next();
  };
}

function kindOf({ method, replay }: Operation): RequestKind {
  if (method === 'get') return 'read';
  return replay ? 'money' : 'write';
}

/** The limit that an operation counts against. */
function limitOf({ method, replay }: Operation): RateLimitKind {
  if (method === 'get') return 'reads';
  return replay ? 'money' : 'writes';
}

function readHandler(operation: Operation): RequestHandler {
  return async (req, res) => {
    const request = readRequest(operation, req);
    // A list of saved methods issues tokens, which is no reason to refuse it.
    const ctx = evenIfSuspended(contextFor(operation, contextOf(res), request));
    const result = await operation.handle(ctx, request);
    const { present, shape, write } = operation.response;
    const written = write?.(result);
    if (shape === 'csv') await sendCsv(req, res, result as CsvExport | ReportFile);
    else if (written !== undefined) sendJsonText(res, 200, written);
    else sendJson(res, 200, present(result, keyKindOf(ctx.caller)));
  };
}

/**
 * Commits the change and the response together, under the request's idempotency key. An operation that calls a
 * connector needs several transactions: the first claims the key and the last stores the response. A secret is sent but
 * not stored.
 */
function writeHandler(operation: Operation): RequestHandler {
  const { handle, replay, response } = operation;
  const name = `${operation.method.toUpperCase()} ${operation.path}`;
  return async (req, res) => {
    const request = readRequest(operation, req);
    const { path, body, query } = request;
    const command = { name: operation.id, recorded: new Set<string>() };
    const given = { ...working(contextFor(operation, contextOf(res), request)), command };
    const ctx = operation.evenIfSuspended ? evenIfSuspended(given) : given;
    if (operation.body && namesRedirection(operation.body, body as Row))
      requireRedirectsNamed(ctx, operation.body, body as Row);
    // The merchant that an administrator names is part of the claim already.
    const { merchant_id: _, ...asked } = query as Row;
    const input = { path, body, ...(Object.keys(asked).length > 0 ? { query: asked } : {}) };
    const claim = { key: idempotencyKeyOf(req), operation: name, input };
    let secret: object = {};
    const present = (result: unknown) => response.present(result, keyKindOf(ctx.caller));
    const work = async (at: Context) => {
      const result = await handle(at, request);
      if (response.oneTime) secret = secretsOf(response.oneTime, result as object);
      return present(result);
    };
    const { answer, replayed } = replay
      ? await onceAcross(ctx, claim, work, async (at, objectId) =>
          present(await replay(at, path, objectId, body)),
        )
      : await once(ctx, claim, work);
    if (replayed) res.setHeader(REPLAYED_HEADER, 'true');
    const shown = replayed
      ? hideFromReplay(ctx, response.target, await withoutErased(ctx, operation, answer))
      : answer;
    sendJson(res, 200, response.oneTime ? { ...(shown as object), ...secret } : shown);
  };
}

/** The context of a request: of its merchant, and of its client secret if it has one. */
function contextFor(operation: Operation, ctx: Context, request: OperationRequest): Context {
  const { client_secret: secret } = { ...(request.query as object), ...(request.body as object) } as Row;
  return withClientSecret(requestContext(operation, ctx, request), secret);
}

/** A stored response, or its object as it now stands if data in the response have been erased since. */
async function withoutErased(ctx: Context, { response }: Operation, answer: unknown): Promise<unknown> {
  const { present, shape, target, view } = response;
  if (shape !== 'object' || !(await isErasedSince(ctx, target, answer as Row))) return answer;
  const id = String((answer as Row)[resourceOf(target).id]);
  return present(await readWhole(ctx, target, id, view), keyKindOf(ctx.caller));
}

interface Place extends OperationPlace {
  readonly operation: Operation;
}

/** Where operations are served. Literal paths take precedence: `/payments/list` is not the payment `list`. */
function placesOf(table: readonly Operation[]): Place[] {
  return table
    .flatMap((operation) =>
      [operation.path, ...(operation.alsoAt ?? [])].map((at) => ({ ...placeAt(operation, at), operation })),
    )
    .sort((a, b) => pathNames(a.path).length - pathNames(b.path).length);
}

const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

const placePatterns = placesOf(operations).map(({ method, path, operation }) => ({
  method,
  operation,
  pattern: patternOf(path),
}));

/**
 * Whether a method and path belong to an operation open to a publishable or an ephemeral key, which a page may hold.
 */
export function takesPublicKey(method: string, path: string): boolean {
  const name = method === 'HEAD' ? 'get' : method.toLowerCase();
  const place = placePatterns.find((place) => place.method === name && place.pattern.test(path));
  const keys = place?.operation.keys ?? [];
  return keys.includes('publishable_key') || keys.includes('ephemeral_key');
}
