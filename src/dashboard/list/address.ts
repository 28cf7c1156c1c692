import { toMinorUnits } from '../data/money.ts';
import { endsOf } from '../data/range.ts';
import { viewerZone } from '../data/time.ts';
import { isZone, startOfDayIn } from '../data/zones.ts';
import type { FilterField, ListColumn, ListDefinition, ListRow, ListVariables } from './definition.ts';
import { listOf } from './listed.ts';
import { amountsAs } from './sought.ts';

/** Rows of a page. */
const PAGE_SIZE = 25;

/** URL parameters of the list's page. */
const PLACE = ['after', 'before'] as const;

type Changes = Readonly<Record<string, string | null>>;

/**
 * Parameters with some changes, where null removes one. The list starts again at its first page unless the changes set
 * the page, since a cursor is valid for one order and filter only.
 */
export function withChanges(params: URLSearchParams, changes: Changes): URLSearchParams {
  const changed = new URLSearchParams(params);
  if (!('columns' in changes || 'sums' in changes)) for (const name of PLACE) changed.delete(name);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') changed.delete(name);
    else changed.set(name, value);
  }
  return changed;
}

/** The part of the address that a view stores: all but the position in the list. */
export function viewOf(params: URLSearchParams): string {
  const kept = new URLSearchParams(params);
  for (const name of PLACE) kept.delete(name);
  return kept.toString();
}

/** The time zone of the URL's days: the named zone, so that a link means the same for everyone, or the viewer's. */
export function zoneOf(params: URLSearchParams): string {
  const named = params.get('zone');
  return isZone(named) ? named : viewerZone;
}

/** Whether a day such as `2026-11-22` exists, in a four-digit year before 9999. */
const isDay = (day: string): boolean =>
  /^(?!9999)[1-9]\d{3}-\d{2}-\d{2}$/.test(day) &&
  new Date(`${day}T00:00Z`).getUTCDate() === Number(day.slice(-2));

/**
 * The first instant of a day, `2026-11-22`, in a zone, later by some days; or an instant itself, `2026-11-22T10:00:00Z`.
 * Null if it is neither.
 */
export function startOf(day: string, zone: string, daysLater = 0): string | null {
  const match = /^((\d+)-(\d+)-(\d+))(T.+Z)?$/.exec(day);
  if (!match || !isDay(match[1]!)) return null;
  const [year, month, date] = match.slice(2, 5).map(Number) as [number, number, number];
  const start = match[5] ? new Date(day) : startOfDayIn(zone, year, month, date + daysLater);
  return Number.isNaN(start.getTime()) ? null : start.toISOString();
}

/** The times of a range of days in the URL, `2026-11-01..2026-11-22`; either end may be open. */
export function timesOf(days: string, zone = viewerZone): { gte?: string; lt?: string } {
  const [from, to] = endsOf(days);
  return present({ gte: startOf(from, zone), lt: startOf(to, zone, 1) });
}

const present = (conditions: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(conditions).filter(([, value]) => value !== null && value !== undefined));

/** A filter's values in the URL; only valid options for a choice. */
export function valuesIn({ options }: Pick<FilterField, 'options'>, value: string): string[] {
  const values = listOf(value);
  return Array.isArray(options) ? values.filter((one) => options.includes(one)) : values;
}

/** The condition of one field of the URL; null if absent or invalid. */
function conditionOf(field: FilterField, params: URLSearchParams): object | null {
  const { kind, name } = field;
  const value = params.get(name);
  if (!value) return null;
  if (kind === 'choice' || kind === 'text') {
    const values = valuesIn(field, value);
    return values.length === 0 ? null : { in: values };
  }
  if (kind === 'flag') return flagCondition(field, value);
  if (kind === 'time') {
    const times = timesOf(value, zoneOf(params));
    return Object.keys(times).length === 0 ? null : times;
  }
  return amountCondition(endsOf(value), amountCurrency(params));
}

function flagCondition({ isCount }: FilterField, value: string): object | null {
  if (value !== 'yes' && value !== 'no') return null;
  if (isCount) return value === 'yes' ? { gte: 1 } : { eq: 0 };
  return { eq: value === 'yes' };
}

/** The condition on an amount range in one currency; null without a range. */
function amountCondition([from, to]: readonly [string, string], currency: string | null): object | null {
  if (!currency) return null;
  const conditions = present({ gte: toMinorUnits(from, currency), lte: toMinorUnits(to, currency) });
  return Object.keys(conditions).length === 0 ? null : conditions;
}

/** Alternative filters for an amount without a currency: one must match. */
function amountsOf(filters: readonly FilterField[], params: URLSearchParams): readonly object[] {
  const field = filters.find(({ kind, name }) => kind === 'amount' && params.has(name));
  if (!field || amountCurrency(params)) return [];
  return amountsAs(field.field, endsOf(params.get(field.name)), ([gte, lte]) => present({ gte, lte }));
}

/** The currency of amounts in the URL: the filter's, if it has exactly one. */
export function amountCurrency(params: URLSearchParams): string | null {
  const currencies = listOf(params.get('currency'));
  return currencies.length === 1 && /^[A-Z]{3}$/.test(currencies[0]!) ? currencies[0]! : null;
}

/** The GraphQL filter in the URL. */
export function filterOf<Row extends ListRow>(
  { filters, searches, soughtBy }: Pick<ListDefinition<Row>, 'filters' | 'searches' | 'soughtBy'>,
  params: URLSearchParams,
): Record<string, unknown> {
  const conditions = filters.map((field) => [field.field, conditionOf(field, params)] as const);
  const typed = searches && params.get('q')?.trim();
  const sought = typed ? (soughtBy?.(typed) ?? { search: typed }) : {};
  const amounts = amountsOf(filters, params);
  return {
    ...Object.fromEntries(conditions.filter(([, condition]) => condition !== null)),
    // With other alternatives present, the words are searched verbatim.
    ...(amounts.length > 0 ? { or: amounts, ...(typed ? { search: typed } : {}) } : sought),
  };
}

/** The sort column and direction in the URL. */
export function sortOf<Row extends ListRow>(
  { columns, sortedBy }: ListDefinition<Row>,
  params: URLSearchParams,
) {
  const sort = params.get('sort') ?? `-${sortedBy}`;
  const id = sort.replace(/^-/, '');
  const column =
    columns.find((one) => one.id === id && one.orderBy) ?? columns.find((one) => one.id === sortedBy)!;
  const direction = sort.startsWith('-') ? ('DESC' as const) : ('ASC' as const);
  return { column, direction };
}

/** The columns in the URL, or the default ones. */
export function columnsOf<Row>(
  columns: readonly ListColumn<Row>[],
  params: URLSearchParams,
): readonly string[] {
  const chosen = listOf(params.get('columns')).filter((id) => columns.some((column) => column.id === id));
  return chosen.length > 0 ? chosen : columns.filter(({ isOptional }) => !isOptional).map(({ id }) => id);
}

/** The variables of the list's query, from the URL only. */
export function variablesOf<Row extends ListRow>(
  definition: ListDefinition<Row>,
  params: URLSearchParams,
): ListVariables {
  const { column, direction } = sortOf(definition, params);
  const before = params.get('before');
  const after = params.get('after');
  return {
    filter: { ...definition.where, ...filterOf(definition, params) },
    orderBy: { field: column.orderBy!, direction },
    ...(before ? { last: PAGE_SIZE, before } : { first: PAGE_SIZE, ...(after ? { after } : {}) }),
  };
}
