import type { ComputedValue } from '../model/field-description.ts';
import { entryWords, type FieldDescription, fieldOf, type ResourceDescription } from '../model/index.ts';
import { quote, type StatementBuilder } from './statement.ts';

export type Comparison = 'eq' | 'in' | 'gt' | 'gte' | 'lt' | 'lte';

/**
 * A predicate on rows. A list of conditions is joined by AND. `not` holds if its conditions do not, including because
 * of a null value.
 */
export type Condition =
  | { readonly field: string; readonly op: Comparison; readonly value: unknown }
  | { readonly search: string; readonly withoutPersonal?: boolean }
  | { readonly field: string; readonly entry: { readonly key: string; readonly value: string } }
  | { readonly or: readonly (readonly Condition[])[] }
  | { readonly not: readonly Condition[] };

/** Whether conditions are nested. They have too many shapes to cache a text for each. */
export const isNested = (conditions: readonly Condition[]): boolean =>
  conditions.some((condition) => 'or' in condition || 'not' in condition);

const operators = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** A column's SQL type. Parameters are cast explicitly, because type inference in prepared statements may fail. */
export function sqlType(field: FieldDescription): string {
  switch (field.kind) {
    case 'amount':
      return 'int8';
    case 'integer':
      return 'int4';
    case 'bool':
      return 'boolean';
    case 'timestamp':
      return 'timestamptz';
    default:
      return 'text';
  }
}

/** A condition on search words. */
export type SearchCondition = Extract<Condition, { search: string }>;

/**
 * Turns words into a prefix query: `ann@ex.com` finds rows with words that begin with `ann`, `ex` and `com`.
 * PostgreSQL splits and folds them like the search column; a subselect, so that it does so once. Words of personal
 * data have no weight A.
 */
export const searchQuery = (
  { search, withoutPersonal }: SearchCondition,
  builder: StatementBuilder,
): string => `(select sought_words(${builder.parameter(search, 'text')}, '${withoutPersonal ? 'A' : ''}'))`;

/** The tables that `find_searched` and `count_searched` read. They leave out objects with queued changes. */
export const SEARCH_TABLES = ['search_entries', 'search_changes'] as const;

/**
 * The objects of a list whose changes are queued for the search, and whose rows have all sought words now. Beside what
 * `find_searched` finds they are all that have them, at any moment.
 *
 * @param sought The query of {@link searchQuery}.
 */
export function queuedMatches(
  resource: ResourceDescription,
  merchantId: string | null,
  sought: string,
  builder: StatementBuilder,
): string {
  builder.reads(...SEARCH_TABLES);
  const ofMerchant =
    merchantId === null ? '' : ` and q.merchant_id = ${builder.parameter(merchantId, 'text')}`;
  // The limit keeps a plan from computing the words of objects that are not queued, whatever it expects of their number.
  return `
      select q.merchant_id, q.object_id from search_changes q
      cross join lateral (
        select ${entryWords(resource, 'o.')} as words from ${builder.table(resource.table)} o
        where o."merchant_id" = q.merchant_id and o.${quote(resource.id)} = q.object_id limit 1) o
      where q.object_table = '${resource.table}'${ofMerchant} and o.words @@ ${sought}`;
}

/**
 * The predicates of a list. The merchant comes first, because most indexes start with it. Lists across merchants have
 * a separate index, used only by statements with that condition.
 */
export function whereClause(
  resource: ResourceDescription,
  merchantId: string | null,
  conditions: readonly Condition[],
  builder: StatementBuilder,
  alias: string,
): string[] {
  const clauses: string[] = [];
  const scoped = resource.owned || resource.id === 'merchant_id';
  if (scoped && merchantId !== null)
    clauses.push(`${alias}."merchant_id" = ${builder.parameter(merchantId)}`);
  if (resource.owned && merchantId === null && resource.fields.some((field) => field.filter))
    clauses.push(`${alias}.${quote(resource.id)} > ''`);
  if (resource.listedWhile)
    clauses.push(computedExpression(resource.listedWhile, merchantId, builder, alias));
  return [
    ...clauses,
    ...conditions.map((condition) => predicate(resource, merchantId, condition, builder, alias)),
  ];
}

