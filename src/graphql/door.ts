/**
 * The entrance of the GraphQL API. Every request passes the same checks in the same order: its key, its limits, its
 * body; without a key, also that it only introspects. A known query then runs in its compiled form, and Apollo executes
 * every other document. Apollo hashes, parses and validates a document once: not again for a known query.
 */
import type { ApolloServer } from '@apollo/server';
import type { Request, RequestHandler, Response } from 'express';
import type { GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Context } from '../core/foundation/context.ts';
import { Problem } from '../core/foundation/errors.ts';
import type { AttemptLimit } from '../core/foundation/ports/attempt-limit.ts';
import type { Observe } from '../core/foundation/ports/observe.ts';
import { identify, isAnonymous, type KeyAuthentication } from '../http/front-door/caller.ts';
import { spendOf } from '../http/load/rate-limits.ts';
import { StoredDocument, sendDocument } from '../http/pages/stored-document.ts';
import { networkOf } from '../http/requests/client-address.ts';
import { idempotencyKeyOf, jsonBody } from '../http/requests/request-body.ts';
import { requestIdOf } from '../http/requests/request-log.ts';
import {
  httpProblem,
  isToBeLogged,
  REPLAYED_HEADER,
  sendJson,
  sendText,
} from '../http/requests/responses.ts';
import { apolloResponse, type GraphqlResponse } from './apollo.ts';
import { completeResult, executeKnown, type FormatError } from './execution.ts';
import { AnswerBudget, answerLimits, tooManyBytes } from './kit/answer-budget.ts';
import type { GraphqlContext } from './kit/context.ts';
import { type ErrorListener, problemResponse } from './kit/errors.ts';
import { isIntrospection } from './kit/introspection-limits.ts';
import { Loaders } from './kit/loaders.ts';
import { requestKinds } from './kit/request-kind.ts';
import type { KnownOperations, KnownRequest } from './known-operations.ts';
import { contentLogger } from './logged-content.ts';
import {
  loggedOperation,
  noteRefusal,
  type ObservedOperation,
  observeOperation,
  unnamedOperation,
} from './observed-operations.ts';
import { EVENT_STREAM, type EventStreams } from './subscriptions/event-streams.ts';

export interface DoorParts extends KeyAuthentication {
  readonly path: string;
  readonly schema: GraphQLSchema;
  readonly apollo: ApolloServer<GraphqlContext>;
  readonly known: KnownOperations;
  /** Serves requests that accept an event stream. */
  readonly eventStreams: Pick<EventStreams, 'serve'>;
  /** Whether a request without a key may introspect. */
  readonly keylessIntrospection: boolean;
  /** The limit on introspections without a key whose response is not known yet, per network of the client. */
  readonly introspections: Pick<AttemptLimit, 'count' | 'requireLeft'>;
  readonly format: FormatError;
  /** Observes operations; none is observed without it. */
  readonly observe?: Observe | undefined;
  /** Receives internal errors, for the log. */
  readonly onError: ErrorListener;
}

/** How clients accept JSON that is not GraphQL's own media type. */
const jsonAccepted = new Set([undefined, '*/*', 'application/json']);

/** Serves POST, and GET for queries and event streams. */
export function graphqlDoor(parts: DoorParts): RequestHandler {
  const { apollo, eventStreams, format, known, observe, onError, schema } = parts;
  const kindOf = requestKinds();
  const loggedContent = contentLogger(schema);
  const keyless = keylessAnswers(parts);

  const respondToKnown = async (graphql: GraphqlContext, request: KnownRequest): Promise<GraphqlResponse> => {
    const result = await executeKnown(schema, graphql, request);
    const { retryAfter, status = 200 } = completeResult(format, graphql, 'query', result);
    const { data, errors, extensions } = result;
    const text = JSON.stringify({ errors, data, extensions });
    const headers: [string, string][] = [['content-type', 'application/json; charset=utf-8']];
    if (retryAfter !== undefined) headers.push(['retry-after', retryAfter]);
    return { status, headers, text };
  };

  const serve = async (req: Request, res: Response): Promise<void> => {
    res.locals.route = parts.path;
    const bodyProblem = await readBody(req, res);
    if (prefersStream(req)) return eventStreams.serve(req, res, bodyProblem);
    const isPost = req.method === 'POST';
    const request = ((isPost ? req.body : req.query) ?? {}) as Readonly<Record<string, unknown>>;
    const found = isPost && jsonAccepted.has(req.headers.accept) ? known.find(request) : null;
    if (!isAnonymous(parts.credentialsOf(req))) {
      await identify(parts, req, res, found ? 'read' : kindOf(request));
      await spendOf(res)('graphql');
    }
    if (bodyProblem !== undefined) throw bodyProblem;
    const answers = res.locals.ctx === undefined ? keyless.of(req, request) : null;
    if (answers?.known) return sendDocument(req, res, answers.known);

    const observed = unnamedOperation();
    // For the request's line in the log.
    res.locals.operation = () => loggedOperation(observed, res);
    res.locals.content = () => loggedContent(request);
    const respond = async (): Promise<void> => {
      const graphql = graphqlContext(req, res, observed);
      const response =
        found && graphql.ctx
          ? await respondToKnown(graphql, found)
          : await apolloResponse(apollo, req, graphql);
      noteRefusal(observed, response.status);
      answers?.keep(response);
      send(res, response);
    };
    return observe ? observeOperation(observe, res, observed, respond) : respond();
  };

  return (req, res, next) => {
    serve(req, res).catch((error: unknown) => {
      // Only a broken connection can report that a response is incomplete.
      if (res.headersSent) return next(error);
      const problem = httpProblem(error);
      res.locals.code = problem.code;
      if (isToBeLogged(problem)) onError(error, requestIdOf(res));
      if (problem.retryAfterS !== null) res.setHeader('retry-after', problem.retryAfterS);
      sendJson(res, problem.status, problemResponse(problem, requestIdOf(res)));
    });
  };
}

