import type { Context } from '../foundation/context.ts';
import { majorUnits } from '../foundation/currencies.ts';
import { invalidParameter } from '../foundation/errors.ts';
import { requirePermission } from '../foundation/permissions.ts';
import type { Row } from '../foundation/transaction.ts';
import { type DescribedClass, type FieldDescription, isColumn, resourceOf } from '../model/index.ts';
import { countUpTo } from './count.ts';
import { filterFromJson, orderFromJson } from './filter-json.ts';
import { conditionsOf } from './filters.ts';
import { readPage } from './page.ts';
import { type KeysetPosition, positionOf } from './page-request.ts';
import type { Condition } from './predicates.ts';
import type { Order } from './statement.ts';

/** Rows read by one statement: few enough for little memory per page and little time per statement. */
const PAGE_SIZE = 1_000;
/** Number of rows at which counting stops. */
const COUNT_MAX = 100_000;
/** The column of an amount in major units, next to the column in minor units. */
const MAJOR = '_major';

/** Parameters of an export: JSON of the list's GraphQL arguments, and comma-separated columns. */
export interface ExportRequest {
  readonly filter?: string | null;
  readonly order?: string | null;
  readonly columns?: string | null;
}

/** A list to export. */
export interface ListExport {
  /** The number of rows; a lower bound unless `isExact`. */
  readonly count: number;
  readonly isExact: boolean;
  readonly columns: readonly string[];
  /**
   * The rows in order, each with the values of the columns. Reads more rows as it is consumed, and ends when `return`
   * is called.
   */
  readonly rows: AsyncGenerator<readonly unknown[]>;
}

/** One column of an export. */
export interface ExportColumn {
  readonly name: string;
  readonly field: FieldDescription;
  readonly cellOf: (row: Row) => unknown;
}

const flatKinds: ReadonlySet<FieldDescription['kind']> = new Set([
  'id',
  'text',
  'amount',
  'integer',
  'bool',
  'timestamp',
  'enumeration',
]);

/** The exportable columns of a list: its public fields except secrets. */
function columnsOf(target: DescribedClass): ExportColumn[] {
  const { fields } = resourceOf(target);
  return fields
    .filter(
      (field) => isColumn(field) && field.visibility !== 'nowhere' && !field.credential && !field.encrypted,
    )
    .flatMap((field): ExportColumn[] => {
      const { kind, name } = field;
      const isJson = !flatKinds.has(kind);
      const plain = { name, field, cellOf: (row: Row) => (isJson ? asJson(row[name]) : row[name]) };
      const currency = currencyOf(field);
      if (kind !== 'amount' || !fields.some((other) => other.name === currency)) return [plain];
      return [plain, { name: name + MAJOR, field, cellOf: (row) => major(row[name], row[currency]) }];
    });
}

const currencyOf = ({ currencyIn }: FieldDescription) => currencyIn ?? 'currency';
const asJson = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value));
const major = (amount: unknown, currency: unknown) =>
  amount === null || amount === undefined ? null : majorUnits(Number(amount), String(currency));

/** @throws {Problem} `invalid_parameter` for an unknown or repeated column. */
function chosenColumns(target: DescribedClass, columns: string | null | undefined): ExportColumn[] {
  const all = columnsOf(target);
  if (columns === null || columns === undefined) return all.filter(({ field }) => flatKinds.has(field.kind));
  const names = columns.split(',').map((name) => name.trim());
  if (new Set(names).size < names.length)
    throw invalidParameter('columns', 'columns must not repeat a column.');
  return names.map((name) => {
    const column = all.find((each) => each.name === name);
    if (column) return column;
    const message = `columns must be names separated by commas, from ${all.map((each) => each.name).join(', ')}.`;
    throw invalidParameter('columns', message);
  });
}

/** The rows of an export, by conditions and order, and their columns. */
export interface ExportedList {
  readonly target: DescribedClass;
  readonly where: readonly Condition[];
  readonly order: Order;
  readonly columns: readonly ExportColumn[];
}

/**
 * The list requested for export.
 *
 * @param conditions Conditions in addition to the filter's.
 * @throws {Problem} `invalid_parameter`.
 */
export function exportedList(
  target: DescribedClass,
  request: ExportRequest,
  conditions: readonly Condition[] = [],
): ExportedList {
  return {
    target,
    where: [...conditionsOf(target, filterFromJson(target, request.filter)), ...conditions],
    order: orderFromJson(target, request.order),
    columns: chosenColumns(target, request.columns),
  };
}

/**
 * Exports a list: exactly the rows of the GraphQL list with the same filter and order, without a limit. Rows are read
 * page by page as they are consumed, so memory does not grow with their number; each page is a separate snapshot.
 *
 * @param conditions Conditions in addition to the filter's.
 * @throws {Problem} `not_permitted` without `exports:create` or the list's read permissions; `invalid_parameter`.
 */
export async function exportList(
  ctx: Context,
  target: DescribedClass,
  request: ExportRequest,
  conditions: readonly Condition[] = [],
): Promise<ListExport> {
  requirePermission(ctx, 'exports:create');
  const list = exportedList(target, request, conditions);
  const counted = await countUpTo(ctx, target, list.where, COUNT_MAX);
  return {
    count: Math.min(counted, COUNT_MAX),
    isExact: counted <= COUNT_MAX,
    columns: list.columns.map(({ name }) => name),
    rows: readRows(ctx, list),
  };
}

/** A page of an export: the values of its rows, and the start of the next page; null after the last. */
export interface ExportPage {
  readonly rows: readonly (readonly unknown[])[];
  readonly next: KeysetPosition | null;
}

/** Prepares an export; the returned function reads the page after a position. */
export function exportPages(ctx: Context, { columns, order, target, where }: ExportedList) {
  const resource = resourceOf(target);
  const currencies = columns.flatMap(({ field, name }) => (name.endsWith(MAJOR) ? [currencyOf(field)] : []));
  const names = new Set([...columns.map(({ field }) => field.name), ...currencies]);
  const request = { where, order, columns: [...names], take: 'first', limit: PAGE_SIZE } as const;
  return async (after: KeysetPosition | undefined): Promise<ExportPage> => {
    const { more, rows } = await readPage(ctx, target, { ...request, after });
    const last = rows.at(-1);
    return {
      rows: rows.map((row) => columns.map(({ cellOf }) => cellOf(row))),
      next: more && last ? positionOf(resource, order, ctx.merchantId, last) : null,
    };
  };
}

async function* readRows(ctx: Context, list: ExportedList): AsyncGenerator<readonly unknown[]> {
  const pageAfter = exportPages(ctx, list);
  let after: KeysetPosition | undefined;
  for (;;) {
    const { next, rows } = await pageAfter(after);
    yield* rows;
    if (!next) return;
    after = next;
  }
}
