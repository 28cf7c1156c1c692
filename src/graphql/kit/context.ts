import { type Context, type KeyKind, requireKind, withinMerchant } from '../../core/foundation/context.ts';
import { notFound, Problem } from '../../core/foundation/errors.ts';
import { graphqlName, type ResourceDescription } from '../../core/model/index.ts';
import type { Spend } from '../../http/load/rate-limits.ts';
import type { ObservedOperation } from '../observed-operations.ts';
import type { AnswerBudget } from './answer-budget.ts';
import type { Loaders } from './loaders.ts';
import type { OperationCost } from './operation-cost.ts';
import type { Selection } from './selection.ts';
import type { CoercedVariables } from './variables.ts';

/** The context of every resolver. `ctx` is null for a request without a key, which may only introspect. */
export interface GraphqlContext {
  readonly requestId: string;
  readonly ctx: Context | null;
  readonly loaders: Loaders;
  /**
   * The request's header `Idempotency-Key`; null without one, and for a subscription.
   *
   * @throws {Problem} `invalid_parameter` if it is malformed.
   */
  readonly idempotencyKey: () => string | null;
  /** Marks the response as the replay of an idempotent mutation. */
  readonly markReplayed: () => void;
  /** Counts the size of the response. */
  readonly budget: AnswerBudget;
  /** Spends the cost of the operation. Null for a request without a key. */
  readonly spend: Spend | null;
  /** The cost of the operation, once it is known. */
  cost?: OperationCost;
  /** The operation's variables, coerced once for its cost and its execution. */
  variables?: CoercedVariables;
  /** The operation, for the log and metrics; left out for a subscription. */
  readonly observed?: ObservedOperation;
  /** By merchant, the end of its change feed before any field was read; set if the document selects it. */
  updatesCursors?: ReadonlyMap<string, Promise<string>>;
}

export const readers: readonly KeyKind[] = ['api_key', 'admin_key'];

/**
 * The caller's context, for any kind of key.
 *
 * @throws {Problem} `invalid_api_key` for a request without a key.
 */
export function callerContext(graphql: GraphqlContext): Context {
  if (!graphql.ctx) {
    throw new Problem('invalid_api_key', 'Send an API key in the header api-key.');
  }
  return graphql.ctx;
}

/**
 * The context to read with: the caller's, or for the admin key the context of the merchant it names. An API key may
 * name its own merchant; any other does not exist for it.
 *
 * @throws {Problem} `wrong_key_kind`, `not_found`.
 */
export function readingContext(
  graphql: GraphqlContext,
  merchantId?: string | null,
  kinds: readonly KeyKind[] = readers,
): Context {
  const ctx = callerContext(graphql);
  requireKind(ctx.caller, kinds);
  if (merchantId === undefined || merchantId === null || merchantId === ctx.merchantId) return ctx;
  if (ctx.caller.kind !== 'admin_key') throw notFound('merchant account', 'merchantId');
  return withinMerchant(ctx, merchantId);
}

/**
 * Checks that a selection of a resource holds nothing but the fields that a customer may see.
 *
 * @throws {Problem} `wrong_key_kind`, naming the first other field.
 */
export function requireCustomerFields(
  resource: ResourceDescription,
  visible: ReadonlySet<string>,
  selection: Selection,
): void {
  const names = new Set(resource.fields.filter(({ name }) => visible.has(name)).map(graphqlName));
  const other = [...selection.keys()].find(
    (name) => name !== 'id' && name !== '__typename' && !names.has(name),
  );
  if (other === undefined) return;
  const shown = [...names].join(', ');
  throw new Problem('wrong_key_kind', `${other} requires an API key. This key shows: ${shown}.`, {
    param: other,
  });
}

/**
 * The context of one merchant, and its identifier: the API key's merchant, or the merchant that the admin key names.
 *
 * @throws {Problem} `missing_parameter` if the admin key names none.
 */
export function merchantContext(
  graphql: GraphqlContext,
  merchantId?: string | null,
  kinds: readonly KeyKind[] = readers,
): [Context, string] {
  const ctx = readingContext(graphql, merchantId, kinds);
  if (ctx.merchantId === null) {
    throw new Problem('missing_parameter', 'merchantId is required with the admin API key.', {
      param: 'merchantId',
    });
  }
  return [ctx, ctx.merchantId];
}
