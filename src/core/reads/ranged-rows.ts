import { fieldOf, type ResourceDescription } from '../model/index.ts';
import { type PageClauses, type PageRequest, pageClauses } from './page-request.ts';
import { type Condition, whereClause } from './predicates.ts';
import { defaultOrder, quote, type StatementBuilder } from './statement.ts';

/** Maximum number of rows within a range that are sorted instead of searched in list order. */
const FEW = 2_000;

/**
 * The ranges of an indexed field in a page with another order, such as amounts from 1 000 up, newest first; null
 * without ranges.
 */
export function rangesOf(
  resource: ResourceDescription,
  merchantId: string | null,
  { order = defaultOrder(resource), skip, where = [] }: PageRequest,
): readonly Condition[] | null {
  if (merchantId === null || skip) return null;
  const isRange = (condition: Condition): condition is Extract<Condition, { op: string }> =>
    'op' in condition && condition.op !== 'eq' && condition.op !== 'in' && condition.field !== order.field;
  const ranged = where.filter(isRange).find(({ field }) => {
    const { filter, sort } = fieldOf(resource.target, field);
    return filter === true || sort === true;
  });
  return ranged === undefined ? null : where.filter((each) => isRange(each) && each.field === ranged.field);
}

/** The rows of a page within ranges: common table expressions, and the source for the page. */
interface RangedRows {
  readonly before: string;
  readonly from: string;
  readonly clauses: PageClauses;
}

/**
 * Finds the rows of a page within ranges. The planner does not know the number of rows in a range: scanning in list
 * order finds many rows soon, but few rows only at the end of the list. So up to {@link FEW} rows are counted first
 * in the range's index, and sorted if there are no more. These are looked up by their keys (`offset 0` keeps the planner from
 * reading all rows with the other conditions).
 *
 * @param limit The placeholder of the number of rows.
 */
export function rangedRows(
  resource: ResourceDescription,
  merchantId: string | null,
  request: PageRequest,
  ranges: readonly Condition[],
  limit: string,
  builder: StatementBuilder,
): RangedRows {
  const within = whereClause(resource, merchantId, ranges, builder, 't').join(' and ');
  const clauses = pageClauses(resource, merchantId, request, request.where ?? [], builder);
  const table = builder.table(resource.table);
  const { key } = resource;
  const kept = [...new Set([...key, ...clauses.keyset])].map((name) => `t.${quote(name)}`).join(', ');
  const same = (one: string) => key.map((name) => `t.${quote(name)} = ${one}.${quote(name)}`).join(' and ');
  const ordered = `order by ${clauses.orderBy('t')} limit ${limit}`;
  const before = `
    with few as materialized (
      select ${key.map((name) => `t.${quote(name)}`).join(', ')} from ${table} t where ${within} limit ${FEW + 1}),
    found as materialized (
      (select ${kept} from few f, lateral (select * from ${table} t where ${same('f')} offset 0) t${clauses.where} and (select count(*) from few) <= ${FEW} ${ordered})
      union all
      (select ${kept} from ${table} t${clauses.where} and (select count(*) from few) > ${FEW} ${ordered}))
    `;
  return { before, from: `found f join ${table} t on ${same('f')}`, clauses };
}
