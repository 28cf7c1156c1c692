import type { Context } from '../foundation/context.ts';
import type { Row } from '../foundation/transaction.ts';
import { type DescribedClass, resourceOf } from '../model/index.ts';
import { callerScope, requireReadable } from './access.ts';
import type { RowOf } from './one.ts';
import { columnsFor, quote, reveal, StatementBuilder, selectList } from './statement.ts';

/** Identifies a row: by identifier and, for a merchant's resource, by merchant. */
export interface Key {
  readonly merchantId: string | null;
  readonly id: string;
}

/**
 * Reads rows by key in one statement. The result is in the order of the keys, null where no row exists.
 *
 * Keys of a merchant's resource include the merchant, because the admin key reads across merchants and two
 * merchants may both have a customer `alice`.
 *
 * @example
 * ```sql
 * select t."merchant_id" as "merchant_id", … from unnest($1::text[], $2::text[]) as k(merchant_id, id)
 * join "customers" t on t."merchant_id" = k.merchant_id and t."customer_id" = k.id
 * ```
 */
export function readByKeys<T extends object, Column extends keyof T & string>(
  ctx: Context,
  target: new () => T,
  keys: readonly Key[],
  columns: readonly Column[],
): Promise<(RowOf<T, Column> | null)[]>;
export function readByKeys(
  ctx: Context,
  target: DescribedClass,
  keys: readonly Key[],
  columns: Iterable<string>,
): Promise<(Row | null)[]>;
export async function readByKeys(
  ctx: Context,
  target: DescribedClass,
  keys: readonly Key[],
  columns: Iterable<string>,
): Promise<(Row | null)[]> {
  const resource = resourceOf(target);
  requireReadable(ctx, resource);
  const builder = new StatementBuilder();
  const select = selectList(columnsFor(resource, columns), 't', builder);
  const source = resource.owned
    ? `${builder.unnest(keys, 'merchantId', 'id')} as k(merchant_id, id)`
    : `${builder.unnest(keys, 'id')} as k(id)`;
  const scope = callerScope(ctx, resource);
  const own = scope ? ` where t.${quote(scope.field)} = ${builder.parameter(scope.value, 'text')}` : '';
  const sameMerchant = resource.owned
    ? `t."merchant_id" = ${builder.merchantOf(keys, 'k.merchant_id')} and `
    : '';
  const statement = builder.build(
    `select ${select} from ${source}
     join ${builder.table(resource.table)} t on ${sameMerchant}t.${quote(resource.id)} = k.id${own}`,
  );
  const rows = reveal(ctx, resource, await ctx.rows.query(statement, ctx.merchantId));
  const keyOf = (merchantId: unknown, id: unknown) => JSON.stringify([resource.owned && merchantId, id]);
  const byKey = new Map(rows.map((row) => [keyOf(row.merchant_id, row[resource.id]), row]));
  return keys.map((key) => byKey.get(keyOf(key.merchantId, key.id)) ?? null);
}
