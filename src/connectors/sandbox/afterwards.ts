import type { Charges, ConnectorEvent } from '../../core/foundation/ports/connector.ts';
import type { SandboxContext } from './context.ts';
import { type StoredEvent, storedEvent } from './events.ts';
import { failureOf } from './failures.ts';
import { chargesOfCapture, chargesOfRefund } from './settings.ts';
import { hasSucceeded, type SandboxTransaction } from './transaction.ts';

/** The delay of a reversal after success, by card. */
export const TAKEN_BACK_AFTER_MS = 10_000;

/** How much more than authorized a card has captured. */
const BEYOND = 100;

type Afterwards = Exclude<ConnectorEvent, { type: 'outcome' | 'dispute' }>;
type AfterwardsOf<Event> = Event extends unknown ? Omit<Event, 'id' | 'at'> : never;

/** An event some seconds after a transaction succeeded. */
interface Following {
  readonly event: AfterwardsOf<Afterwards>;
  /** When it is sent, if not when it happened. */
  readonly sentAfterMs?: number;
  /** When it happened. */
  readonly afterMs: number;
  /**
   * An unusual effect on the sandbox's own records: none, because the sandbox does not hold the money; or the return of
   * money that an earlier event took.
   */
  readonly effect?: 'none' | 'again';
}

/**
 * The events that reverse or correct a transaction some seconds after it succeeded, by its card's behaviour: a
 * connector's reports after its call is complete. None for every other transaction.
 */
export function eventsAfterwards(transaction: SandboxTransaction, now: Date): StoredEvent[] {
  if (!hasSucceeded(transaction, now)) return [];
  const first = whatFollows(transaction);
  const following: Following[] = first
    ? [{ event: first, afterMs: TAKEN_BACK_AFTER_MS }]
    : whatIsCorrected(transaction);
  return following.map(({ afterMs, effect, event, sentAfterMs = afterMs }, place) => {
    const id = `${transaction.transaction_id}_${event.type}${place > 0 ? `_${place}` : ''}`;
    const after = (ms: number) => new Date(now.getTime() + ms);
    const at = after(afterMs);
    const body = { ...event, ...chargesOf(event, at), id, at, ...(effect ? { effect } : {}) };
    return { ...storedEvent(transaction, body), next_at: after(sentAfterMs).toISOString() };
  });
}

/** The charges for money that was moved in the dashboard. */
function chargesOf(event: AfterwardsOf<Afterwards>, at: Date): Charges {
  if (event.type === 'capture_made') return chargesOfCapture(event.connectorCaptureId, event, at);
  return event.type === 'refund_made' ? chargesOfRefund(event.connectorRefundId, event, at) : {};
}

