import type { RowSource } from '../foundation/transaction.ts';
import { allTables, type DueTime, type FieldDescription, type ResourceDescription } from '../model/index.ts';
import { quote } from '../reads/statement.ts';

/*
 * The future times of a merchant, declared by the fields of all tables (`due`). An advance of the test clock brings each
 * of them closer; the usual jobs then handle the due ones. No time moves before the time of the advance, so it stays
 * later than the times it is compared with, such as a connector's last report, and the order of times is kept.
 */

/** Maximum number of rows per statement, so that it ends well within its time limit. */
const BATCH_MAX = 5_000;

/** A column with a future time, or a document with such times. */
interface DueColumn {
  readonly field: FieldDescription;
  readonly due: DueTime;
}

/** A table with future due times. */
interface DueTable {
  readonly resource: ResourceDescription;
  readonly columns: readonly DueColumn[];
}

/**
 * Last, in this order: a command queues its events when it ends, which may make their endpoint due, and the recording of
 * a delivery attempt writes the endpoint after the delivery.
 */
const LOCKED_LAST: readonly string[] = ['webhook_deliveries', 'webhook_endpoint_states'];

/**
 * Rows that an advance skips while another transaction holds them: a delivery whose attempt is being recorded gets a time
 * as if set after the advance. Waiting for it, while holding other endpoints, could deadlock.
 */
const PASSED_BY = 'webhook_deliveries';

/** The tables with future due times, parents before children: the order in which commands lock them. */
export function dueTables(): DueTable[] {
  const tables = allTables().flatMap((resource): DueTable[] => {
    const columns = resource.fields.flatMap((field) => (field.due ? [{ field, due: field.due }] : []));
    return columns.length > 0 ? [{ resource, columns }] : [];
  });
  const place = ({ resource }: DueTable) => LOCKED_LAST.indexOf(resource.table);
  return tables.toSorted((a, b) => place(a) - place(b));
}

/** An interval of time: its start, and its length in seconds. */
export interface Advance {
  readonly at: Date;
  readonly seconds: number;
}

/** The number of objects of a kind that become due. */
export interface CountOfDue {
  readonly kind: string;
  readonly count: number;
}

let counting: { readonly text: string; readonly reads: readonly string[] } | undefined;

function countingStatement() {
  if (counting) return counting;
  const tables = dueTables();
  const counts = tables.flatMap(({ columns, resource }) =>
    columns.flatMap(({ due, field }) => {
      if (due.as === undefined) return [];
      const time = quote(field.name);
      const conditions = [
        'merchant_id = $1',
        `${time} > $2::timestamptz`,
        `${time} <= $2::timestamptz + make_interval(secs => $3::int)`,
        ...[due.while, due.counted].flatMap((condition) => (condition ? [`(${condition})`] : [])),
      ];
      return [
        {
          kind: due.as,
          table: resource.table,
          text: `select '${due.as}' as kind, count(*)::int as count from ${quote(resource.table)} where ${conditions.join(' and ')}`,
        },
      ];
    }),
  );
  const union = counts.map(({ text }) => text).join(' union all ');
  counting = {
    text: `select kind, sum(count)::int as count from (${union}) counted where count > 0 group by kind order by kind`,
    reads: [...new Set(counts.map(({ table }) => table))],
  };
  return counting;
}

/** Counts the objects that an advance makes due, by kind, without those already due. */
export function countDue(rows: RowSource, merchantId: string, advance: Advance): Promise<CountOfDue[]> {
  const { reads, text } = countingStatement();
  const values = [merchantId, advance.at.toISOString(), advance.seconds];
  return rows.query<CountOfDue>({ text, values, touches: { reads }, heavy: true }, merchantId);
}

const INTERVAL = 'make_interval(secs => $3::int)';

/** A column's present value, as text for a document. */
const documentOf = ({ kind, name }: FieldDescription) =>
  kind === 'text' ? `t.${quote(name)}` : `t.${quote(name)}::text`;

/** The condition of the rows with a future time, and the column's new value. */
function moveOf({ due, field }: DueColumn): { readonly isToCome: string; readonly moved: string } {
  const column = `t.${quote(field.name)}`;
  const within = due.while ? `(${due.while}) and ` : '';
  if (field.kind === 'timestamp')
    return {
      isToCome: `${within}${column} > $2::timestamptz`,
      moved: `greatest(${column} - ${INTERVAL}, $2::timestamptz)`,
    };
  const text = documentOf(field);
  const closer = `bring_closer(${text}, $2::timestamptz, ${INTERVAL})`;
  return {
    isToCome: `${within}${text} <> ${closer}`,
    moved: field.kind === 'text' ? closer : `${closer}::jsonb`,
  };
}

