import { useMutation } from '@apollo/client/react';
import { Alert, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import { AmountField, amountIn, wholeAmount } from '../../act/amount-field.tsx';
import { MailDialog } from '../../act/mail-link.tsx';
import { type Outcome, outcomeOf } from '../../act/outcome.ts';
import { formatMoney } from '../../data/money.ts';
import {
  ApprovePaymentDocument,
  CancelPaymentDocument,
  CapturePaymentDocument,
  type PaymentQuery,
  RefundPaymentDocument,
  RejectPaymentDocument,
  RetryPaymentDocument,
} from './payment.documents.ts';

type Payment = NonNullable<PaymentQuery['payment']>;

export interface DialogProps {
  readonly payment: Payment;
  /** Why the payment cannot be acted on so any more; null while it can. */
  readonly overtaken: string | null;
  readonly onClose: () => void;
  readonly onDone: () => unknown;
}

type Dispute = NonNullable<Payment['disputes']>[number];

/** Whether a dispute holds money: from stage `dispute` on, until it was won or cancelled. */
const holdsMoney = ({ disputeStage, disputeStatus }: Dispute): boolean =>
  disputeStage !== 'pre_dispute' && !['dispute_won', 'dispute_cancelled'].includes(disputeStatus);

/** The part of the received amount that disputes hold, as the service counts it. */
export function disputedAmount({ amountReceived, currency, disputes }: Payment): number {
  const taken = (disputes ?? [])
    .filter(holdsMoney)
    // An amount in another currency cannot be compared: it may be all of it.
    .map((dispute) => (dispute.currency === currency ? dispute.amount : amountReceived));
  return Math.min(
    taken.reduce((sum, amount) => sum + amount, 0),
    amountReceived,
  );
}

/** The received amount less refunds and what disputes hold. */
export const refundable = (payment: Payment): number =>
  Math.max(payment.amountReceived - payment.amountRefunded - disputedAmount(payment), 0);

const isDecided = ({ disputeStatus }: Dispute): boolean =>
  ['dispute_lost', 'dispute_accepted', 'dispute_expired'].includes(disputeStatus);

/** Says how much of a payment disputes hold, and that no refund can give it back. */
export function DisputedMoney({ payment }: { payment: Payment }) {
  const amount = disputedAmount(payment);
  if (amount === 0) return null;
  const isLost = payment.disputes?.filter(holdsMoney).every(isDecided);
  const money = formatMoney(amount, payment.currency);
  return (
    <Alert color={isLost ? 'red' : 'yellow'} title={isLost ? 'Lost in a dispute' : 'Disputed'}>
      {isLost
        ? `${money} went back to the customer by a dispute. It cannot be refunded as well.`
        : `${money} is held by a dispute. It cannot be refunded unless the dispute is won.`}
    </Alert>
  );
}

function ReasonField({ onChange, value }: { value: string; onChange: (value: string) => void }) {
  return (
    <TextInput
      label="Reason"
      description="For your own records."
      maxLength={255}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export function RefundDialog({ payment, ...dialog }: DialogProps) {
  const { currency, paymentId } = payment;
  const max = refundable(payment);
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [refund] = useMutation(RefundPaymentDocument);
  const amount = amountIn(typed, currency, max);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const input = { paymentId, amount, reason: reason || null, idempotencyKey };
    const { data } = await refund({ variables: { input } });
    const { refund: made, userErrors } = data!.createRefund;
    return outcomeOf('refund', userErrors, made ?? undefined);
  };
  return (
    <ActionDialog
      title="Refund"
      confirm={amount === null ? 'Refund' : `Refund ${formatMoney(amount, currency)}`}
      explanation={`The amount goes back to the customer by the way it came, through ${payment.connector ?? 'the connector'}. This cannot be undone.`}
      isDisabled={amount === null}
      run={run}
      {...dialog}
    >
      <AmountField label="Amount" currency={currency} max={max} value={typed} onChange={setTyped} />
      <ReasonField value={reason} onChange={setReason} />
    </ActionDialog>
  );
}

export function CaptureDialog({ payment, ...dialog }: DialogProps) {
  const { amountCapturable: max, captureMethod, currency, paymentId } = payment;
  const [typed, setTyped] = useState(wholeAmount(max, currency));
  const [isFinal, setFinal] = useState(captureMethod !== 'manual_multiple');
  const [capture] = useMutation(CapturePaymentDocument);
  const amount = amountIn(typed, currency, max);
  const rest = amount === null ? 0 : max - amount;
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const { data } = await capture({
      variables: { input: { paymentId, amount, finalCapture: isFinal, idempotencyKey } },
    });
    const { payment: captured, userErrors } = data!.capturePayment;
    return outcomeOf('payment', userErrors, captured ?? undefined);
  };
  return (
    <ActionDialog
      title="Capture"
      confirm={amount === null ? 'Capture' : `Capture ${formatMoney(amount, currency)}`}
      explanation={
        rest > 0 && isFinal
          ? `The amount is collected from the customer, and ${formatMoney(rest, currency)} of the authorization is released for good.`
          : 'The amount is collected from the customer.'
      }
      isDisabled={amount === null}
      run={run}
      {...dialog}
    >
      <AmountField label="Amount" currency={currency} max={max} value={typed} onChange={setTyped} />
      {captureMethod === 'manual_multiple' && rest > 0 && (
        <Checkbox
          label="This is the last capture: release the rest"
          checked={isFinal}
          onChange={(event) => setFinal(event.currentTarget.checked)}
        />
      )}
    </ActionDialog>
  );
}

export function CancelDialog({ payment, ...dialog }: DialogProps) {
  const [reason, setReason] = useState('');
  const [cancel] = useMutation(CancelPaymentDocument);
  const held = payment.amountCapturable;
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const input = { paymentId: payment.paymentId, cancellationReason: reason || null, idempotencyKey };
    const { data } = await cancel({ variables: { input } });
    const { payment: cancelled, userErrors } = data!.cancelPayment;
    return outcomeOf('payment', userErrors, cancelled ?? undefined);
  };
  return (
    <ActionDialog
      title="Cancel the payment"
      confirm="Cancel the payment"
      isDestructive
      explanation={
        held > 0
          ? `The authorization is voided: ${formatMoney(held, payment.currency)} that the customer's bank holds is released, and cannot be captured any more.`
          : 'The customer cannot pay it any more.'
      }
      run={run}
      {...dialog}
    >
      <ReasonField value={reason} onChange={setReason} />
    </ActionDialog>
  );
}

