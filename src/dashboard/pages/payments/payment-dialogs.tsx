import { useMutation } from '@apollo/client/react';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import { AmountField, amountIn, wholeAmount } from '../../act/amount-field.tsx';
import { MailDialog } from '../../act/mail-link.tsx';
import { type Outcome, outcomeOf } from '../../act/outcome.ts';
import { formatMoney } from '../../data/money.ts';
import {
  CancelPaymentDocument,
  CapturePaymentDocument,
  type PaymentQuery,
  RefundPaymentDocument,
  RetryPaymentDocument,
} from './payment.documents.ts';
import { refundable } from './payment-money.ts';
import { ReasonField } from './reason-field.tsx';

/** The props of the dialogs that act on a payment. */
export interface DialogProps {
  readonly payment: NonNullable<PaymentQuery['payment']>;
  /** Why the command is no longer possible; null while it is. */
  readonly overtaken: string | null;
  readonly onClose: () => void;
  readonly onDone: () => unknown;
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
