import type { ConnectorEvent } from '../../core/foundation/connector.ts';
import { type AccountKey, type StoredEvent, storedEvent } from './event.ts';
import type { SandboxTransaction } from './transaction.ts';

const OPENS_AFTER_MS = 10_000;
const RESPOND_WITHIN_MS = 7 * 24 * 60 * 60 * 1000;

type Status = Extract<ConnectorEvent, { type: 'dispute' }>['status'];

/** A dispute as it is stored. */
export interface SandboxDispute extends AccountKey {
  readonly dispute_id: string;
  readonly transaction_id: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: Status;
  readonly opens_at: string;
  readonly respond_by: string;
}

/** What the sandbox itself calls a dispute's states. */
const ownWords: Partial<Record<Status, string>> = {
  opened: 'needs_response',
  challenged: 'under_review',
  accepted: 'lost',
};

/**
 * The dispute that comes of captured money, a while later, if the card is one that brings disputes about. There
 * is one to an authorization, about what was captured first.
 */
export function disputeOf(transaction: SandboxTransaction, amount: number, now: Date): SandboxDispute | null {
  if (transaction.behaviour !== 'disputed' || amount === 0) return null;
  const { merchant_id, merchant_connector_id, transaction_id, currency } = transaction;
  const opensAt = now.getTime() + OPENS_AFTER_MS;
  return {
    merchant_id,
    merchant_connector_id,
    dispute_id: `${transaction_id}_dispute`,
    transaction_id,
    amount,
    currency,
    status: 'opened',
    opens_at: new Date(opensAt).toISOString(),
    respond_by: new Date(opensAt + RESPOND_WITHIN_MS).toISOString(),
  };
}

/** The event that tells of a dispute's status. A status is come to once, so it names the event. */
export function disputeEvent(dispute: SandboxDispute, at: Date): StoredEvent {
  return storedEvent(dispute, {
    id: `${dispute.dispute_id}_${dispute.status}`,
    at,
    type: 'dispute',
    connectorTransactionId: dispute.transaction_id,
    connectorDisputeId: dispute.dispute_id,
    stage: 'dispute',
    status: dispute.status,
    amount: dispute.amount,
    currency: dispute.currency,
    reason: 'Fraud, card absent',
    reasonCode: '10.4',
    respondBy: new Date(dispute.respond_by),
    connectorStatus: ownWords[dispute.status] ?? dispute.status,
  });
}
