import { useMutation } from '@apollo/client/react';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import { AmountField, amountIn, wholeAmount } from '../../act/amount-field.tsx';
import { MailDialog } from '../../act/mail-link.tsx';
import { type Outcome, outcomeOf } from '../../act/outcome.ts';
import { formatMoney } from '../../data/money.ts';
import { methodName } from '../../show/method.tsx';
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
      explanation={`Refund to ${methodName(payment)} through ${payment.connector ?? 'the connector'}. Card refunds usually arrive in 5–10 days. This can’t be undone.`}
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
          ? `Collects the amount from the customer and releases the remaining ${formatMoney(rest, currency)} for good.`
          : 'Collects the amount from the customer.'
      }
      isDisabled={amount === null}
      run={run}
      {...dialog}
    >
      <AmountField label="Amount" currency={currency} max={max} value={typed} onChange={setTyped} />
      {captureMethod === 'manual_multiple' && rest > 0 && (
        <Checkbox
          label="Last capture: release the rest"
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
          ? `Voids the authorization. The customer’s bank releases ${formatMoney(held, payment.currency)}, which can no longer be captured.`
          : 'The customer can no longer pay it.'
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
    // The total shown in the dialog: no other amount is charged.
    const { data } = await retry({ variables: { input: { paymentId, netAmount, idempotencyKey } } });
    const { payment: retried, userErrors } = data!.confirmPayment;
    return outcomeOf('payment', userErrors, retried ?? undefined);
  };
  return (
    <ActionDialog
      title="Retry the payment"
      confirm="Retry"
      explanation={`Charge ${methodName(payment)} again for ${formatMoney(payment.netAmount, payment.currency)}. The customer agreed to such charges and is not asked again.`}
      run={run}
      {...dialog}
    />
  );
}

/** Emails the customer of a failed payment a link to pay again. */
export const SendLinkDialog = ({ payment, ...dialog }: DialogProps) => (
  <MailDialog
    title="Send a payment link"
    of={{ paymentId: payment.paymentId }}
    email={payment.email}
    {...dialog}
  />
);
