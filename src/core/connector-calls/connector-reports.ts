import { Attempt } from '../entities/attempt.ts';
import { Payment } from '../entities/payment.ts';
import type { CallRecord } from '../foundation/call-record.ts';
import type { WritingContext } from '../foundation/context.ts';
import type { ConnectorEvent } from '../foundation/ports/connector.ts';
import { lock } from '../writes/transactions.ts';

/** The connector account that sent an event. */
export interface EventSource {
  readonly merchantId: string;
  readonly merchantConnectorId: string;
}

/** An event of a connector's webhook, by its type. */
export type EventOf<Type extends ConnectorEvent['type']> = Extract<ConnectorEvent, { type: Type }>;

/** Whether an event's object is known, and the connector call to make for it. */
export interface Reported {
  readonly isKnown: boolean;
  readonly next: CallRecord | null;
  /** The unknown object that the event is kept for: it is recorded again once that has arrived. */
  readonly awaits?: string;
  /** The objects that the event made known. Events kept for them are recorded now. */
  readonly arrived?: readonly string[];
}

export const unknownObject: Reported = Object.freeze({ isKnown: false, next: null });
export const recorded: Reported = Object.freeze({ isKnown: true, next: null });

/** Rolls an event's transaction back, so that the connector sends the event again. */
export class TooEarlyError extends Error {
  override readonly name = 'TooEarlyError';
}

/** The names that connectors' events give the transaction of an authorization. */
interface AboutTransaction {
  readonly connectorTransactionId: string;
}

/** Locks the payment that an event's transaction belongs to; null if the account has none with it. */
export async function paymentOfTransaction(
  tx: WritingContext,
  { merchantConnectorId, merchantId }: EventSource,
  { connectorTransactionId }: AboutTransaction,
): Promise<{ payment: Payment; attemptId: string } | null> {
  const attempt = await tx.transaction.em.findOne(Attempt, {
    merchant_id: merchantId,
    merchant_connector_id: merchantConnectorId,
    connector_transaction_id: connectorTransactionId,
  });
  if (!attempt) return null;
  return { payment: await lock(tx, Payment, attempt.payment_id), attemptId: attempt.attempt_id };
}

/** A payment and the attempt that an event's transaction authorized, both locked. */
export interface Authorization {
  readonly payment: Payment;
  readonly attempt: Attempt;
}

/** Locks the payment and the attempt of an event's transaction; null if the account has none with it. */
export async function authorizationOfTransaction(
  tx: WritingContext,
  source: EventSource,
  event: AboutTransaction,
): Promise<Authorization | null> {
  const found = await paymentOfTransaction(tx, source, event);
  return found && { payment: found.payment, attempt: await lock(tx, Attempt, found.attemptId) };
}
