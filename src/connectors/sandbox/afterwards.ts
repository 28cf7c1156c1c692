import type { ConnectorEvent } from '../../core/foundation/ports/connector.ts';
import type { SandboxContext } from './context.ts';
import { type StoredEvent, storedEvent } from './events.ts';
import { failureOf } from './failures.ts';
import { hasSucceeded, type SandboxTransaction } from './transaction.ts';

/** The delay of a reversal after success, by card. */
export const TAKEN_BACK_AFTER_MS = 10_000;

type Afterwards = Exclude<ConnectorEvent, { type: 'outcome' | 'dispute' }>;
type AfterwardsOf<Event> = Event extends unknown ? Omit<Event, 'id' | 'at'> : never;

/**
 * The event that reverses a transaction some seconds after it succeeded, by its card's behaviour: a connector's report
 * after its call is complete. Null for every other transaction.
 */
export function eventAfterwards(transaction: SandboxTransaction, now: Date): StoredEvent | null {
  const event = hasSucceeded(transaction, now) ? whatFollows(transaction) : null;
  if (!event) return null;
  const id = `${transaction.transaction_id}_${event.type}`;
  return storedEvent(transaction, { ...event, id, at: new Date(now.getTime() + TAKEN_BACK_AFTER_MS) });
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

/** Applies a due event to the sandbox's own records, before it is reported to the service. */
export async function takeEffect(ctx: SandboxContext, merchantId: string, body: string): Promise<void> {
  const event = JSON.parse(body) as Record<string, string>;
  // A capture or void made elsewhere is not stored as a transaction: it changes the authorization.
  const isMade = event.type === 'refund_made' || event.type === 'capture_made';
  const part = isMade ? null : (event.connectorCaptureId ?? event.connectorRefundId);
  const id = part ?? event.connectorTransactionId;
  const isWhole = event.type === 'capture_failed' && !event.connectorCaptureId;
  const text = isWhole ? takeBackAuthorization : effects[event.type!];
  if (text)
    await ctx.rows.query(
      { text, values: [merchantId, id], touches: { writes: ['sandbox_transactions'] } },
      merchantId,
    );
}
