import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLSchema,
} from 'graphql';
import type { SubscribePayload } from 'graphql-ws';
import { Problem } from '../../core/foundation/errors.ts';
import type { KeyAuthentication } from '../../http/front-door/caller.ts';
import {
  keyOf,
  type Quota,
  type SubscriptionLimits,
  tooManySubscriptions,
} from '../../http/load/live-connection-limits.ts';
import type { Feeds, SubscriptionContext } from '../feeds/feeds.ts';
import { AnswerBudget } from '../kit/answer-budget.ts';
import { Loaders } from '../kit/loaders.ts';
import { REQUEST_COST } from '../kit/operation-cost.ts';
import { closings, type LiveConnection } from './live-connection.ts';
import { type Prepared, prepare } from './prepare.ts';

export interface SubscribeParts extends Pick<KeyAuthentication, 'contextFor' | 'rateLimits'> {
  readonly schema: GraphQLSchema;
  readonly feeds: Feeds;
  readonly limits: SubscriptionLimits;
  readonly subscriptions: Quota;
}

/** The execution arguments of a subscription, with its results. */
export interface Started extends ExecutionArgs {
  readonly results: AsyncIterableIterator<ExecutionResult>;
}

/**
 * Starts a subscription, or returns the errors that prevent it.
 *
 * A client may end an operation and at once reuse its identifier, while the first operation is still being started or
 * ended. graphql-ws knows operations only by identifier: it would confuse the two and end only one of them. So
 * an identifier stays reserved until the operation is complete, and reusing it closes the connection with 4409.
 */
export async function subscribe(
  parts: SubscribeParts,
  connection: LiveConnection,
  id: string,
  payload: SubscribePayload,
): Promise<Started | readonly GraphQLError[]> {
  if (connection.operations.has(id)) {
    connection.end(closings.identifierInUse);
    return [new GraphQLError(closings.identifierInUse[1])];
  }
  connection.operations.add(id);
  const prepared = prepare(parts.schema, payload);
  const refused = await refusedByLimit(parts, connection, 'document' in prepared ? prepared.cost : 0);
  const startable = refused ?? prepared;
  const started = 'document' in startable ? await start(parts, connection, startable) : startable;
  if (!('results' in started)) connection.operations.delete(id);
  return started;
}

async function start(
  { contextFor, feeds, limits, subscriptions }: SubscribeParts,
  connection: LiveConnection,
  prepared: Prepared,
): Promise<Started | readonly GraphQLError[]> {
  const caller = connection.caller!;
  const key = keyOf(caller);
  if (connection.activeSubscriptions >= limits.subscriptionsPerConnection) {
    return [errorOf(tooManySubscriptions('connection', limits.subscriptionsPerConnection))];
  }
  if (!subscriptions.take(key)) {
    return [errorOf(tooManySubscriptions('process and API key', limits.subscriptionsPerKey))];
  }
  connection.activeSubscriptions += 1;
  connection.startedSubscriptions += 1;
  const release = () => {
    connection.activeSubscriptions -= 1;
    subscriptions.release(key);
  };
  // The connection may have outlived its key.
  const keyState = await connection.checkKey();
  if (keyState !== 'valid') {
    release();
    const closing = keyState === 'invalid' ? closings.forbidden : closings.unavailable;
    connection.end(closing);
    return [new GraphQLError(closing[1])];
  }

  const ctx = contextFor(caller, connection.requestId);
  const context = (): SubscriptionContext => ({
    requestId: connection.requestId,
    ctx,
    loaders: new Loaders(ctx),
    idempotencyKey: () => null,
    markReplayed: () => {},
    spend: null,
    budget: new AnswerBudget(),
    feeds,
  });
  const { cost: _cost, ...executable } = prepared;
  const args = { ...executable, contextValue: context() };
  try {
    const source = await createSourceEventStream(args);
    if (!(Symbol.asyncIterator in source)) {
      release();
      return source.errors ?? [];
    }
    // A batch executes concurrently on one set of loaders: its nested fields cost as many statements as one object's.
    const executeBatch = (batch: readonly unknown[]) => {
      const shared = context();
      return Promise.all(
        batch.map(async (rootValue) => {
          const budget = new AnswerBudget();
          const result = await execute({ ...args, contextValue: { ...shared, budget }, rootValue });
          return budget.problem ? { data: null, errors: [errorOf(budget.problem)] } : result;
        }),
      );
    };
    const batches = (source as AsyncIterable<readonly unknown[]>)[Symbol.asyncIterator]();
    return { ...args, results: resultsOf(batches, executeBatch, release) };
  } catch (error) {
    release();
    throw error;
  }
}

/** Counts the start of a subscription as GraphQL over HTTP counts a request; returns the error if none is left. */
async function refusedByLimit(
  { rateLimits }: SubscribeParts,
  { address, caller }: LiveConnection,
  cost: number,
): Promise<readonly GraphQLError[] | null> {
  try {
    await rateLimits.spend('graphql', { caller: caller!, address }, Math.max(REQUEST_COST, cost));
    return null;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return [errorOf(error)];
  }
}

const errorOf = (problem: Problem) => new GraphQLError(problem.message, { originalError: problem });

/**
 * The results of a subscription: executes each batch of its source together and returns the results one by one. Not a
 * generator, because `return` on a generator waits for a pending `next`.
 *
 * @param onEnd Called once, when the results have ended.
 */
export function resultsOf<Payload>(
  source: AsyncIterator<readonly Payload[]>,
  executeBatch: (batch: readonly Payload[]) => Promise<ExecutionResult[]>,
  onEnd: () => void,
): AsyncIterableIterator<ExecutionResult> {
  let results: ExecutionResult[] = [];
  let ended = false;
  const end = async (): Promise<IteratorResult<ExecutionResult>> => {
    if (!ended) {
      ended = true;
      results = [];
      onEnd();
      await source.return?.();
    }
    return { done: true, value: undefined };
  };
  const next = async (): Promise<IteratorResult<ExecutionResult>> => {
    try {
      while (results.length === 0) {
        const batch = ended ? { done: true as const } : await source.next();
        if (batch.done) return await end();
        results = await executeBatch(batch.value);
      }
    } catch (error) {
      await end();
      throw error;
    }
    if (ended) return { done: true, value: undefined };
    return { done: false, value: results.shift()! };
  };
  const iterator: AsyncIterableIterator<ExecutionResult> = {
    next,
    return: end,
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}