/** Reports that contradict each other, or come in the wrong order. */
function whatIsCorrected(transaction: SandboxTransaction): Following[] {
  const { amount, authorized, behaviour, captured, currency, kind, parent_id, transaction_id } = transaction;
  const { code, message } = failureOf('returned', null);
  const isCapture = kind === 'capture';
  const isAuthorization = kind === 'authorize';
  const connectorTransactionId = isAuthorization ? transaction_id : parent_id!;
  const captureMade = (
    sum: number,
    connectorCaptureId = `${transaction_id}_capture`,
  ): AfterwardsOf<Afterwards> => ({
    type: 'capture_made',
    ...{ connectorTransactionId, connectorCaptureId },
    ...{ amount: sum, currency, final: true },
  });
  const refundMade = (sum: number, connectorRefundId: string): AfterwardsOf<Afterwards> => ({
    type: 'refund_made',
    ...{ connectorTransactionId, connectorRefundId },
    ...{ amount: sum, currency, reason: 'Refunded by the sandbox.' },
    status: 'succeeded',
  });
  const [first, second] = [TAKEN_BACK_AFTER_MS, 2 * TAKEN_BACK_AFTER_MS];
  if (behaviour === 'capture_recovered' && (isCapture || (isAuthorization && captured > 0))) {
    const id = isCapture ? transaction_id : null;
    const failed = { type: 'capture_failed', connectorTransactionId, connectorCaptureId: id } as const;
    const made = id ? captureMade(amount, id) : captureMade(amount);
    return [
      { afterMs: first, event: { ...failed, code, message } },
      { afterMs: second, event: made, effect: 'again' },
    ];
  }
  if (behaviour === 'expired_then_captured' && isAuthorization && captured === 0) {
    return [
      { afterMs: first, event: { type: 'authorization_ended', connectorTransactionId, reason: 'expired' } },
      { afterMs: second, event: captureMade(authorized), effect: 'again' },
    ];
  }
  if (behaviour === 'captured_beyond' && isAuthorization && captured === 0) {
    return [{ afterMs: first, event: captureMade(authorized + BEYOND), effect: 'none' }];
  }
  if (behaviour === 'refund_recovered' && kind === 'refund') {
    const failed = { type: 'refund_failed', connectorRefundId: transaction_id, code, message } as const;
    return [
      { afterMs: first, event: failed },
      { afterMs: second, event: refundMade(amount, transaction_id), effect: 'again' },
    ];
  }
  if (behaviour === 'refund_failed_early' && isAuthorization && captured > 0) {
    const id = `${transaction_id}_refund`;
    const failed = { type: 'refund_failed', connectorRefundId: id, code, message } as const;
    return [
      { afterMs: second, sentAfterMs: first, event: failed, effect: 'none' },
      { afterMs: first, sentAfterMs: second, event: refundMade(captured, id), effect: 'none' },
    ];
  }
  return [];
}

function whatFollows(transaction: SandboxTransaction): AfterwardsOf<Afterwards> | null {
  const { behaviour, captured, currency, kind, parent_id, transaction_id } = transaction;
  const { code, message } = failureOf('returned', null);
  if (kind === 'payout' && behaviour === 'payout_returned') {
    return { type: 'payout_returned', connectorTransactionId: transaction_id, code, message };
  }
  if (kind === 'refund' && behaviour === 'refund_returned') {
    return { type: 'refund_failed', connectorRefundId: transaction_id, code, message };
  }
  if (kind === 'authorize' && captured > 0 && behaviour === 'refunded_elsewhere') {
    return {
      type: 'refund_made',
      connectorTransactionId: transaction_id,
      connectorRefundId: `${transaction_id}_refund`,
      amount: captured,
      currency,
      status: 'succeeded',
      reason: 'Refunded in the dashboard of the sandbox.',
    };
  }
  if (behaviour === 'capture_returned' && (kind === 'capture' || captured > 0)) {
    const isCapture = kind === 'capture';
    return {
      type: 'capture_failed',
      connectorTransactionId: isCapture ? parent_id! : transaction_id,
      connectorCaptureId: isCapture ? transaction_id : null,
      code,
      message,
    };
  }
  if (kind === 'authorize' && captured === 0 && behaviour === 'captured_elsewhere') {
    return {
      type: 'capture_made',
      connectorTransactionId: transaction_id,
      connectorCaptureId: `${transaction_id}_capture`,
      amount: transaction.authorized,
      currency,
      final: true,
    };
  }
  if (kind === 'authorize' && captured > 0 && behaviour === 'fraud_warning') {
    return { type: 'fraud_warning', connectorTransactionId: transaction_id, reason: 'card_never_received' };
  }
  if (kind === 'authorize' && captured === 0 && behaviour === 'authorization_cancelled') {
    return { type: 'authorization_ended', connectorTransactionId: transaction_id, reason: 'cancelled' };
  }
  if (kind === 'authorize' && captured === 0 && behaviour === 'authorization_expires') {
    return { type: 'authorization_ended', connectorTransactionId: transaction_id, reason: 'expired' };
  }
  return null;
}

