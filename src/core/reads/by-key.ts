import type { Context } from '../foundation/context.ts';
import type { Row } from '../foundation/row-source.ts';
import { type DescribedClass, resourceOf } from '../model/index.ts';
import { columnsFor, selectList } from './projection.ts';
import { reveal } from './reveal.ts';
import { quote, StatementBuilder } from './statement.ts';

/** What identifies one row: its merchant, for a resource that belongs to one, and its identifier. */
export interface Key {
  readonly merchantId: string | null;
  readonly id: string;
}

const keyText = (merchantId: unknown, id: unknown) => JSON.stringify([merchantId ?? null, id]);

/**
 * Reads many rows by their keys in one statement; answers come in the keys' order, null where there is none.
 *
 * Each key of a merchant's resource names its merchant: the admin key may read across merchants, and two
 * merchants may both have a customer `alice`.
 */
export async function readByKeys(
  ctx: Context,
  target: DescribedClass,
  keys: readonly Key[],
  columns: Iterable<string>,
): Promise<(Row | null)[]> {
  const resource = resourceOf(target);
  const builder = new StatementBuilder();
  const ids = builder.parameter(
    keys.map((key) => key.id),
    'text[]',
  );
  const select = selectList(columnsFor(resource, columns), 't');
  const source = resource.owned
    ? `unnest(${builder.parameter(
        keys.map((key) => key.merchantId),
        'text[]',
      )}, ${ids}) as k(merchant_id, id)
       join ${quote(resource.table)} t on t."merchant_id" = k.merchant_id and t.${quote(resource.id)} = k.id`
    : `unnest(${ids}) as k(id) join ${quote(resource.table)} t on t.${quote(resource.id)} = k.id`;
  const found = await ctx.rows.query(builder.build(`select ${select} from ${source}`), ctx.merchantId);
  const byKey = new Map(
    reveal(ctx, resource, found).map((row) => [
      keyText(resource.owned ? row.merchant_id : null, row[resource.id]),
      row,
    ]),
  );
  return keys.map((key) => byKey.get(keyText(resource.owned ? key.merchantId : null, key.id)) ?? null);
}