/**
 * Moves a batch of a table's rows, in the order of their keys after the last batch, and returns the last key of the
 * batch; no row at the end. The new times are computed from the locked rows, which another transaction may have changed
 * before; Citus cannot compute them in the update.
 */
function movingText(dueTable: DueTable): string {
  const { columns, resource } = dueTable;
  const key = resource.key.slice(1);
  const moves = columns.map((column) => ({ name: quote(column.field.name), ...moveOf(column) }));
  const moved = moves.map(
    ({ isToCome, moved: later, name }, i) =>
      `case when ${isToCome} then ${later} else t.${name} end as m${i}`,
  );
  const sets = moves.map(({ name }, i) => `${name} = found.m${i}`);
  const counted = resource.fields
    .filter((field) => field.countsChanges)
    .map(({ name }) => `${name} = t.${name} + 1`);
  const keys = key.map((name) => `t.${quote(name)}`).join(', ');
  const found = key.map((_, i) => `k${i}`);
  const after = key.map((_, i) => `$${i + 4}::text`).join(', ');
  const table = quote(resource.table);
  return `
    with found as materialized (
      select ${key.map((name, i) => `t.${quote(name)} as k${i}`).join(', ')}, ${moved.join(', ')} from ${table} t
      where t.merchant_id = $1 and (${keys}) > (${after}) and (${anythingToCome(dueTable)})
      order by ${keys} limit ${BATCH_MAX} for no key update${resource.table === PASSED_BY ? ' skip locked' : ''}),
    moved as (
      update ${table} t set ${[...sets, ...counted].join(', ')} from found
      where t.merchant_id = $1 and (${keys}) = (${found.map((name) => `found.${name}`).join(', ')})
      returning 1)
    select ${found.join(', ')}, (select count(*)::int from found) as found, (select count(*)::int from moved) as moved
    from found order by ${found.map((name) => `${name} desc`).join(', ')} limit 1`;
}

/** The condition of a table's rows with a future time. */
const anythingToCome = ({ columns }: DueTable): string =>
  columns.map((column) => `(${moveOf(column).isToCome})`).join(' or ');

/** The tables with future times of the merchant, so that no row is locked while the other tables are searched. */
async function tablesToMove(
  rows: RowSource,
  merchantId: string,
  { at, seconds }: Advance,
): Promise<DueTable[]> {
  const tables = dueTables();
  const lookups = tables.map(
    (table, i) => `select ${i} as place where exists (
      select from ${quote(table.resource.table)} t where t.merchant_id = $1 and (${anythingToCome(table)}))`,
  );
  const text = lookups.join(' union all ');
  const touches = { reads: tables.map(({ resource }) => resource.table) };
  const found = await rows.query<{ place: number }>(
    { text, values: [merchantId, at.toISOString(), seconds], touches },
    merchantId,
  );
  return found.map(({ place }) => tables[place]!).toSorted((a, b) => tables.indexOf(a) - tables.indexOf(b));
}

/** A moved batch: its last key, in `k0` and so on. */
type Batch = { readonly found: number; readonly moved: number } & Readonly<Record<string, string | number>>;

/**
 * Brings the merchant's future times closer, within a transaction.
 *
 * @returns The number of changed rows.
 */
export async function bringCloser(rows: RowSource, merchantId: string, advance: Advance): Promise<number> {
  let moved = 0;
  for (const table of await tablesToMove(rows, merchantId, advance)) {
    const text = movingText(table);
    const { key, table: name } = table.resource;
    let after: unknown[] = key.slice(1).map(() => '');
    let batch: Batch | undefined;
    do {
      const values = [merchantId, advance.at.toISOString(), advance.seconds, ...after];
      [batch] = await rows.query<Batch>({ text, values, touches: { writes: [name] } }, merchantId);
      moved += batch?.moved ?? 0;
      after = key.slice(1).map((_, i) => batch?.[`k${i}`]);
    } while (batch?.found === BATCH_MAX);
  }
  return moved;
}

/** Tasks that run every minute. */
const SOON = `interval '1 minute'`;

/**
 * Makes background tasks that are due within the minute run at once, after the commit. Running tasks run once more: they
 * may have read the times before the advance.
 */
export async function runTasksNow(rows: RowSource, merchantId: string, now: Date): Promise<void> {
  const text = `update scheduled_tasks set due_at = $1::timestamptz where due_at <= $1::timestamptz + ${SOON}`;
  await rows.query(
    { text, values: [now.toISOString()], touches: { writes: ['scheduled_tasks'] } },
    merchantId,
  );
}
