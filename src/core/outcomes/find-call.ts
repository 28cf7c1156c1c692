import type { EventSource } from '../connector-calls/connector-reports.ts';
import { Attempt } from '../entities/attempt.ts';
import { Authentication } from '../entities/authentication.ts';
import { Capture } from '../entities/capture.ts';
import { ConnectorCall } from '../entities/connector-call.ts';
import { PayoutAttempt } from '../entities/payout-attempt.ts';
import { Refund } from '../entities/refund.ts';
import type { CallOperation } from '../foundation/call-record.ts';
import type { WritingContext } from '../foundation/context.ts';
import type { CallSelector } from '../foundation/ports/connector.ts';

/** The subject of an event: a committed call, or an authentication outside any payment. */
export type Reportable =
  | { readonly kind: 'call'; readonly call: ConnectorCall }
  | { readonly kind: 'challenge'; readonly challenge: Authentication };

/** Finds the call of an account that an event is about; null if the account has none such. */
export async function findCall(
  tx: WritingContext,
  { merchantConnectorId, merchantId: merchant_id }: EventSource,
  selector: CallSelector,
): Promise<Reportable | null> {
  const { em } = tx.transaction;
  // An account may report on its own calls only.
  const own = { merchant_id, merchant_connector_id: merchantConnectorId };
  const { idempotencyKey: key, operation } = selector;
  if (key) {
    const call = await em.findOne(ConnectorCall, { ...own, call_id: key });
    if (call) return { kind: 'call', call };
    const challenge = await em.findOne(Authentication, { ...own, authentication_id: key });
    if (challenge) return { kind: 'challenge', challenge };
  }
  if (!operation) return null;
  const part = await findPart(tx, own, operation, selector);
  if (!part) return null;
  const { object_id, part_id } = part;
  const call = await em.findOne(
    ConnectorCall,
    { ...own, object_id, operation, ...(part_id === null ? {} : { part_id }) },
    // Repeated voids of an attempt have its reference: the event is about the latest.
    { orderBy: { created_at: 'desc', call_id: 'desc' } },
  );
  return call && { kind: 'call', call };
}

type Own = Pick<ConnectorCall, 'merchant_id' | 'merchant_connector_id'>;
type Part = Pick<ConnectorCall, 'object_id'> & { readonly part_id: string | null };
type Finder = (tx: WritingContext, own: Own, selector: CallSelector) => Promise<Part | null>;

/** The object and part of a call, by our reference or the connector's identifiers. */
const findPart = (tx: WritingContext, own: Own, operation: CallOperation, selector: CallSelector) =>
  finders[operation](tx, own, selector);

const ofAttempt: Finder = async (tx, own, { connectorTransactionId: id, parentTransactionId, reference }) => {
  const { em } = tx.transaction;
  const { merchant_id } = own;
  const known = id ?? parentTransactionId;
  const attempt =
    (reference ? await em.findOne(Attempt, { merchant_id, attempt_id: reference }) : null) ??
    (known ? await em.findOne(Attempt, { ...own, connector_transaction_id: known }) : null);
  return attempt && { object_id: attempt.payment_id, part_id: attempt.attempt_id };
};

const ofCapture: Finder = async (tx, own, { connectorTransactionId, parentTransactionId, reference }) => {
  const { em } = tx.transaction;
  const { merchant_id } = own;
  const named = reference ? await em.findOne(Capture, { merchant_id, capture_id: reference }) : null;
  if (named) return { object_id: named.payment_id, part_id: named.capture_id };
  if (!parentTransactionId) return null;
  const attempt = await em.findOne(Attempt, { ...own, connector_transaction_id: parentTransactionId });
  if (!attempt) return null;
  const { payment_id } = attempt;
  const captures = await em.find(Capture, { merchant_id, payment_id });
  const known =
    connectorTransactionId &&
    captures.find((capture) => capture.connector_capture_id === connectorTransactionId);
  const open = captures.filter(({ status }) => status === 'started' || status === 'pending');
  const capture = known || (open.length === 1 ? open[0] : undefined);
  return capture ? { object_id: payment_id, part_id: capture.capture_id } : null;
};

/** An increase is part of its payment: by its reference, or the latest of the authorization. */
const ofIncrement: Finder = async (tx, own, selector) => {
  const id = selector.parentTransactionId ?? selector.connectorTransactionId;
  if (!id) return null;
  const attempt = await tx.transaction.em.findOne(Attempt, { ...own, connector_transaction_id: id });
  return attempt && { object_id: attempt.payment_id, part_id: selector.reference ?? null };
};

const ofRefund: Finder = async (tx, own, { connectorTransactionId: id, reference }) => {
  const { em } = tx.transaction;
  const { merchant_id } = own;
  const refund =
    (reference ? await em.findOne(Refund, { merchant_id, refund_id: reference }) : null) ??
    (id ? await em.findOne(Refund, { ...own, connector_refund_id: id }) : null);
  return refund && { object_id: refund.refund_id, part_id: null };
};

const ofPayout: Finder = async (tx, own, { connectorTransactionId: id, reference }) => {
  const { em } = tx.transaction;
  const { merchant_id } = own;
  const attempt =
    (reference ? await em.findOne(PayoutAttempt, { merchant_id, attempt_id: reference }) : null) ??
    (id ? await em.findOne(PayoutAttempt, { ...own, connector_transaction_id: id }) : null);
  return attempt && { object_id: attempt.payout_id, part_id: attempt.attempt_id };
};

const finders: Readonly<Record<CallOperation, Finder>> = {
  screen: ofAttempt,
  authorize: ofAttempt,
  increment: ofIncrement,
  capture: ofCapture,
  void: ofAttempt,
  refund: ofRefund,
  fulfill: ofPayout,
  recall: ofPayout,
};
