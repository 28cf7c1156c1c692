import type { ConnectorEvent } from '../../core/foundation/connector.ts';
import { outcomeAsOf, type SandboxTransaction } from './transaction.ts';

/** Whose account something happened at. */
export interface AccountKey {
  readonly merchant_id: string;
  readonly merchant_connector_id: string;
}

/** An event that is to be told, as it is stored. Its body is made once, so that it is told the same each time. */
export interface StoredEvent extends AccountKey {
  readonly event_id: string;
  readonly body: string;
  readonly next_at: string;
  readonly tries: number;
}

/** An event to be told from its own moment on. */
export function storedEvent(account: AccountKey, event: ConnectorEvent): StoredEvent {
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

/** The event that tells what a transaction came to. */
export function outcomeEvent(transaction: SandboxTransaction, at: Date): StoredEvent {
  return storedEvent(transaction, {
    id: `${transaction.transaction_id}_outcome`,
    at,
    type: 'outcome',
    idempotencyKey: transaction.idempotency_key,
    outcome: outcomeAsOf(transaction, at),
  });
}