/**
 * Parses the body of a POST, which determines the kind of request. A GET has its document in the query string, but
 * Apollo requires a body.
 *
 * @returns The problem with the body, which is reported after one with the key.
 */
function readBody(req: Request, res: Response): Promise<unknown> {
  req.body ??= {};
  if (req.method !== 'POST') return Promise.resolve(undefined);
  return new Promise((resolve) => {
    try {
      jsonBody(req, res, resolve);
    } catch (problem) {
      resolve(problem);
    }
  });
}

/** The context of the operation that a response is of. */
function graphqlContext(req: Request, res: Response, observed: ObservedOperation): GraphqlContext {
  const ctx = (res.locals.ctx as Context | undefined) ?? null;
  return {
    requestId: requestIdOf(res),
    ctx,
    // Without a key, every resolver throws before it uses a loader.
    loaders: new Loaders(ctx as Context),
    budget: new AnswerBudget(),
    idempotencyKey: () => idempotencyKeyOf(req),
    markReplayed: () => res.setHeader(REPLAYED_HEADER, 'true'),
    spend: ctx ? spendOf(res) : null,
    observed,
  };
}

/** Sends a response unless it is larger than counted while it was resolved: JSON escapes characters. */
function send(res: Response, { headers, status, text }: GraphqlResponse): void {
  for (const [name, value] of headers) res.setHeader(name, value);
  const isWithin = text.length <= answerLimits.bytes / 3 || Buffer.byteLength(text) <= answerLimits.bytes;
  if (isWithin) sendText(res, status, text);
  else {
    const problem = tooManyBytes();
    sendText(res, problem.status, JSON.stringify(problemResponse(problem, requestIdOf(res))));
  }
}

/** Responses kept: the whole schema takes some 700 KB. */
const ANSWERS_MAX_BYTES = 8 * 1024 * 1024;

/**
 * Responds to a request without a key: only introspection is allowed, so that tools can show the schema; no other
 * document is validated, coerced or compiled. The schema does not change, so a response is computed once; as that takes
 * tens of milliseconds, an address may ask for few that are not known.
 */
function keylessAnswers({
  clientAddress,
  introspections,
  keylessIntrospection: allowed,
}: Pick<DoorParts, 'clientAddress' | 'introspections' | 'keylessIntrospection'>) {
  const answers = new LRUCache<string, StoredDocument>({
    maxSize: ANSWERS_MAX_BYTES,
    sizeCalculation: ({ body }, key) => body.length + key.length,
  });
  const admitNew = (req: Request) => {
    const network = networkOf(clientAddress(req));
    introspections.requireLeft(network);
    introspections.count(network);
  };
  /** @throws {Problem} `invalid_api_key` for anything but introspection; `rate_limited`. */
  const of = (req: Request, request: Readonly<Record<string, unknown>>) => {
    const { query, operationName, variables } = request;
    if (!allowed || typeof query !== 'string' || !isIntrospection(query)) throw keyRequired(allowed);
    // A GET has to pass the check against pages of other origins, which is Apollo's.
    if (req.method !== 'POST' || request.extensions !== undefined) {
      admitNew(req);
      return null;
    }
    const key = JSON.stringify([req.headers.accept ?? null, query, operationName, variables]);
    const known = answers.get(key);
    if (!known) admitNew(req);
    const keep = ({ headers, status, text }: GraphqlResponse) => {
      const type = new Map(headers).get('content-type');
      if (status === 200 && type !== undefined) answers.set(key, new StoredDocument(type, text));
    };
    return { known, keep };
  };
  return { of };
}

const keyRequired = (introspects: boolean) =>
  new Problem(
    'invalid_api_key',
    introspects
      ? 'Send an API key in the header api-key. Without a key, only introspection is allowed.'
      : 'Send an API key in the header api-key.',
  );

/** The endpoint's media types, the default first. */
const formats = ['application/json', 'application/graphql-response+json', EVENT_STREAM];

/** Whether a client prefers a stream: some list it last in `Accept`, with every query. */
const prefersStream = (req: Request) =>
  (req.method === 'POST' || req.method === 'GET') && req.accepts(formats) === EVENT_STREAM;
