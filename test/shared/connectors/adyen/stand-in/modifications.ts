import type { AdyenAmount } from '../../../../../src/connectors/adyen/amounts.ts';
import type { VendorRecord } from '../../conformance/harness.ts';
import { type Desk, LATER_MS } from './desk.ts';
import { moveBalance } from './gift-cards.ts';
import { notification } from './notifications.ts';
import { type Answer, type Json, newPspReference, refusedRequest, type StoredPayment } from './state.ts';

interface Modification {
  readonly merchantAccount: string;
  readonly reference?: string;
  readonly amount?: AdyenAmount;
}

const paymentOf = (desk: Desk, id: string): StoredPayment | undefined => desk.state.payments.get(id);

const notFound = () => refusedRequest(422, '167', 'Original pspReference required for this operation');

/** A receipt: a webhook reports the outcome of the modification. */
function received(
  desk: Desk,
  payment: StoredPayment,
  { amount, merchantAccount, reference }: Modification,
  {
    eventCode,
    kind,
    refusal,
  }: { eventCode: string; kind: VendorRecord['kind'] | null; refusal: string | null },
): { pspReference: string; answer: Answer } {
  const pspReference = newPspReference();
  const money = amount ?? payment.amount;
  const merchantReference =
    eventCode === 'TECHNICAL_CANCEL' ? payment.reference : (reference ?? payment.reference);
  if (kind) {
    desk.state.records.push({
      reference: reference ?? payment.reference,
      kind,
      id: pspReference,
      money: { amount: money.value, currency: money.currency },
      succeeded: refusal === null,
    });
  }
  desk.tell(
    notification(eventCode, desk.now(), {
      ...{ pspReference, originalReference: payment.pspReference, merchantReference, amount: money },
      ...(refusal === null ? {} : { success: false, reason: refusal }),
    }),
  );
  const body: Json = {
    ...{ merchantAccount, pspReference, status: 'received' },
    ...(reference ? { reference } : {}),
    ...(amount ? { amount } : {}),
  };
  return { pspReference, answer: { status: 201, body } };
}

/** `/payments/{id}/captures`. Several partial captures are enabled. */
export function capture(desk: Desk, id: string, body: Modification & { amount: AdyenAmount }): Answer {
  const payment = paymentOf(desk, id);
  if (!payment) return notFound();
  const isPossible =
    payment.status === 'authorised' && payment.captured + body.amount.value <= payment.authorised;
  const refusal = !isPossible
    ? 'Insufficient balance on payment'
    : payment.scenario === 'capture_fails'
      ? 'Capture refused by the acquirer'
      : null;
  if (refusal === null) payment.captured += body.amount.value;
  const { answer } = received(desk, payment, body, { eventCode: 'CAPTURE', kind: 'capture', refusal });
  return withPayment(answer, payment);
}

/** `/payments/{id}/cancels`, and `/cancels` by our reference. */
export function cancel(
  desk: Desk,
  id: string | null,
  body: Modification & { paymentReference?: string },
): Answer {
  const payment =
    id === null
      ? [...desk.state.payments.values()].findLast(({ reference }) => reference === body.paymentReference)
      : paymentOf(desk, id);
  if (!payment) return notFound();
  // "Cancels the authorisation on a payment that has not yet been captured" (CheckoutService-v71): one that waits for
  // its shopper is not authorised.
  const isOpen = payment.status === 'authorised' && payment.captured < payment.authorised;
  const refusal = isOpen ? null : 'Transaction can no longer be cancelled';
  if (refusal === null) payment.status = 'cancelled';
  const eventCode = id === null ? 'TECHNICAL_CANCEL' : 'CANCELLATION';
  const { answer } = received(desk, payment, body, { eventCode, kind: 'void', refusal });
  const { paymentReference } = body;
  return id === null
    ? { ...answer, body: { ...answer.body, paymentReference } }
    : withPayment(answer, payment);
}

/** `/payments/{id}/refunds`. */
export function refund(desk: Desk, id: string, body: Modification & { amount: AdyenAmount }): Answer {
  const payment = paymentOf(desk, id);
  if (!payment) return notFound();
  const refusal =
    payment.refunded + body.amount.value > payment.captured
      ? 'Insufficient balance on payment'
      : payment.scenario === 'refund_fails'
        ? 'Refund refused by the acquirer'
        : null;
  if (refusal === null) {
    payment.refunded += body.amount.value;
    moveBalance(desk, payment, body.amount.value);
  }
  const { answer, pspReference } = received(desk, payment, body, {
    eventCode: 'REFUND',
    kind: 'refund',
    refusal,
  });
  if (payment.scenario === 'refund_returned') {
    payment.refunded -= body.amount.value;
    const { amount } = body;
    const told = { pspReference, originalReference: id, merchantReference: body.reference ?? '', amount };
    desk.tell(notification('REFUND_FAILED', desk.now(), { ...told, reason: 'Refund Failed' }), LATER_MS);
  }
  return withPayment(answer, payment);
}

/** `/payments/{id}/amountUpdates`. */
export function increment(desk: Desk, id: string, body: Modification & { amount: AdyenAmount }): Answer {
  const payment = paymentOf(desk, id);
  if (!payment) return notFound();
  const refusal = payment.status === 'authorised' ? null : 'Transaction not authorised';
  if (refusal === null) payment.authorised = body.amount.value;
  const { answer } = received(desk, payment, body, {
    eventCode: 'AUTHORISATION_ADJUSTMENT',
    kind: null,
    refusal,
  });
  return withPayment(answer, payment);
}

const withPayment = ({ body, status }: Answer, { pspReference }: StoredPayment): Answer => ({
  status,
  body: { ...body, paymentPspReference: pspReference },
});
