import { Attempt } from '../entities/attempt.ts';
import { BalanceBackfill } from '../entities/balance-entry.ts';
import { Capture } from '../entities/capture.ts';
import { MerchantAccount } from '../entities/merchant-account.ts';
import {
  type BalanceState,
  balanceDifference,
  balanceStateOf,
} from '../entities/states/balance-difference.ts';
import { type BalanceEffect, balanceEffects } from '../entities/states/balance-effects.ts';
import { type Context, type WritingContext, withinMerchant } from '../foundation/context.ts';
import { reconIsActive, requireRecon } from '../merchant-accounts/reconciliation.ts';
import * as f from '../model/fields.ts';
import { modifiedFieldOf, resourceOf, ValueObject } from '../model/index.ts';
import { type DueObjects, endDueObjects, type MerchantShare } from '../writes/due-objects.ts';
import { insertEntry } from '../writes/outbox/balance-entries.ts';
import { insert, inTransaction, lock, requireMerchant } from '../writes/transactions.ts';

@ValueObject({ about: 'The job that writes the balance entries of the past, once.' })
export class BalanceEntriesBackfill {
  @f.Id('Merchant account.', { required: true, example: 'acme' }) merchant_id!: string;
  @f.Bool('Whether every capture, refund, dispute and payout has its entries.', {
    required: true,
    example: false,
  })
  is_complete!: boolean;
  @f.Integer('Number of entries written so far.', { required: true, min: 0, example: 12_000 })
  entries_written!: number;
  @f.Timestamp('Time of the first request.', { required: true }) created_at!: string;
  @f.Timestamp('Time at which it was complete; null until then.', { example: null })
  finished_at?: string | null;
}

/** Objects read in one transaction. */
const PAGE_OBJECTS = 200;
/** The time that one backfill may use per run, so that a long one does not delay the others. */
const BACKFILL_MS = 30_000;

/**
 * Requests the entries of the past. A repeated request returns the state of the first.
 *
 * @throws {Problem} `unexpected_state` while reconciliation is not active.
 */
export async function startBalanceBackfill(ctx: Context): Promise<BalanceEntriesBackfill> {
  await requireRecon(ctx);
  return inTransaction(ctx, async (tx) => {
    const merchant_id = requireMerchant(tx);
    // Concurrent requests wait for each other.
    await lock(tx, MerchantAccount, merchant_id);
    const known = await tx.transaction.em.findOne(BalanceBackfill, { merchant_id, kind: 'past' });
    if (known) return shown(known);
    const now = tx.ports.now();
    const backfill = Object.assign(new BalanceBackfill(), {
      ...({ merchant_id, kind: 'past', status: 'pending', changed_since: null } as const),
      ...{ stage: 0, after_id: '', entries: 0, due_at: now, created_at: now },
    });
    await insert(tx, backfill, false);
    return shown(backfill);
  });
}

const shown = ({ created_at, entries, finished_at, merchant_id, status }: BalanceBackfill) => ({
  merchant_id,
  is_complete: status === 'done',
  entries_written: entries,
  created_at: created_at.toISOString(),
  finished_at: finished_at?.toISOString() ?? null,
});

/**
 * Continues the due backfills of a share of the merchants, page by page, each page in a separate transaction. After an
 * interruption the next run continues with the missing page.
 *
 * @returns The number of finished backfills.
 */
export function continueBalanceBackfills(ctx: Context, share: MerchantShare): Promise<number> {
  const due: DueObjects = {
    table: 'balance_backfills',
    id: 'kind',
    dueAt: 'due_at',
    where: "status = 'pending'",
    end: async (merchantId, kind) => {
      const untilMs = performance.now() + BACKFILL_MS;
      const of = withinMerchant(ctx, merchantId);
      while (performance.now() < untilMs) {
        const state = await backfillPage(of, kind);
        if (state !== 'continues') return state === 'done';
      }
      return false;
    },
  };
  return endDueObjects(ctx, due, share);
}

/** Writes the missing entries of the next objects in one transaction, which saves the progress. */
export const backfillPage = (ctx: Context, kind: string): Promise<'continues' | 'done' | 'rests'> =>
  inTransaction(ctx, async (tx) => {
    const backfill = await lock(tx, BalanceBackfill, kind);
    if (backfill.status === 'done') return 'done';
    const { merchant_id } = backfill;
    const account = await tx.transaction.em.findOne(MerchantAccount, { merchant_id });
    if (!account || !reconIsActive(account)) return 'rests';
    const effect = balanceEffects[backfill.stage];
    if (!effect) {
      backfill.status = 'done';
      backfill.finished_at = tx.ports.now();
      return 'done';
    }
    const ids = await holdNext(tx, effect, backfill);
    if (ids.length === 0) {
      backfill.stage += 1;
      backfill.after_id = '';
      return 'continues';
    }
    backfill.entries += await writeMissing(tx, effect, merchant_id, ids);
    backfill.after_id = ids.at(-1)!;
    return 'continues';
  });