/**
 * Whether a payment can be charged again without its customer, who consented to that. The service checks the consent: a
 * mandate or a saved method may have ended meanwhile.
 */
export const isUnderConsent = ({ mandateId, offSession, paymentMethodId }: Payment): boolean =>
  Boolean(mandateId || (offSession && paymentMethodId));

export function RetryDialog({ payment, ...dialog }: DialogProps) {
  const [retry] = useMutation(RetryPaymentDocument);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const { netAmount, paymentId } = payment;
    // The total that the dialog says: of any other nothing is charged.
    const { data } = await retry({ variables: { input: { paymentId, netAmount, idempotencyKey } } });
    const { payment: retried, userErrors } = data!.confirmPayment;
    return outcomeOf('payment', userErrors, retried ?? undefined);
  };
  return (
    <ActionDialog
      title="Retry the payment"
      confirm="Retry"
      explanation={`Another attempt is made to collect ${formatMoney(payment.netAmount, payment.currency)} with the saved payment method, without the customer, who agreed to such charges. If the connector accepts it, the customer is charged.`}
      run={run}
      {...dialog}
    />
  );
}

/** Asks the customer of a failed payment to pay it again: without them it is not charged. */
export const SendLinkDialog = ({ payment, ...dialog }: DialogProps) => (
  <MailDialog
    title="Send a payment link"
    of={{ paymentId: payment.paymentId }}
    email={payment.email}
    {...dialog}
  />
);

/** Releases a payment that a fraud check holds. */
export function ApproveDialog({ payment, ...dialog }: DialogProps) {
  const { captureMethod, currency, netAmount, paymentId } = payment;
  const [approve] = useMutation(ApprovePaymentDocument);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const { data } = await approve({ variables: { input: { paymentId, idempotencyKey } } });
    const { payment: approved, userErrors } = data!.approvePayment;
    return outcomeOf('payment', userErrors, approved ?? undefined);
  };
  const money = formatMoney(netAmount, currency);
  return (
    <ActionDialog
      title="Approve the payment"
      confirm="Approve"
      explanation={
        (captureMethod ?? 'automatic') === 'automatic'
          ? `The fraud check's hold ends, and ${money} is collected from the customer.`
          : `The fraud check's hold ends. ${money} stays authorized until you capture it.`
      }
      run={run}
      {...dialog}
    />
  );
}

/** Voids a payment that a fraud check holds. */
export function RejectDialog({ payment, ...dialog }: DialogProps) {
  const { currency, netAmount, paymentId } = payment;
  const [reason, setReason] = useState('');
  const [reject] = useMutation(RejectPaymentDocument);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const input = { paymentId, cancellationReason: reason || null, idempotencyKey };
    const { data } = await reject({ variables: { input } });
    const { payment: rejected, userErrors } = data!.rejectPayment;
    return outcomeOf('payment', userErrors, rejected ?? undefined);
  };
  return (
    <ActionDialog
      title="Reject the payment"
      confirm="Reject"
      isDestructive
      explanation={`The authorization is voided: ${formatMoney(netAmount, currency)} that the customer's bank holds is released, and the customer is not charged.`}
      run={run}
      {...dialog}
    >
      <ReasonField value={reason} onChange={setReason} />
    </ActionDialog>
  );
}
