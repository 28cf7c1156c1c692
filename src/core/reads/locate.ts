import type { Context } from '../foundation/context.ts';
import { allResources, type ResourceDescription } from '../model/index.ts';
import { whereClause } from './conditions.ts';
import { quote, StatementBuilder } from './statement.ts';

/** Where an object is: its resource and, for one that belongs to a merchant, the merchant. */
export interface RowPosition {
  readonly resource: ResourceDescription;
  readonly merchantId: string | null;
}

/**
 * Finds which resources some identifiers belong to: one statement over all tables' keys. An identifier that
 * several resources have (merchants may choose their own) is taken for that of the resource named first.
 */
export async function locate(ctx: Context, ids: readonly string[]): Promise<Map<string, RowPosition>> {
  const resources = allResources();
  const builder = new StatementBuilder();
  const wanted = builder.parameter(ids, 'text[]');
  const parts = resources.map((resource, i) => {
    const id = `t.${quote(resource.id)}`;
    const merchant = resource.owned ? 't."merchant_id"' : 'null::text';
    const clauses = [`${id} = any(${wanted})`, ...whereClause(resource, ctx.merchantId, [], builder, 't')];
    return `select ${i} as "place", ${merchant} as "merchant_id", ${id} as "id"
            from ${quote(resource.table)} t where ${clauses.join(' and ')}`;
  });
  const rows = await ctx.rows.query(
    builder.build(`${parts.join(' union all ')} order by 1, 2`),
    ctx.merchantId,
  );
  const places = new Map<string, RowPosition>();
  for (const row of rows) {
    const id = row.id as string;
    if (places.has(id)) continue;
    places.set(id, {
      resource: resources[row.place as number]!,
      merchantId: row.merchant_id as string | null,
    });
  }
  return places;
}