/** How each event changes the sums of the transaction `$2` and its authorization. A repetition changes nothing. */
const effects: Readonly<Record<string, string>> = {
  refund_failed: `
    with taken as (
      update sandbox_transactions set voided = true, version = version + 1
      where merchant_id = $1 and transaction_id = $2 and not voided returning parent_id, amount)
    update sandbox_transactions t set refunded = t.refunded - taken.amount, version = t.version + 1
    from taken where t.merchant_id = $1 and t.transaction_id = taken.parent_id`,
  refund_made: `
    update sandbox_transactions set refunded = captured, version = version + 1
    where merchant_id = $1 and transaction_id = $2 and refunded < captured`,
  capture_made: `
    update sandbox_transactions set captured = authorized, version = version + 1
    where merchant_id = $1 and transaction_id = $2 and captured = 0 and not voided`,
  capture_failed: `
    with taken as (
      update sandbox_transactions set voided = true, version = version + 1
      where merchant_id = $1 and transaction_id = $2 and not voided
      returning parent_id, amount)
    update sandbox_transactions t set version = t.version + 1,
      authorized = greatest(t.authorized - taken.amount, t.refunded),
      captured = greatest(t.captured - taken.amount, t.refunded)
    from taken where t.merchant_id = $1 and t.transaction_id = taken.parent_id`,
  authorization_ended: `
    update sandbox_transactions set voided = captured = 0, authorized = captured, version = version + 1
    where merchant_id = $1 and transaction_id = $2 and not voided`,
};

/** For money that was captured together with its authorization. */
const takeBackAuthorization = `
  update sandbox_transactions set voided = true, authorized = refunded, captured = refunded, version = version + 1
  where merchant_id = $1 and transaction_id = $2 and kind = 'authorize' and not voided`;

/** How an event that contradicts one before it brings back what that took. A repetition changes nothing. */
const bringsBack: Readonly<Record<string, string>> = {
  capture_made: `
    with back as (
      update sandbox_transactions set voided = false, version = version + 1,
        authorized = case when kind = 'authorize' then amount else authorized end,
        captured = case when kind = 'authorize' then amount else captured end
      where merchant_id = $1 and transaction_id in ($2, $3) and voided
      returning parent_id, amount)
    update sandbox_transactions t set version = t.version + 1,
      authorized = t.authorized + back.amount, captured = t.captured + back.amount
    from back where t.merchant_id = $1 and t.transaction_id = back.parent_id`,
  refund_made: `
    with back as (
      update sandbox_transactions set voided = false, version = version + 1
      where merchant_id = $1 and transaction_id = $3 and voided and $2::text is not null
      returning parent_id, amount)
    update sandbox_transactions t set refunded = t.refunded + back.amount, version = t.version + 1
    from back where t.merchant_id = $1 and t.transaction_id = back.parent_id`,
};

/** Applies a due event to the sandbox's own records, before it is reported to the service. */
export async function takeEffect(ctx: SandboxContext, merchantId: string, body: string): Promise<void> {
  const event = JSON.parse(body) as Record<string, string>;
  if (event.effect === 'none') return;
  const partOf = event.connectorCaptureId ?? event.connectorRefundId ?? null;
  if (event.effect === 'again') {
    const values = [merchantId, event.connectorTransactionId, partOf];
    const touches = { writes: ['sandbox_transactions'] };
    await ctx.rows.query({ text: bringsBack[event.type!]!, values, touches }, merchantId);
    return;
  }
  // A capture or void made elsewhere is not stored as a transaction: it changes the authorization.
  const isMade = event.type === 'refund_made' || event.type === 'capture_made';
  const part = isMade ? null : partOf;
  const id = part ?? event.connectorTransactionId;
  const isWhole = event.type === 'capture_failed' && !event.connectorCaptureId;
  const text = isWhole ? takeBackAuthorization : effects[event.type!];
  if (text)
    await ctx.rows.query(
      { text, values: [merchantId, id], touches: { writes: ['sandbox_transactions'] } },
      merchantId,
    );
}
