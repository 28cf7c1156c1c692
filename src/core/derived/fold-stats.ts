import type { RowSource } from '../foundation/transaction.ts';
import { resourceOf } from '../model/index.ts';
import { countedObjects } from '../reads/counted-objects.ts';
import { type DueRows, findDue } from '../writes/find-due.ts';
import { GONE_AFTER_MS } from '../writes/liveness.ts';

/*
 * Statistics are totals, the recent objects themselves, and recorded changes of objects that are in the totals. Each run
 * adds the objects that are no longer recent and the changes to the totals, merchant by merchant. Most objects reach their
 * last state while they are recent, and so add to the totals once.
 */

/** Changes, and objects of each type, folded per statement, so that it ends well within its time limit. */
const BATCH_MAX = 2_000;

/** The age at which objects are folded, in seconds: most are no longer changed. */
const SETTLED_S = 30;

/** SQLSTATE `lock_not_available`: a long transaction writes objects of the merchant. */
const LOCKED = '55P03';

const tables = [...countedObjects.keys()].map((of) => resourceOf(of).table);
const touches = { reads: tables, writes: ['stats_totals', 'stats_changes', 'stats_progress'] };

/** The statistics of a merchant that are not folded yet. */
interface Unfolded {
  readonly merchant_id: string;
  /** Recorded changes and recent objects. */
  readonly number: number;
  /** Seconds since the oldest of the recent objects was created. */
  readonly seconds: number;
}

/** Reads what is not folded, for each merchant that has something: one look-up by index for each type of objects. */
const unfolded = (olderThan: string, values: readonly unknown[] = []): DueRows => ({
  text: (isOfSome) => {
    const objects = [...countedObjects].map(([target, { type, withinTime = {} }]) => {
      const { order, table } = resourceOf(target);
      const since = Object.entries({ [order]: 'counted_until', ...withinTime });
      const isRecent = since.map(([column, progress]) => `o.${column} >= x.${progress}`).join(' and ');
      return `
      select x.merchant_id, l.number, l.seconds from stats_progress x cross join lateral (
        select o.merchant_id, count(*) as number, extract(epoch from now() - min(o.${order})) as seconds from ${table} o
        where o.merchant_id = x.merchant_id and ${isRecent} and o.${order} < ${olderThan}
        group by o.merchant_id) l
      where x.object_type = '${type}' and ${isOfSome('x.')}`;
    });
    return `
    select u.merchant_id, sum(u.number)::int as number, max(u.seconds)::float8 as seconds from (
      select c.merchant_id, count(*) as number, 0 as seconds from stats_changes c where ${isOfSome('c.')} group by c.merchant_id
      union all ${objects.join('\n      union all')}) u
    group by u.merchant_id`;
  },
  values,
  reads: ['stats_changes', 'stats_progress', ...tables],
});

/** After how many hours without an object a merchant's changes are recorded again: each run looks only at the others. */
const IDLE_H = 1;

/** The merchants whose recent objects are counted from their tables, of which the last was folded before a time. */
const idleBefore = (at: string, values: readonly unknown[] = []): DueRows => ({
  text: (isOfSome) => `select x.merchant_id from stats_progress x where ${isOfSome('x.')}
    group by x.merchant_id having max(x.counted_until) < ${at}`,
  values,
  reads: ['stats_progress'],
});

/** The oldest statistics not in the totals, in seconds, and their number. They are exact all the same. */
export async function lagOfStatistics(rows: RowSource) {
  const found = await findDue<Unfolded>(rows, unfolded(`'infinity'`));
  return {
    oldestS: Math.max(0, ...found.map(({ seconds }) => seconds)),
    changes: found.reduce((sum, { number }) => sum + number, 0),
  };
}

/**
 * Adds to the totals what is due at the start: recorded changes, and objects created before a time, merchant by merchant.
 * Statistics are exact before, meanwhile and after. While a process of an earlier release runs, which reads no objects for
 * statistics, everything is added, and every change is recorded.
 *
 * @param until - By default, objects are folded that are {@link SETTLED_S} seconds old.
 * @returns The number of changes and objects that were due.
 */
export async function followStatistics(rows: RowSource, until?: Date): Promise<number> {
  const before = until ? '$1::timestamptz' : `(now() - interval '${SETTLED_S} seconds')`;
  const due = await findDue<Unfolded>(rows, unfolded(before, until ? [until.toISOString()] : []));
  const isUnderstood = !(await readsChangesOnly(rows));
  const ended = await findDue<{ merchant_id: string }>(
    rows,
    isUnderstood
      ? idleBefore(`${before} - interval '${IDLE_H} hours'`, until ? [until.toISOString()] : [])
      : idleBefore(`'infinity'`),
  );
  const merchants = new Set(due.map(({ merchant_id }) => merchant_id));
  for (const merchantId of merchants) {
    await foldMerchant(rows, merchantId, isUnderstood ? (until ?? SETTLED_S) : null);
  }
  for (const { merchant_id } of ended) {
    if (!merchants.has(merchant_id)) await foldMerchant(rows, merchant_id, null);
  }
  return due.reduce((sum, { number }) => sum + number, 0);
}

/** Makes a merchant's totals anew from its objects, beside its traffic; returns the number of objects. */
export async function rebuildStatistics(rows: RowSource, merchantId: string): Promise<number> {
  const text = 'select rebuild_stats($1) as rebuilt';
  const [row] = await rows.query<{ rebuilt: number }>({ text, values: [merchantId], touches }, merchantId);
  return Number(row!.rebuilt);
}

/** Whether a process runs whose statements leave recent objects out of statistics. */
async function readsChangesOnly(rows: RowSource): Promise<boolean> {
  const text = `select true as found from processes
    where counts_objects is null and seen_at > now() - interval '${GONE_AFTER_MS} ms' limit 1`;
  const [row] = await rows.query<{ found: boolean }>(
    { text, values: [], touches: { reads: ['processes'] } },
    null,
  );
  return row?.found ?? false;
}

async function foldMerchant(rows: RowSource, merchantId: string, until: Date | number | null): Promise<void> {
  const at = typeof until === 'number' ? `now() - $3::int * interval '1 second'` : '$3::timestamptz';
  const asked = until instanceof Date ? until.toISOString() : until;
  try {
    await foldAll(rows, merchantId, 'select fold_stats($1, $2::int) as folded');
    await foldAll(rows, merchantId, `select fold_objects($1, ${at}, $2::int) as folded`, asked);
  } catch (error) {
    // The next run tries again.
    if ((error as { code?: string }).code !== LOCKED) throw error;
  }
}

/** Runs a function that folds so many, until it leaves none. */
async function foldAll(
  rows: RowSource,
  merchantId: string,
  text: string,
  ...further: unknown[]
): Promise<void> {
  for (let folded = BATCH_MAX; folded >= BATCH_MAX; ) {
    const values = [merchantId, BATCH_MAX, ...further];
    const [row] = await rows.query<{ folded: number }>({ text, values, touches }, merchantId);
    folded = row!.folded;
  }
}
