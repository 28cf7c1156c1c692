import { sql } from '../cluster.ts';
import type { Tallies, Tally } from './day.ts';
import { at, print, whole } from './report.ts';
import type { Day } from './run-day.ts';
import type { Vital } from './vitals.ts';

const PARTS = ['begin', 'middle', 'end'] as const;

/** A table's bytes, and its inserted rows and updates so far. */
interface TableSize {
  readonly name: string;
  readonly bytes: number;
  readonly inserts: number;
  readonly updates: number;
  readonly hot: number;
}

/** Partitions count as their table. */
const TABLES = `select coalesce(p.relname, c.relname) as name, sum(pg_total_relation_size(c.oid))::float8 as bytes,
    sum(s.n_tup_ins)::float8 as inserts, sum(s.n_tup_upd)::float8 as updates, sum(s.n_tup_hot_upd)::float8 as hot
  from pg_class c join pg_stat_all_tables s on s.relid = c.oid
    left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
  where c.relkind = 'r' and c.relnamespace::regnamespace::text in ('public', 'partitions') group by 1`;

/** The size of each table, with its indexes and TOAST, and its updates. */
export const tableSizes = async (superuserUrl: string): Promise<readonly TableSize[]> =>
  (await sql(superuserUrl, TABLES)) as unknown as TableSize[];

/**
 * Prints a soak's figures in its first, second and last third: processor time, times by operation, refusals, the event loop and
 * memory.
 *
 * @param vitals With one from before the load.
 */
export function reportThirds({ tallies }: Day, vitals: readonly Vital[], seconds: number): void {
  const due = [...tallies.values()].flatMap(({ refusedMs, sent }) => [
    ...sent.map(({ dueMs }) => dueMs),
    ...refusedMs,
  ]);
  const first = due.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY);
  const thirdOf = (dueMs: number) => Math.min(2, Math.floor((3 * (dueMs - first)) / (seconds * 1_000)));
  const row = (name: string, cells: readonly string[]) => print(`| ${name} | ${cells.join(' | ')} |`);
  const each = (of: (part: number) => string) => PARTS.map((_, part) => of(part));
  print(`\n| | ${PARTS.join(' | ')} |\n|---|--:|--:|--:|`);
  const ofPart = (part: number) =>
    vitals.filter(({ atS }) => Math.min(2, Math.floor((3 * atS) / seconds)) === part);
  const cores = (part: number, of: (vital: Vital) => number) => {
    const [from, to] = [(seconds * part) / 3, (seconds * (part + 1)) / 3].map(
      (atS) => vitals.findLast((vital) => vital.atS <= atS + 1) ?? vitals[0]!,
    ) as [Vital, Vital];
    return ((of(to) - of(from)) / ((to.atS - from.atS) * 1_000)).toFixed(2);
  };
  row(
    'service · PostgreSQL, cores',
    each(
      (part) => `${cores(part, (vital) => vital.serviceMs)} · ${cores(part, (vital) => vital.databaseMs)}`,
    ),
  );
  for (const [name, tally] of tallies)
    row(
      `${name} p50 / p95 / p99, ms`,
      each((part) => timesOf(tally, part, thirdOf)),
    );
  row(
    'refused',
    each((part) => `${refusalsIn(tallies, (due) => thirdOf(due) === part)}`),
  );
  row(
    'customers refused',
    each(
      (part) =>
        `${refusalsIn(new Map([...tallies].filter(([name]) => name === 'create customer')), (due) => thirdOf(due) === part)}`,
    ),
  );
  row(
    'event loop p50 / p99, ms',
    each(
      (part) =>
        `${median(ofPart(part).map((vital) => vital.loopP50Ms))} / ${median(ofPart(part).map((vital) => vital.loopP99Ms))}`,
    ),
  );
  row(
    'heap · resident at its end, MB',
    each(
      (part) =>
        `${whole(ofPart(part).at(-1)?.heapMb ?? Number.NaN)} · ${whole(ofPart(part).at(-1)?.residentMb ?? Number.NaN)}`,
    ),
  );
  row(
    'database at its end, MB',
    each((part) => whole(ofPart(part).at(-1)?.databaseMb ?? Number.NaN)),
  );
}

function timesOf({ sent }: Tally, part: number, thirdOf: (dueMs: number) => number): string {
  const tookMs = sent
    .filter(({ dueMs }) => thirdOf(dueMs) === part)
    .map(({ doneMs, dueMs }) => doneMs - dueMs);
  return [0.5, 0.95, 0.99].map((share) => at(tookMs, share)).join(' / ');
}

const refusalsIn = (tallies: Tallies, isIn: (dueMs: number) => boolean) =>
  [...tallies.values()].flatMap(({ refusedMs }) => refusedMs.filter(isIn)).length;

const median = (values: readonly number[]) =>
  (values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN).toFixed(1);

/** Below this many bytes a payment, a table is left out. */
const BYTES_MIN = 100;

/** Prints the disk that a payment took by table, and which share of a table's updates was HOT. */
export function reportDisk(before: readonly TableSize[], after: readonly TableSize[]): void {
  const earlier = new Map(before.map((table) => [table.name, table]));
  const none = { bytes: 0, inserts: 0, updates: 0, hot: 0 };
  const grown = after
    .map(({ name, ...now }) => {
      const then = earlier.get(name) ?? none;
      return {
        name,
        bytes: now.bytes - then.bytes,
        inserts: now.inserts - then.inserts,
        updates: now.updates - then.updates,
        hot: now.hot - then.hot,
      };
    })
    .toSorted((one, other) => other.bytes - one.bytes);
  const payments = grown.find(({ name }) => name === 'payments')!.inserts;
  const kB = (bytes: number) => (bytes / payments / 1_000).toFixed(1);
  const total = grown.reduce((sum, { bytes }) => sum + bytes, 0);
  print(`\nDisk: ${kB(total)} kB for each of ${payments} payments, with all that was done besides\n`);
  print('| table | kB a payment | updates | HOT, % |\n|---|--:|--:|--:|');
  for (const { bytes, hot, name, updates } of grown) {
    if (bytes / payments < BYTES_MIN) continue;
    print(`| ${name} | ${kB(bytes)} | ${updates} | ${updates === 0 ? '–' : whole((100 * hot) / updates)} |`);
  }
}
