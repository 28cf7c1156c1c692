import type { Charges, ConnectorEvent } from '../../core/foundation/ports/connector.ts';
import { type StoredEvent, storedEvent } from './events.ts';
import { failureOf } from './failures.ts';
import { chargesOfCapture, chargesOfRefund, type PricedCard } from './settings.ts';
import { hasSucceeded, pricedCardOf, type SandboxTransaction } from './transaction.ts';

/** The delay of a reversal after success, by card. */
export const TAKEN_BACK_AFTER_MS = 10_000;

/** How much more than authorized a card has captured. */
export const BEYOND = 100;

/** A report of the sandbox after its call is complete. */
export type Afterwards = Exclude<
  ConnectorEvent,
  {
    type:
      | 'outcome'
      | 'dispute'
      | 'captured_total'
      | 'card_updated'
      | 'mandate_revoked'
      | 'mandate_stored'
      | 'report_ready';
  }
>;
type AfterwardsOf<Event> = Event extends unknown ? Omit<Event, 'id' | 'at'> : never;

/** An event some seconds after a transaction succeeded. */
interface Following {
  readonly event: AfterwardsOf<Afterwards>;
  /** When it is sent, if not when it happened. */
  readonly sentAfterMs?: number;
  /** When it happened. */
  readonly afterMs: number;
  /** An unusual effect on the sandbox's own records. */
  readonly effect?: 'apart' | 'again';
}

/**
 * The events that reverse or correct a transaction some seconds after it succeeded, by its card's behaviour: a
 * connector's reports after its call is complete. Other transactions have none. The amounts are the
 * present ones: `effects.ts` sets those that depend on later changes when an event is due.
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
    const body = {
      ...event,
      ...chargesOf(event, at, pricedCardOf(transaction)),
      id,
      at,
      ...(effect ? { effect } : {}),
    };
    return { ...storedEvent(transaction, body), next_at: after(sentAfterMs).toISOString() };
  });
}

/** The charges for money that was moved in the dashboard. */
export function chargesOf(event: AfterwardsOf<Afterwards>, at: Date, card: PricedCard = {}): Charges {
  if (event.type === 'capture_made') return chargesOfCapture(event.connectorCaptureId, event, at, card);
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
    return [{ afterMs: first, event: captureMade(authorized + BEYOND), effect: 'apart' }];
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
      { afterMs: second, sentAfterMs: first, event: failed, effect: 'apart' },
      { afterMs: first, sentAfterMs: second, event: refundMade(captured, id), effect: 'apart' },
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
