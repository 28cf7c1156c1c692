import { type Desk, LATER_MS } from './desk.ts';
import { notification, ofPayment } from './notifications.ts';
import { newPspReference, type StoredPayment } from './state.ts';

/** Later actions of people, issuers and networks on a payment. */
export function afterwards(desk: Desk, payment: StoredPayment): void {
  const { amount, pspReference: originalReference, reference: merchantReference } = payment;
  const later = (eventCode: string, told: { success?: boolean; reason?: string } = {}) =>
    desk.tell(
      notification(eventCode, desk.now(), {
        ...{ pspReference: newPspReference(), originalReference, merchantReference, amount },
        ...told,
      }),
      LATER_MS,
    );
  switch (payment.scenario) {
    case 'capture_returned':
      later('CAPTURE_FAILED', { reason: 'Capture Failed' });
      break;
    case 'refunded_elsewhere':
      payment.refunded = amount.value;
      later('REFUND');
      break;
    case 'captured_elsewhere':
      payment.captured = amount.value;
      later('CAPTURE');
      break;
    case 'voided_elsewhere':
      payment.status = 'cancelled';
      later('CANCELLATION');
      break;
    case 'expires':
      payment.status = 'cancelled';
      desk.tell(notification('EXPIRE', desk.now(), ofPayment(payment)), LATER_MS);
      break;
    case 'fraud_warning':
      later('NOTIFICATION_OF_FRAUD', { reason: 'Fraudulent Use of Account Number' });
      break;
    case 'disputed':
      openDispute(desk, payment);
      break;
  }
}

const DAY_MS = 24 * 60 * 60 * 1000;

function openDispute(desk: Desk, payment: StoredPayment): void {
  const pspReference = newPspReference();
  desk.state.disputes.set(pspReference, { payment, documents: [] });
  const { amount, pspReference: originalReference, reference: merchantReference } = payment;
  const additionalData = {
    chargebackReasonCode: '10.4',
    chargebackSchemeCode: 'visa',
    defensePeriodEndsAt: new Date(desk.now().getTime() + 14 * DAY_MS).toISOString(),
    defendable: 'true',
    disputeStatus: 'Undefended',
  };
  const told = {
    pspReference,
    originalReference,
    merchantReference,
    amount,
    additionalData,
    reason: 'Other Fraud',
  };
  desk.tell(notification('NOTIFICATION_OF_CHARGEBACK', desk.now(), told), LATER_MS);
  desk.tell(notification('CHARGEBACK', desk.now(), told), LATER_MS);
}
