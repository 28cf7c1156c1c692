import type { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import type { Caller } from '../core/access/caller.ts';
import type { Context } from '../core/context.ts';
import { Problem } from '../core/errors.ts';
import type { GraphqlContext } from './context.ts';
import { Loaders } from './loaders.ts';
import { formatProblem } from './problems.ts';

/** What the endpoint is put together from. */
export interface EndpointParts {
  readonly server: ApolloServer<GraphqlContext>;
  /** Finds who calls by the key presented; throws `invalid_api_key`. */
  readonly authenticate: (key: string) => Promise<Caller>;
  readonly contextFor: (caller: Caller, requestId: string) => Context;
  /** Reads a JSON body within the service's limits. */
  readonly readBody: RequestHandler;
  readonly onError: (error: unknown) => void;
}

/** Everything that goes wrong before a document runs, in GraphQL's form and with REST's status. */
function problemsAsGraphql(onError: EndpointParts['onError']): ErrorRequestHandler {
  return (error: unknown, _req, res, next) => {
    if (res.headersSent) {
      next(error);
      return;
    }
    const problem = error instanceof Problem ? error : null;
    if (!problem) onError(error);
    const formatted = formatProblem({ message: '' }, problem);
    const extensions = { ...formatted.extensions, request_id: res.locals.requestId as string };
    if (problem?.retryAfterS) res.set('Retry-After', String(problem.retryAfterS));
    res.status(problem?.status ?? 500).json({ errors: [{ ...formatted, extensions }] });
  };
}

/**
 * The GraphQL endpoint: POST, and GET for queries. A request with a bad key is refused before its document
 * is read; one without any key may only introspect, so that tools can show the schema.
 */
export function graphqlEndpoint(parts: EndpointParts): Router {
  const router = Router();

  const identify: RequestHandler = async (req, res, next) => {
    const key = req.get('api-key');
    if (key !== undefined && key !== '') {
      res.locals.ctx = parts.contextFor(await parts.authenticate(key), res.locals.requestId as string);
    }
    next();
  };

  const context = async ({ res }: { res: { locals: Record<string, unknown> } }): Promise<GraphqlContext> => {
    const ctx = (res.locals.ctx as Context | undefined) ?? null;
    // Without a key no resolver gets as far as a loader.
    return { requestId: res.locals.requestId as string, ctx, loaders: new Loaders(ctx as Context) };
  };

  router.use(identify, parts.readBody, expressMiddleware(parts.server, { context: context as never }));
  router.use(problemsAsGraphql(parts.onError));
  return router;
}
