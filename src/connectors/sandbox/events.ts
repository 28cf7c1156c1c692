import type { ConnectorEvent } from '../../core/foundation/ports/connector.ts';
import { outcomeAsOf, type SandboxTransaction } from './transaction.ts';

/** The connector account that a sandbox row belongs to. */
export interface SandboxAccountKey {
  readonly merchant_id: string;
  readonly merchant_connector_id: string;
}

/** A row of `sandbox_events`. Its body is serialized once, so that every delivery attempt sends the same bytes. */
export interface StoredEvent extends SandboxAccountKey {
  readonly event_id: string;
  readonly body: string;
  readonly next_at: string;
  readonly tries: number;
}

/** An event to send at once. */
export function storedEvent(account: SandboxAccountKey, event: ConnectorEvent): StoredEvent {
  const { merchant_id, merchant_connector_id } = account;
  return {
    merchant_id,
    merchant_connector_id,
    event_id: event.id,
    body: JSON.stringify(event),
    next_at: event.at.toISOString(),
    tries: 0,
  };
}

/** The event that reports a transaction's final outcome. */
export function outcomeEvent(transaction: SandboxTransaction, at: Date): StoredEvent {
  return storedEvent(transaction, {
    id: `${transaction.transaction_id}_outcome`,
    at,
    type: 'outcome',
    call: { idempotencyKey: transaction.idempotency_key },
    outcome: outcomeAsOf(transaction, at),
  });
}
