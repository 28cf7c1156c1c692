import { Attempt } from '../../entities/attempt.ts';
import { BalanceEntry } from '../../entities/balance-entry.ts';
import { Capture } from '../../entities/capture.ts';
import {
  type BalanceDifference,
  balanceDifference,
  balanceStateOf,
} from '../../entities/states/balance-difference.ts';
import { type BalanceEffect, balanceEffectOf } from '../../entities/states/balance-effects.ts';
import type { WritingContext } from '../../foundation/context.ts';
import { resourceOf } from '../../model/index.ts';

/** The fields of an object that its entries repeat. */
interface Moving {
  readonly merchant_id: string;
  readonly payment_id?: string | null;
  readonly payout_id?: string | null;
  readonly profile_id?: string | null;
  readonly merchant_connector_id?: string | null;
  readonly available_on?: Date | null;
}

/**
 * Adds the balance entries of the objects that a transaction changed to the pending writes, which are sent with the commit:
 * the differences between the states before the transaction and now. Reconciliation is active for their merchant.
 *
 * @param at When the objects changed.
 */
export async function writeBalanceEntries(tx: WritingContext, at: Date): Promise<void> {
  for (const [object, change] of tx.transaction.changes) {
    const effect = balanceEffectOf(object);
    if (!effect || change.deleted) continue;
    const before = change.before as typeof object | null;
    const [then, now] = [balanceStateOf(effect, before), balanceStateOf(effect, object)];
    for (const difference of balanceDifference(effect, then, now))
      await insertEntry(tx, effect, object, difference, at);
    const wasAvailable = (before as Moving | null)?.available_on;
    if (then.moved.length > 0 && isOther(wasAvailable, (object as Moving).available_on))
      await moveAvailability(tx, effect, object as Moving);
  }
}

const isOther = (a: Date | null | undefined, b: Date | null | undefined) => a?.getTime() !== b?.getTime();

/**
 * Adds an entry of an object to the pending writes.
 *
 * @param object The object, or its row.
 */
export async function insertEntry<T extends object>(
  tx: WritingContext,
  effect: BalanceEffect<T>,
  object: T,
  { currency, fee, gross, type }: BalanceDifference,
  at: Date,
): Promise<void> {
  const moving = object as unknown as Moving;
  // A capture has the account and, if they were made together, the transaction of its authorization.
  const attempt = object instanceof Capture ? await attemptOf(tx, object) : null;
  tx.transaction.writes.insert(resourceOf(BalanceEntry).table, {
    merchant_id: moving.merchant_id,
    entry_id: tx.ports.ids.make('bal'),
    type,
    gross,
    fee,
    currency,
    occurred_at: at,
    available_on: moving.available_on ?? null,
    state: 'expected',
    merchant_connector_id: (attempt ?? moving).merchant_connector_id ?? null,
    profile_id: moving.profile_id ?? attempt?.profile_id ?? null,
    connector_reference: effect.reference(object, attempt) ?? null,
    payment_id: moving.payment_id ?? null,
    [effect.id]: (object as Record<string, unknown>)[effect.id],
  });
}

/** The attempt whose authorization a capture captures. The transaction of the change most often holds it. */
async function attemptOf(
  tx: WritingContext,
  { authorized_attempt_id: attempt_id, merchant_id }: Capture,
): Promise<Attempt | null> {
  const { em } = tx.transaction;
  const isIt = (one: object) =>
    one instanceof Attempt && one.attempt_id === attempt_id && one.merchant_id === merchant_id;
  const known = em.known().find(isIt) as Attempt | undefined;
  return known ?? em.findOne(Attempt, { merchant_id, attempt_id });
}

/** Moves the time at which the money of an object's entries is available, as the connector reports it. */
async function moveAvailability<T extends object>(
  tx: WritingContext,
  { id, types: [moved] }: BalanceEffect<T>,
  object: Moving,
): Promise<void> {
  const { em } = tx.transaction;
  const { available_on, merchant_id } = object;
  const of = { merchant_id, [id]: (object as unknown as Record<string, string>)[id], type: moved };
  for (const entry of await em.find(BalanceEntry, { ...of, state: { $ne: 'settled' } }))
    entry.available_on = available_on ?? null;
  await em.flush();
}
