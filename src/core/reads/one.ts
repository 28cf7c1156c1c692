import type { Context } from '../context.ts';
import { type DescribedClass, resourceOf } from '../model/index.ts';
import { type Condition, whereClause } from './conditions.ts';
import { columnsFor, selectList } from './projection.ts';
import { reveal } from './reveal.ts';
import type { Row } from './row-source.ts';
import { quote, StatementBuilder } from './statement.ts';

/**
 * Reads the one row with an identifier within the context's merchant, or null. The admin key, which sees all
 * merchants, gets the oldest owner's row where several merchants gave the same identifier.
 */
export async function readOne(
  ctx: Context,
  target: DescribedClass,
  id: string,
  columns: Iterable<string>,
): Promise<Row | null> {
  const resource = resourceOf(target);
  const builder = new StatementBuilder();
  const identified: Condition = { field: resource.id, op: 'eq', value: id };
  const clauses = whereClause(resource, ctx.merchantId, [identified], builder, 't');
  const order = resource.owned && ctx.merchantId === null ? ` order by t.${quote(resource.order)}` : '';
  const statement = builder.build(
    `select ${selectList(columnsFor(resource, columns), 't')} from ${quote(resource.table)} t
     where ${clauses.join(' and ')}${order} limit 1`,
  );
  const rows = await ctx.rows.query(statement, ctx.merchantId);
  return reveal(ctx, resource, rows)[0] ?? null;
}
