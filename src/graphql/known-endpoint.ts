import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { type ExecutionResult, GraphQLError, type GraphQLSchema, locatedError } from 'graphql';
import type { CompiledQuery } from 'graphql-jit';
import type { Observe } from '../core/foundation/ports/observe.ts';
import { mayReadTexts } from '../core/reads/index.ts';
import {
  identify,
  isAnonymous,
  type KeyAuthentication,
  type ReadCredentials,
} from '../http/front-door/caller.ts';
import { isParsable } from '../http/front-door/request-body.ts';
import { sendJson, sendJsonText } from '../http/front-door/responses.ts';
import { spendOf } from '../http/load/rate-limits.ts';
import { offerBody } from '../http/offer-body.ts';
import { type CompiledOperations, executeCompiled } from './compiled-execution.ts';
import { answerLimits, tooManyBytes } from './kit/answer-budget.ts';
import type { GraphqlContext } from './kit/context.ts';
import { problemResponse } from './kit/errors.ts';
import { checkCost } from './kit/limits.ts';
import { spendOperation } from './kit/operation-cost.ts';
import type { TextPlan } from './kit/text-plan.ts';
import { type CoercedVariables, coerceVariables } from './kit/variables.ts';
import type { KnownOperation, KnownOperations } from './known-operations.ts';
import { nameObserved, observeOperations } from './observed-operations.ts';
import { graphqlContext, problemsAsGraphql } from './requests.ts';
import { completeResult, type FormatError } from './response-errors.ts';

/** What {@link knownEndpoint} is made of: what the endpoint itself has. */
export interface KnownEndpointParts extends KeyAuthentication {
  readonly path: string;
  readonly schema: GraphQLSchema;
  readonly known: KnownOperations;
  readonly compiled: CompiledOperations;
  readonly format: FormatError;
  readonly observe?: Observe | undefined;
  readonly onError: Parameters<typeof problemsAsGraphql>[0];
}

/** A request of a known operation, that costs no more than it may. */
interface Prepared {
  readonly known: KnownOperation;
  readonly query: CompiledQuery;
  readonly variables: CoercedVariables;
  readonly estimate: number;
}

/** How clients accept JSON, so that Apollo Server would answer as `application/json`. */
const jsonAccepted = new Set([undefined, '*/*', 'application/json']);

/** How clients write that a body is JSON. Any other way is the endpoint's to judge. */
const jsonTypes = new Set(['application/json', 'application/json; charset=utf-8']);

/**
 * Answers queries that were executed before, in front of the endpoint and as it would: with the same checks in the same
 * order, the same headers and the same bytes. What the endpoint does once for a document is not done again: routing,
 * hashing, parsing, validation. Every request that is unusual in any way is passed on as it came.
 */
export function knownEndpoint(parts: KnownEndpointParts): RequestHandler {
  const { compiled, credentialsOf, format, known, observe, onError, path, schema } = parts;
  const respondToProblem = problemsAsGraphql(onError);

  const prepare = (body: Buffer): Prepared | null => {
    // Most bodies that the endpoint has to parse again are mutations'.
    if (body.includes('mutation') || !isParsable(body)) return null;
    try {
      const request = known.find(JSON.parse(body.toString()));
      if (!request) return null;
      const { document, key, operation, operationName } = request.known;
      const variables = coerceVariables(schema, operation, request.variables);
      const estimate = checkCost(schema, document, operationName ?? undefined, variables);
      const query = compiled.use(key, document, operationName ?? undefined);
      return query && { known: request.known, query, variables, estimate };
    } catch {
      // The endpoint finds the same problem, and reports it.
      return null;
    }
  };

  const execute = async (graphql: GraphqlContext, prepared: Prepared): Promise<Result> => {
    const { document, operation, texts } = prepared.known;
    const { estimate, variables } = prepared;
    graphql.variables = variables;
    try {
      const counted = { schema, document, operation, variables };
      graphql.cost = await spendOperation(graphql.spend!, counted, estimate);
    } catch (error) {
      const { message } = error as Error;
      return { errors: [new GraphQLError(message, { originalError: error as Error })] };
    }
    return texts && mayReadTexts(graphql.ctx!)
      ? answerFromTexts(texts, graphql, variables)
      : executeCompiled(prepared.query, graphql);
  };

  const answer = async (res: Response, prepared: Prepared): Promise<void> => {
    const graphql = graphqlContext(res);
    if (graphql.observed) nameObserved(graphql.observed, prepared.known.operationName, 'query');
    const result = { ...(await execute(graphql, prepared)) };
    const { retryAfter, status = 200 } = completeResult(format, graphql, 'query', result);
    if (graphql.observed) graphql.observed.hasErrors = result.errors !== undefined;
    if (retryAfter !== undefined) res.setHeader('retry-after', retryAfter);
    const { data, errors, extensions, json } = result;
    const body =
      errors || json === undefined
        ? JSON.stringify({ errors, data, extensions })
        : writeAnswer(json, extensions);
    if (body.length <= answerLimits.bytes / 3 || Buffer.byteLength(body) <= answerLimits.bytes)
      sendJsonText(res, status, body);
    else {
      const problem = tooManyBytes();
      sendJson(res, problem.status, problemResponse(problem, graphql.requestId));
    }
  };

  const serve = async (
    req: Request,
    res: Response,
    respond: (res: Response) => Promise<void>,
  ): Promise<void> => {
    res.locals.route = path;
    await identify(parts, req, res, 'read');
    await spendOf(res)('graphql');
    if (!observe) return respond(res);
    const handle: RequestHandler = (_req, response, next) => void respond(response).catch(next);
    await new Promise<void>((resolve, reject) => {
      res.once('close', resolve);
      observeOperations(observe, handle)(req, res, reject);
    });
  };

  return (req, res, next) => {
    if (!isPlain(req, path, credentialsOf)) return next();
    const take = (body: Buffer) => {
      const prepared = prepare(body);
      if (!prepared) return null;
      const respond = (to: Response) => answer(to, prepared);
      return () => void serve(req, res, respond).catch((error) => respondToProblem(error, req, res, next));
    };
    offerBody(req, take, next);
  };
}

/** A result, whose `data` may be written already. */
type Result = ExecutionResult & { readonly json?: string };

const writeAnswer = (json: string, extensions: ExecutionResult['extensions']) =>
  `{"data":${json}${extensions ? `,"extensions":${JSON.stringify(extensions)}` : ''}}`;

/** Answers an operation from texts, with the errors that its resolver would have. */
async function answerFromTexts(
  { node, read, responseName, write }: TextPlan,
  graphql: GraphqlContext,
  variables: CoercedVariables,
): Promise<Result> {
  try {
    return { json: write(await read(graphql, variables), graphql.budget) };
  } catch (error) {
    return { errors: [locatedError(error, [node], [responseName])], data: null };
  }
}

/** Whether a request is a POST of JSON for JSON to a path, with credentials, and with nothing that needs a closer look. */
function isPlain(req: IncomingMessage, path: string, credentialsOf: ReadCredentials): boolean {
  const { headers, method, url } = req;
  if (method !== 'POST' || url !== path || headers['content-encoding'] !== undefined) return false;
  if (!jsonTypes.has(headers['content-type'] ?? '') || !jsonAccepted.has(headers.accept)) return false;
  if (headers['api-key'] !== undefined) return headers['api-key'] !== '';
  if (headers.cookie === undefined) return false;
  try {
    return !isAnonymous(credentialsOf(req));
  } catch {
    return false;
  }
}
