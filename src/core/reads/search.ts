import type { ResourceDescription } from '../model/index.ts';
import { boundsOf, type PageClauses, type PageRequest, pageClauses } from './page-request.ts';
import { type Condition, queuedMatches, type SearchCondition, searchQuery } from './predicates.ts';
import { quote, type StatementBuilder } from './statement.ts';

/** Rows of a list scanned per row of a page, before falling back to all rows with the words. */
const LOOKED_THROUGH = 200;

/** The search words of a list of merchants' objects; null without a search. */
export function soughtWords(
  resource: ResourceDescription,
  where: readonly Condition[],
): SearchCondition | null {
  for (const condition of where) {
    if ('search' in condition && resource.owned) return condition;
  }
  return null;
}

/** The rows of a page of search results: common table expressions, and the source for the page. */
interface SearchedRows {
  readonly before: string;
  readonly from: string;
  readonly clauses: PageClauses;
}

/**
 * Finds the rows of a page of search results. Frequent words are found by scanning the beginning of the list.
 * `find_searched` finds all rows with rarer words; it is not called if the page is already full. Both read entries, and leave
 * out objects with queued changes, which are judged by their rows. `offset 0` keeps the look-up of each in the queue by its
 * key: a plan that was made while the queue was empty would scan it for each row.
 *
 * @param limit The placeholder of the number of rows.
 */
export function searchedRows(
  resource: ResourceDescription,
  merchantId: string | null,
  request: PageRequest,
  words: SearchCondition,
  limit: string,
  builder: StatementBuilder,
): SearchedRows {
  const others = (request.where ?? []).filter((condition) => !('search' in condition));
  const clauses = pageClauses(resource, merchantId, request, others, builder);
  const [table, id, sought] = [
    builder.table(resource.table),
    quote(resource.id),
    searchQuery(words, builder),
  ];
  const kept = [...new Set(['merchant_id', resource.id, ...clauses.keyset])].map(
    (name) => `t.${quote(name)}`,
  );
  const passed = [`'${resource.table}'`, sought];
  // Without other conditions the first rows with the words form the page, and their order is known without reading
  // them.
  if (others.length === 0 && clauses.order.field === resource.order) {
    passed.push(`newest_first => ${clauses.direction === 'desc'}`, `at_most => ${limit}`);
    passed.push(...boundArguments(clauses, merchantId, request, builder));
  }
  const isEntry = `e.merchant_id = l."merchant_id" and e.object_table = '${resource.table}' and e.object_id = l.${id}`;
  const before = `
    with queued as materialized (${queuedMatches(resource, merchantId, sought, builder)}),
    first as materialized (
      select l."merchant_id", l.${id} as object_id
      from (select ${kept.join(', ')} from ${table} t${clauses.where}
            order by ${clauses.orderBy('t')} limit ${limit} * ${LOOKED_THROUGH}) l
      cross join lateral (select e.words from search_entries e where ${isEntry} limit 1) e
      where e.words @@ ${sought} and not exists (
        select from search_changes e where ${isEntry} offset 0)
      order by ${clauses.orderBy('l')} limit ${limit}),
    found as (
      select merchant_id, object_id from queued
      union all
      select merchant_id, object_id from first where (select count(*) from first) = ${limit}
      union all
      select merchant_id, object_id from find_searched(${passed.join(', ')})
      where (select count(*) from first) < ${limit})
    `;
  const from = `found f join ${table} t on t."merchant_id" = f.merchant_id and t.${id} = f.object_id`;
  return { before, from, clauses };
}

/** The bounds of a page as arguments of `find_searched`, whose positions include the merchant. */
function boundArguments(
  { order }: PageClauses,
  merchantId: string | null,
  request: PageRequest,
  builder: StatementBuilder,
): string[] {
  return boundsOf(order, request).flatMap(({ operator, position }) => {
    const side = operator === '<' ? 'below' : 'above';
    const [time, ...key] = position;
    const [merchant, id] = merchantId === null ? key : [merchantId, ...key];
    return [
      `${side}_time => ${builder.parameter(time, 'timestamptz')}`,
      `${side}_merchant => ${builder.parameter(merchant, 'text')}`,
      `${side}_id => ${builder.parameter(id, 'text')}`,
    ];
  });
}
