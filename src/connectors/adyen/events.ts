import type { CallOperation } from '../../core/foundation/call-record.ts';
import type { ConnectorEvent, ConnectorFailure, Outcome } from '../../core/foundation/ports/connector.ts';
import type { ConnectorSetup } from '../connector-setup.ts';
import { fromAdyen } from './amounts.ts';
import { ASKED_KEY, askedFromText } from './asked.ts';
import { disputeEvent } from './dispute-events.ts';
import { failure, withoutNumbers } from './errors.ts';
import type { AdyenNotification } from './notification.ts';
import { moneyOf, refusal } from './payment-outcome.ts';
import { attemptOfVoid, isCaptureReference } from './references.ts';
import { laterRefusals } from './refusals.ts';
import { storedResponseOf } from './stored-response.ts';

/** An event without the fields that all events share. */
export type EventBody = ConnectorEvent extends infer Event
  ? Event extends ConnectorEvent
    ? Omit<Event, 'id' | 'at'>
    : never
  : never;

type Reader = (item: AdyenNotification, setup: ConnectorSetup) => EventBody | null;

/** The event that a notification reports; null if it is not about a payment, or its code is unknown. */
export function eventOf(setup: ConnectorSetup, item: AdyenNotification): ConnectorEvent | null {
  const { eventCode, eventDate, pspReference, success } = item;
  const read = readers[eventCode] ?? disputeEvent(eventCode);
  if (!read) {
    if (!unread.has(eventCode)) setup.warn({ eventCode }, 'Adyen reports an event that is not known.');
    return null;
  }
  const body = read(item, setup);
  if (!body) return null;
  const at = new Date(eventDate ?? '');
  // Adyen repeats a notification with the same four. It may contradict itself and then say the same again, as of a capture
  // that it recovers, and both stages of a dispute have one reference: their times tell them apart.
  const id = `${eventCode}.${pspReference}.${success}.${eventDate ?? ''}`;
  return { ...body, id, at: Number.isNaN(at.getTime()) ? setup.now() : at } as ConnectorEvent;
}

/** Codes that concern no payment, payout or dispute, or that repeat another's report. */
const unread: ReadonlySet<string> = new Set([
  'ACH_NOTIFICATION_OF_CHANGE',
  'AUTORESCUE',
  'CANCEL_AUTORESCUE',
  'DIRECT_DEBIT_NOTICE_OF_CHANGE_NOTIFICATION',
  'DONATION',
  'HANDLED_EXTERNALLY',
  'ISSUER_COMMENTS',
  'MANUAL_REVIEW_ACCEPT',
  'ORDER_CLOSED',
  'ORDER_OPENED',
  'PENDING',
  'POSTPONED_REFUND',
  'PROCESS_RETRY',
  'REPORT_AVAILABLE',
]);

const succeeded = ({ success }: AdyenNotification): boolean => success === 'true';

const refused = (code: string, { pspReference, reason }: AdyenNotification): ConnectorFailure => ({
  ...failure(code, withoutNumbers(reason || 'no reason given')),
  connectorTransactionId: pspReference,
});

/** The transaction that was authorized. */
const original = ({ originalReference, pspReference }: AdyenNotification): string =>
  originalReference || pspReference;

/** The outcome of a modification: a capture, void or increase of ours. */
const modification =
  (operation: CallOperation, code: string): Reader =>
  (item) => {
    const { pspReference } = item;
    const moved = fromAdyen(item.amount);
    const isIncrease = operation === 'increment';
    const outcome: Outcome = succeeded(item)
      ? {
          kind: 'succeeded',
          connectorTransactionId: isIncrease ? original(item) : pspReference,
          ...(operation === 'void' ? {} : { moved }),
        }
      : refused(code, item);
    const { merchantReference } = item;
    const reference =
      operation === 'void' ? (attemptOfVoid(merchantReference) ?? merchantReference) : merchantReference;
    const call = { operation, reference, parentTransactionId: original(item) };
    return { type: 'outcome', call, outcome };
  };

const readAuthorization: Reader = (item, setup) => {
  const { additionalData, merchantReference, pspReference, reason } = item;
  const asked = askedFromText(additionalData?.[`metadata.${ASKED_KEY}`]);
  const kept = storedResponseOf(additionalData);
  const incremental = asked?.incremental ?? false;
  const outcome: Outcome = succeeded(item)
    ? {
        ...kept,
        kind: 'succeeded',
        connectorTransactionId: pspReference,
        ...(asked ? moneyOf(item.amount, { capture: asked.capture, money: null }) : {}),
        ...(incremental ? { granted: { incremental } } : {}),
      }
    : {
        ...kept,
        ...refusal(setup, {
          ...(reason ? { refusalReason: reason } : {}),
          ...(additionalData ? { additionalData } : {}),
        }),
        connectorTransactionId: pspReference,
      };
  const call = { operation: 'authorize', reference: merchantReference } as const;
  return { type: 'outcome', call, outcome };
};

