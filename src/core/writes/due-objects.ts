import type { Context } from '../foundation/context.ts';
import { claimByMerchant, findDue } from './find-due.ts';

/*
 * Partial indexes hold only the due objects, so the cost of a sweep grows only with their number. Sweeps are spread over
 * processes by merchant: each run handles one share of the merchants.
 */

/** A share of the merchants: those whose hash leaves this remainder. */
export interface MerchantShare {
  readonly index: number;
  /** The number of shares: a power of two. */
  readonly of: number;
}

/** All merchants in one share. */
export const allMerchants: MerchantShare = Object.freeze({ index: 0, of: 1 });

/** The condition that a merchant is in a share; these parameters are the number of shares and its index. */
const inShare = (first: number) => `hashtext(merchant_id) & ($${first}::int - 1) = $${first + 1}::int`;

/**
 * The condition that a column's time is not after `$1`. The planner expects few rows from a range. From a single `<=` it
 * expects a third of the table, and would sort all rows with the status rather than read the index of due rows.
 */
const hasCome = (column: string) => `${column} > '-infinity' and ${column} <= $1::timestamptz`;

/** The due rows of a table, and the action for each. */
export interface DueObjects {
  readonly table: string;
  readonly id: string;
  /** The column with an object's due time. */
  readonly dueAt: string;
  /** The condition of the partial index. Literals, not parameters, so that the planner can use it. */
  readonly where: string;
  /** Other tables that the condition reads. */
  readonly reads?: readonly string[];
  /** Number of objects ended concurrently; 1 by default. */
  readonly atOnce?: number;
  /** Ends an object in a separate transaction; returns whether it was still due. */
  readonly end: (merchantId: string, id: string) => Promise<boolean>;
}

/** Objects found per statement. */
const BATCH_MAX = 500;
/** Maximum number of objects considered, oldest first. */
const WINDOW = 2_000;
/** Failures after which a run stops: the objects are then not the cause. */
const FAILURES_MAX = 500;
/** A run ends after this time, before the next minute's. */
const RUN_MS = 45_000;

/**
 * Ends the due objects of a share of the merchants, the oldest of each merchant in turn, so that a merchant with a
 * backlog, or whose connector hangs, does not hold up the others. Several processes may do this at once, for the same
 * share too.
 *
 * @returns The number of ended objects.
 * @throws {AggregateError} for objects that could not be ended. Other objects are not affected.
 */
export async function endDueObjects(
  ctx: Context,
  due: DueObjects,
  share: MerchantShare = allMerchants,
): Promise<number> {
  const startedMs = performance.now();
  const handled = new Set<string>();
  /**
   * Failed, or still due after the attempt, such as an object whose connector must still agree: skipped in this run.
   */
  const passedOver: string[] = [];
  const errors: unknown[] = [];
  let ended = 0;
  const end = async ({ id, merchant_id }: DueObject) => {
    const key = `${merchant_id}/${id}`;
    if (handled.has(key)) {
      passedOver.push(id);
      return;
    }
    handled.add(key);
    try {
      if (await due.end(merchant_id, id)) ended += 1;
    } catch (error) {
      passedOver.push(id);
      // Names the object in the log.
      errors.push(new Error(`${id} of ${due.table} could not be ended.`, { cause: error }));
    }
  };
  let found: DueObject[];
  do {
    found = await findObjects(ctx, due, share, passedOver);
    const waiting = found.values();
    await Promise.all(
      Array.from({ length: due.atOnce ?? 1 }, async () => {
        for (const object of waiting) await end(object);
      }),
    );
  } while (
    found.length >= BATCH_MAX &&
    errors.length < FAILURES_MAX &&
    performance.now() - startedMs < RUN_MS
  );
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} of ${due.table} that are due could not be ended.`);
  return ended;
}

interface DueObject {
  readonly merchant_id: string;
  readonly id: string;
}

function findObjects(
  ctx: Context,
  { dueAt, id, reads = [], table, where }: DueObjects,
  share: MerchantShare,
  passedOver: readonly string[],
): Promise<DueObject[]> {
  const text = (isOfSome: () => string) => `
    with oldest as materialized (
      select merchant_id, ${id} as id, ${dueAt} as due_at from ${table}
      where ${where} and ${hasCome(dueAt)}
        and ${inShare(2)} and ${isOfSome()} and ${id} <> all($4::text[])
      order by ${dueAt} limit ${WINDOW}),
    ranked as (select *, row_number() over (partition by merchant_id order by due_at) as rank from oldest)
    select merchant_id, id from ranked order by rank, due_at limit ${BATCH_MAX}`;
  const values = [ctx.ports.now().toISOString(), share.of, share.index, passedOver];
  return findDue<DueObject>(ctx.rows, { text, values, reads: [table, ...reads] });
}

/** Columns to clear in rows whose time is over. */
export interface Erasure {
  readonly table: string;
  readonly id: string;
  readonly set: string;
  /** The column with the time of a row's last change; null if no API shows the cleared columns. */
  readonly changes: string | null;
  readonly where: string;
  /** The limit for `expires_on`. */
  readonly before: Date;
  /** All merchants by default. */
  readonly share?: MerchantShare | undefined;
}

/**
 * Deletes rows past their retention, in batches. Locked rows are left to the next run, so concurrent processes delete
 * different rows.
 */
export async function eraseExpired(ctx: Context, erasure: Erasure): Promise<void> {
  const { before, changes, id, set, share = allMerchants, table, where } = erasure;
  const isDue = `${where} and ${hasCome('expires_on')}`;
  const find = (isOfSome: () => string) => `
    select merchant_id, ${id} as id from ${table} where ${isDue} and ${inShare(2)} and ${isOfSome()}
    order by expires_on limit ${BATCH_MAX}`;
  const erase = `
    with due as (
      select ${id} from ${table}
      where merchant_id = $2 and ${id} = any($3::text[]) and ${isDue} for update skip locked)
    update ${table} o set ${set}${changes ? `, ${changes} = greatest(o.${changes}, $4::timestamptz)` : ''} from due where o.merchant_id = $2 and o.${id} = due.${id}
    returning o.${id}`;
  const at = before.toISOString();
  for (;;) {
    const values = [at, share.of, share.index];
    const found = await findDue<DueObject>(ctx.rows, { text: find, values, reads: [table] });
    const erased = await claimByMerchant(found, (merchantId, due) =>
      ctx.rows.query(
        {
          text: erase,
          values: [
            ...[at, merchantId, due.map((each) => each.id)],
            ...(changes ? [ctx.ports.now().toISOString()] : []),
          ],
          touches: { writes: [table] },
        },
        merchantId,
      ),
    );
    if (found.length < BATCH_MAX || erased.length === 0) return;
  }
}
