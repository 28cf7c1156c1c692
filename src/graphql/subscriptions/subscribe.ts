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
import type { KeyAuthentication } from '../../http/authentication.ts';
import type { SubscriptionContext } from '../feeds/context.ts';
import type { Feeds } from '../feeds/feeds.ts';
import { Loaders } from '../kit/loaders.ts';
import { closings } from './close-codes.ts';
import type { Counts } from './counts.ts';
import type { SubscriptionLimits } from './limits.ts';
import { type Prepared, prepare } from './prepare.ts';
import { resultsOf } from './results.ts';
import { keyOf, type SubscriptionSession } from './session.ts';

/** What subscriptions are made from. */
export interface SubscribeParts extends Pick<KeyAuthentication, 'contextFor'> {
  readonly schema: GraphQLSchema;
  readonly feeds: Feeds;
  readonly limits: SubscriptionLimits;
  readonly subscriptions: Counts;
}

/** What is executed, and the results that it has been begun with. */
export interface Begun extends ExecutionArgs {
  readonly results: AsyncIterableIterator<ExecutionResult>;
}

/**
 * Begins a subscription of a session, or says why not.
 *
 * A client may end an operation and at once use its identifier for another, while the first is still being begun or
 * ended. The library knows an operation by nothing else: it would take the one for the other, and end only one
 * of them. So the identifier is kept until {@link ended}.
 */
export async function subscribe(
  parts: SubscribeParts,
  session: SubscriptionSession,
  id: string,
  payload: SubscribePayload,
): Promise<Begun | readonly GraphQLError[]> {
  if (session.operations.has(id)) {
    session.connection.end(closings.identifierInUse);
    return [new GraphQLError(closings.identifierInUse[1])];
  }
  session.operations.add(id);
  let begun: Begun | readonly GraphQLError[] = [];
  try {
    begun = await beginCounted(parts, session, payload);
    return begun;
  } finally {
    if (!('results' in begun)) ended(session, id);
  }
}

/** Says that nothing is left of an operation that was begun. */
export function ended(session: SubscriptionSession, id: string): void {
  session.operations.delete(id);
}

async function beginCounted(
  parts: SubscribeParts,
  session: SubscriptionSession,
  payload: SubscribePayload,
): Promise<Begun | readonly GraphQLError[]> {
  const prepared = prepare(parts.schema, payload);
  if (Array.isArray(prepared)) return prepared;
  const giveBack = take(parts, session);
  if (giveBack instanceof GraphQLError) return [giveBack];
  try {
    return await begin(parts, session, prepared as Prepared, giveBack);
  } catch (error) {
    giveBack();
    throw error;
  }
}

/** Counts a subscription; answers what takes it from the count again, once. */
function take(
  { limits, subscriptions }: SubscribeParts,
  session: SubscriptionSession,
): (() => void) | GraphQLError {
  const { subscriptionsPerConnection, subscriptionsPerKey } = limits;
  if (session.subscriptions >= subscriptionsPerConnection) {
    return tooMany(`A connection may have ${subscriptionsPerConnection} subscriptions. End one first.`);
  }
  const key = keyOf(session.caller!);
  if (!subscriptions.take(key)) {
    return tooMany(`A key may have ${subscriptionsPerKey} subscriptions to a process. End one first.`);
  }
  session.subscriptions += 1;
  session.subscribed += 1;
  let taken = true;
  return () => {
    if (!taken) return;
    taken = false;
    session.subscriptions -= 1;
    subscriptions.giveBack(key);
  };
}

const tooMany = (message: string) =>
  new GraphQLError(message, { originalError: new Problem('rate_limited', message) });

async function begin(
  { contextFor, feeds }: SubscribeParts,
  session: SubscriptionSession,
  prepared: Prepared,
  giveBack: () => void,
): Promise<Begun | readonly GraphQLError[]> {
  const ctx = contextFor(session.caller!, session.requestId);
  const context = (): SubscriptionContext => ({
    requestId: session.requestId,
    ctx,
    loaders: new Loaders(ctx),
    markReplayed: () => {},
    feeds,
  });
  const args = { ...prepared, contextValue: context() };
  const source = await createSourceEventStream(args);
  if (!(Symbol.asyncIterator in source)) {
    giveBack();
    return source.errors ?? [];
  }
  // What is shown together is executed at once and shares its loaders, so that it costs as much as one.
  const present = (batch: readonly unknown[]) => {
    const contextValue = context();
    return Promise.all(batch.map(async (rootValue) => execute({ ...args, contextValue, rootValue })));
  };
  const batches = (source as AsyncIterable<readonly unknown[]>)[Symbol.asyncIterator]();
  return { ...args, results: resultsOf(batches, present, giveBack) };
}