const readCapture: Reader = (item, setup) => {
  if (isCaptureReference(item.merchantReference)) {
    return modification('capture', laterRefusals.capture)(item, setup);
  }
  if (!succeeded(item)) return null;
  return {
    type: 'capture_made',
    connectorTransactionId: original(item),
    connectorCaptureId: item.pspReference,
    ...fromAdyen(item.amount),
    // Adyen does not say whether more may follow.
    final: false,
  };
};

const readVoid: Reader = (item, setup) => {
  if (attemptOfVoid(item.merchantReference) !== null) {
    return modification('void', laterRefusals.void)(item, setup);
  }
  return succeeded(item) ? ended(item, 'cancelled') : null;
};

const ended = (item: AdyenNotification, reason: 'cancelled' | 'expired'): EventBody => ({
  type: 'authorization_ended',
  connectorTransactionId: original(item),
  reason,
});

const readRefund: Reader = (item) =>
  succeeded(item)
    ? {
        type: 'refund_made',
        connectorTransactionId: original(item),
        connectorRefundId: item.pspReference,
        reference: item.merchantReference,
        ...fromAdyen(item.amount),
        status: 'succeeded',
        reason: item.reason || null,
      }
    : refundFailed(laterRefusals.refund, item);

const refundFailed = (
  code: string,
  { merchantReference, pspReference, reason }: AdyenNotification,
): EventBody => ({
  type: 'refund_failed',
  connectorRefundId: pspReference,
  reference: merchantReference,
  code,
  message: withoutNumbers(reason || 'no reason given'),
});

const payoutOutcome = (item: AdyenNotification, outcome: Outcome): EventBody => ({
  type: 'outcome',
  call: { operation: 'fulfill', reference: item.merchantReference, connectorTransactionId: original(item) },
  outcome,
});

const readers: Readonly<Record<string, Reader>> = {
  AUTHORISATION: readAuthorization,
  AUTHORISATION_ADJUSTMENT: modification('increment', laterRefusals.increment),
  CAPTURE: readCapture,
  CAPTURE_FAILED: (item) => ({
    type: 'capture_failed',
    connectorTransactionId: original(item),
    connectorCaptureId: isCaptureReference(item.merchantReference) ? item.pspReference : null,
    code: laterRefusals.capture_failed,
    message: withoutNumbers(item.reason || 'no reason given'),
  }),
  CANCELLATION: readVoid,
  // For a void by our reference of the payment, which Adyen repeats in place of the void's.
  TECHNICAL_CANCEL: modification('void', laterRefusals.void),
  VOID_PENDING_REFUND: readVoid,
  CANCEL_OR_REFUND: (item, setup) =>
    item.additionalData?.['modification.action'] === 'refund'
      ? readRefund(item, setup)
      : readVoid(item, setup),
  EXPIRE: (item) => ended(item, 'expired'),
  // The customer did not pay in time, or left.
  OFFER_CLOSED: (item) => ({
    type: 'outcome',
    call: { operation: 'authorize', reference: item.merchantReference },
    outcome: { ...failure('16', 'The customer did not complete the payment.'), connectorTransactionId: null },
  }),
  MANUAL_REVIEW_REJECT: (item) => ended(item, 'cancelled'),
  REFUND: readRefund,
  REFUND_WITH_DATA: readRefund,
  REFUND_FAILED: (item) => refundFailed(laterRefusals.refund_failed, item),
  REFUNDED_REVERSED: (item) => refundFailed(laterRefusals.refund_failed, item),
  PAYOUT_THIRDPARTY: (item) =>
    payoutOutcome(
      item,
      succeeded(item)
        ? { kind: 'succeeded', connectorTransactionId: original(item), moved: fromAdyen(item.amount) }
        : refused(laterRefusals.payout, item),
    ),
  PAYOUT_DECLINE: (item) => payoutOutcome(item, refused(laterRefusals.payout_declined, item)),
  PAYOUT_EXPIRE: (item) => payoutOutcome(item, refused(laterRefusals.payout_expired, item)),
  PAIDOUT_REVERSED: (item) => ({
    type: 'payout_returned',
    connectorTransactionId: original(item),
    code: laterRefusals.payout_returned,
    message: withoutNumbers(item.reason || 'The money came back.'),
  }),
  // Its own reference is the token's. All three are signed.
  RECURRING_CONTRACT: (item) =>
    succeeded(item)
      ? {
          type: 'mandate_stored',
          connectorTransactionId: item.originalReference || null,
          reference: item.merchantReference,
          connectorMandateId: item.pspReference,
        }
      : null,
  NOTIFICATION_OF_FRAUD: (item) => ({
    type: 'fraud_warning',
    connectorTransactionId: original(item),
    reason: item.reason || null,
  }),
};
