import type { Context } from '../foundation/context.ts';
import { allResources, type ResourceDescription } from '../model/index.ts';
import { whereClause } from './conditions.ts';
import { quote, StatementBuilder } from './statement.ts';

/** The resource of an identifier and, for a merchant's resource, the merchant. */
export interface ObjectLocation {
  readonly resource: ResourceDescription;
  readonly merchantId: string | null;
}

/**
 * Finds the resources that identifiers belong to, in one statement over the keys of all tables. Merchants may
 * choose identifiers; one used by several resources resolves to the first resource in `allResources()`.
 *
 * @example
 * ```sql
 * select 0 as "place", t."merchant_id" as "merchant_id", t."payment_id" as "id" from "payments" t
 * where t."payment_id" = any($1::text[]) and t."merchant_id" = $2 union all … order by 1, 2
 * ```
 */
export async function locate(ctx: Context, ids: readonly string[]): Promise<Map<string, ObjectLocation>> {
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
  const rows = await ctx.rows.query<{ place: number; merchant_id: string | null; id: string }>(
    builder.build(`${parts.join(' union all ')} order by 1, 2`),
    ctx.merchantId,
  );
  const locations = new Map<string, ObjectLocation>();
  for (const row of rows) {
    if (locations.has(row.id)) continue;
    locations.set(row.id, { resource: resources[row.place]!, merchantId: row.merchant_id });
  }
  return locations;
}