/**
 * A computed field of a row as an SQL expression.
 *
 * @param merchantId The merchant, if the statement reads only one merchant's rows: the field then filters by it too.
 */
export function computedExpression(
  { reads, sql }: ComputedValue,
  merchantId: string | null,
  builder: StatementBuilder,
  alias: string,
): string {
  builder.reads(...reads);
  const isNamed = merchantId !== null && reads.length > 0;
  return sql(alias, isNamed ? builder.parameter(merchantId, 'text') : `${alias}.merchant_id`);
}

function predicate(
  resource: ResourceDescription,
  merchantId: string | null,
  condition: Condition,
  builder: StatementBuilder,
  alias: string,
): string {
  const all = (conditions: readonly Condition[]) =>
    conditions.map((each) => predicate(resource, merchantId, each, builder, alias)).join(' and ') || 'true';
  if ('or' in condition) return `(${condition.or.map((each) => `(${all(each)})`).join(' or ') || 'false'})`;
  if ('not' in condition) return `(${all(condition.not)}) is not true`;
  if ('search' in condition) {
    const query = searchQuery(condition, builder);
    if (!resource.owned) return `${alias}."search" @@ ${query}`;
    const found = `select merchant_id, object_id from find_searched('${resource.table}', ${query})`;
    const all = `${found} union all ${queuedMatches(resource, merchantId, query, builder)}`;
    // Materialized, since a plan may scan it once for each row.
    return `(${alias}."merchant_id", ${alias}.${quote(resource.id)}) in (
      with found as materialized (${all}) select merchant_id, object_id from found)`;
  }
  const field = fieldOf(resource.target, condition.field);
  if ('entry' in condition) return hasEntry(resource, field, condition.entry, builder, alias);
  const column = field.computed
    ? computedExpression(field.computed, merchantId, builder, alias)
    : `${alias}.${quote(field.name)}`;
  const { op, value } = condition;
  // A literal, because the index contains only rows where it is true.
  if (field.kind === 'bool') return value === true ? column : `not ${column}`;
  const isOfValues = op === 'eq' || op === 'in';
  const listed =
    field.listed && isOfValues ? isListed(resource, field.listed, [value].flat(), builder, alias) : null;
  if (listed) return listed;
  if (op === 'in') return `${column} = any(${builder.parameter(value, `${sqlType(field)}[]`)})`;
  return `${column} ${operators[op]} ${builder.parameter(value, sqlType(field))}`;
}

/** Whether a row is in the lists of rows with these values; null unless each value has a list. */
function isListed(
  { key, table }: ResourceDescription,
  listed: NonNullable<FieldDescription['listed']>,
  values: readonly unknown[],
  builder: StatementBuilder,
  alias: string,
): string | null {
  const places = [...new Set(values.map((value) => listed[String(value)]))];
  if (places.length === 0 || places.includes(undefined)) return null;
  const [only, ...others] = places;
  if (others.length === 0 && 'column' in only!) return `${alias}.${quote(only.column)} is not null`;
  const lists = places.map((place) => {
    const of = builder.table('table' in place! ? place.table : table);
    const where = 'column' in place! ? ` where ${quote(place.column)} is not null` : '';
    return `select ${key.map(quote).join(', ')} from ${of}${where}`;
  });
  const same = key.map((name) => `l.${quote(name)} = ${alias}.${quote(name)}`).join(' and ');
  return `exists (select from (${lists.join(' union all ')}) l where ${same})`;
}

/**
 * Whether an object has an entry in a free-form field. The entries' primary key ends with the list's order column;
 * joining by that column too lets a page be read in index order.
 */
function hasEntry(
  resource: ResourceDescription,
  { entries }: FieldDescription,
  { key, value }: { readonly key: string; readonly value: string },
  builder: StatementBuilder,
  alias: string,
): string {
  const same = [...resource.key, resource.order].map((name) => `e.${quote(name)} = ${alias}.${quote(name)}`);
  const entry = `metadata_entry(${builder.parameter(key, 'text')}, ${builder.parameter(value, 'text')})`;
  return `exists (select from ${builder.table(entries!)} e where ${same.join(' and ')} and e.entry = ${entry})`;
}