/**
 * Locks the next objects, which no other transaction then changes, and returns their identifiers. Waiting for one while it
 * holds others could deadlock with a command: it takes those before the first that another holds, and waits only for the
 * first of all.
 */
async function holdNext(
  tx: WritingContext,
  { id, target }: BalanceEffect<object>,
  { after_id, changed_since, merchant_id }: BalanceBackfill,
): Promise<string[]> {
  const { table } = resourceOf(target);
  const isSince = `($3::timestamptz is null or ${modifiedFieldOf(target)} >= $3::timestamptz)`;
  const isAny = target === (Attempt as unknown) ? 'error_code is not null' : 'true';
  const candidates = `select ${id} as id from ${table}
    where merchant_id = $1 and ${id} > $2 and ${isSince} and ${isAny} order by ${id} limit ${PAGE_OBJECTS}`;
  const values = [merchant_id, after_id, changed_since?.toISOString() ?? null];
  const touches = { reads: [table] };
  const run = (text: string, given: readonly unknown[]) =>
    tx.rows.query<{ id: string }>({ text, values: given, touches }, tx.merchantId);
  const found = (await run(candidates, values)).map((row) => row.id);
  const lockText = (skip: string) =>
    `select ${id} as id from ${table} where merchant_id = $1 and ${id} = any($2::text[])
     order by ${id} for no key update${skip}`;
  const held = new Set((await run(lockText(' skip locked'), [merchant_id, found])).map((row) => row.id));
  const end = found.findIndex((one) => !held.has(one));
  const taken = end < 0 ? found : found.slice(0, end);
  if (taken.length > 0 || found.length === 0) return taken;
  await run(lockText(''), [merchant_id, [found[0]]]);
  return [found[0]!];
}

/** Writes the entries that lead from the sums of objects' entries to their states; returns their number. */
async function writeMissing(
  tx: WritingContext,
  effect: BalanceEffect<object>,
  merchant_id: string,
  ids: readonly string[],
): Promise<number> {
  const { em } = tx.transaction;
  const objects = await em.find(effect.target, { merchant_id, [effect.id]: [...ids] } as never);
  if (effect.target === (Capture as unknown)) {
    const attempt_id = [...new Set(objects.map((one) => (one as Capture).authorized_attempt_id))];
    // Each entry repeats fields of the attempt.
    await em.find(Attempt, { merchant_id, attempt_id });
  }
  const recorded = await recordedStates(tx, effect, merchant_id, objects);
  let written = 0;
  for (const object of objects) {
    const before = recorded.get(String((object as Record<string, unknown>)[effect.id])) ?? nothing;
    for (const difference of balanceDifference(effect, before, balanceStateOf(effect, object))) {
      const hasMoved = difference.type === effect.types[0];
      const changed = (object as Record<string, unknown>)[modifiedFieldOf(effect.target)!] as Date;
      await insertEntry(tx, effect, object, difference, hasMoved ? effect.occurredAt(object) : changed);
      written += 1;
    }
  }
  return written;
}

const nothing: BalanceState = { moved: [], fees: [] };

interface RecordedSum {
  readonly id: string;
  readonly currency: string;
  readonly gross: string;
  readonly fee: string | null;
}

/** What the entries of objects say that they have moved. Adjustments belong to differences. */
async function recordedStates(
  tx: WritingContext,
  { id }: BalanceEffect<object>,
  merchantId: string,
  objects: readonly object[],
): Promise<Map<string, BalanceState>> {
  const valuesOf = (name: string) => objects.map((one) => (one as Record<string, unknown>)[name]);
  // Fees of attempts are few, and found by their payments.
  const ofPayments = id === 'attempt_id' ? ' and payment_id = any($3::text[])' : '';
  const text = `select ${id} as id, currency, sum(gross)::text as gross, sum(fee)::text as fee from balance_entries
    where merchant_id = $1 and ${id} = any($2::text[])${ofPayments}
      and type not in ('adjustment', 'transfer', 'conversion')
    group by 1, 2`;
  const values = [merchantId, valuesOf(id), ...(ofPayments ? [valuesOf('payment_id')] : [])];
  const touches = { reads: ['balance_entries'] };
  const rows = await tx.rows.query<RecordedSum>({ text, values, touches }, tx.merchantId);
  return new Map(
    [...Map.groupBy(rows, (row) => row.id)].map(([object, sums]) => [
      object,
      {
        moved: sums.map(({ currency, gross }) => ({ amount: Number(gross), currency })),
        fees: sums.flatMap(({ currency, fee }) => (fee === null ? [] : [{ amount: Number(fee), currency }])),
      },
    ]),
  );
}
