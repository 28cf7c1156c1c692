import type { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import { type RequestHandler, type Response, Router } from 'express';
import type { GraphQLFormattedError } from 'graphql';
import type { Observe } from '../core/foundation/ports/observe.ts';
import { isAnonymous, type KeyAuthentication, requireKey } from '../http/front-door/caller.ts';
import { jsonBody } from '../http/front-door/request-body.ts';
import { nameRoute, requestIdOf } from '../http/front-door/request-log.ts';
import { rateLimited } from '../http/load/rate-limits.ts';
import { keylessIntrospection } from './keyless.ts';
import { answerLimits, tooManyBytes } from './kit/answer-budget.ts';
import type { GraphqlContext } from './kit/context.ts';
import { type ErrorListener, formatProblem } from './kit/errors.ts';
import { requestKinds } from './kit/request-kind.ts';
import { observeOperations } from './observed-operations.ts';
import { graphqlContext, problemsAsGraphql } from './requests.ts';

export interface EndpointParts extends KeyAuthentication {
  readonly server: ApolloServer<GraphqlContext>;
  /** Serves requests that accept an event stream, and passes on all others. */
  readonly eventStreams: RequestHandler;
  /** Whether a request without a key may introspect. */
  readonly keylessIntrospection: boolean;
  /** Observes operations; none is observed without it. */
  readonly observe?: Observe | undefined;
  /** Receives internal errors, for the log. */
  readonly onError: ErrorListener;
}

/**
 * Parses the body of a POST, which tells what kind of request it is. A problem with it is reported after one with the
 * key, by {@link reportBody}. A GET has its document in the query string, but Apollo requires a body.
 */
const bodyOrQuery: RequestHandler = (req, res, next) => {
  if (req.method === 'POST') {
    const parsed = (problem?: unknown) => {
      res.locals.bodyProblem = problem;
      next();
    };
    try {
      jsonBody(req, res, parsed);
    } catch (problem) {
      parsed(problem);
    }
  } else {
    req.body ??= {};
    next();
  }
};

const reportBody: RequestHandler = (_req, res, next) => next(res.locals.bodyProblem);

/** Adds the request id to errors of requests that Apollo rejects before its plugins run, such as batches. */
const addRequestId: RequestHandler = (_req, res, next) => {
  const send = res.send.bind(res);
  res.send = (body: unknown) => {
    if (res.statusCode < 400 || typeof body !== 'string') return send(body);
    const result = JSON.parse(body) as { errors: GraphQLFormattedError[] };
    const request_id = requestIdOf(res);
    const errors = result.errors.map((error) => ({
      ...error,
      extensions: { ...error.extensions, request_id },
    }));
    return send(JSON.stringify({ ...result, errors }));
  };
  next();
};

/** Withholds an answer that turned out larger than what was counted while it was resolved: JSON escapes characters. */
const limitSize: RequestHandler = (_req, res, next) => {
  const send = res.send.bind(res);
  res.send = (body: unknown) => {
    if (typeof body !== 'string' || Buffer.byteLength(body) <= answerLimits.bytes) return send(body);
    const problem = tooManyBytes();
    res.statusCode = problem.status;
    return send(JSON.stringify({ errors: [formatProblem({ message: '' }, problem)] }));
  };
  next();
};

/**
 * The GraphQL endpoint: POST, and GET for queries and event streams. A request with an invalid key is rejected before its document is
 * validated; one without a key may only introspect.
 */
export function graphqlEndpoint({ server, observe, onError, ...parts }: EndpointParts): Router {
  const router = Router();
  const kindOf = requestKinds();
  const authenticate = requireKey(parts, (req) => kindOf(req.method === 'POST' ? req.body : req.query));
  const authenticateIfKeyed: RequestHandler = (req, res, next) =>
    isAnonymous(parts.credentialsOf(req)) ? next() : authenticate(req, res, next);
  const countRequest = rateLimited('graphql');
  const countIfKeyed: RequestHandler = (req, res, next) =>
    res.locals.ctx === undefined ? next() : countRequest(req, res, next);

  const middleware = expressMiddleware(server, {
    context: async ({ res }) => graphqlContext(res as Response),
  });
  const execute = observe ? observeOperations(observe, middleware) : middleware;
  router.use(nameRoute('/graphql'), bodyOrQuery, parts.eventStreams);
  router.use(authenticateIfKeyed, countIfKeyed, reportBody);
  router.use(keylessIntrospection(parts.keylessIntrospection), addRequestId, limitSize, execute);
  router.use(problemsAsGraphql(onError));
  return router;
}
