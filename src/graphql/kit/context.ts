import type { KeyKind } from '../../core/foundation/caller.ts';
import { type Context, withinMerchant } from '../../core/foundation/context.ts';
import { notFound, Problem } from '../../core/foundation/errors.ts';
import type { Loaders } from './loaders.ts';
import { refuseNul } from './refuse-nul.ts';

/** What every resolver gets. A request without a key may introspect and nothing else, so it has no context. */
export interface GraphqlContext {
  readonly requestId: string;
  readonly ctx: Context | null;
  readonly loaders: Loaders;
  /** Says in the answer's headers that it is one given before. */
  readonly markReplayed: () => void;
  /** Where the updates ended before anything was read; set for a document that asks for it. */
  updatesCursor?: Promise<string>;
}

const readers: readonly KeyKind[] = ['api_key', 'admin_key'];

/** The caller's context, whatever the kind of its key. */
export function callerContext(graphql: GraphqlContext): Context {
  if (!graphql.ctx) {
    throw new Problem('invalid_api_key', 'Give an API key in the api-key header.');
  }
  return graphql.ctx;
}

/**
 * The context to read with: the caller's, or for the admin key the one within the merchant it names. An API
 * key may name its own merchant; another's is one that does not exist.
 */
export function readingContext(graphql: GraphqlContext, merchantId?: string | null): Context {
  const ctx = callerContext(graphql);
  if (!readers.includes(ctx.caller.kind)) {
    throw new Problem('wrong_key_kind', 'This takes an API key or the admin API key.');
  }
  if (merchantId === undefined || merchantId === null || merchantId === ctx.merchantId) return ctx;
  if (ctx.caller.kind !== 'admin_key') throw notFound('merchant account', 'merchantId');
  refuseNul(merchantId, 'merchantId');
  return withinMerchant(ctx, merchantId);
}
