import { useMutation } from '@apollo/client/react';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog, type Outcome } from '../../act/action-dialog.tsx';
import { AmountField, amountIn, wholeAmount } from '../../act/amount-field.tsx';
import { formatMoney } from '../../data/money.ts';
import { asWords } from '../../data/words.ts';
import { useSession } from '../../session/session.tsx';
import {
  CancelPaymentDocument,
  CapturePaymentDocument,
  type PaymentQuery,
  RefundPaymentDocument,
  RetryPaymentDocument,
} from './payment.documents.ts';

type Payment = NonNullable<PaymentQuery['payment']>;
type Action = 'refund' | 'capture' | 'cancel' | 'retry';

interface DialogProps {
  readonly payment: Payment;
  readonly onClose: () => void;
  readonly onDone: () => unknown;
}

/** The received amount less refunds. The service also subtracts disputed amounts. */
export const refundable = ({ amountReceived, refunds }: Payment): number =>
  amountReceived -
  refunds.filter(({ status }) => status !== 'failed').reduce((sum, { amount }) => sum + amount, 0);

/** The buttons that the payment's state and the person's role allow. */
export function PaymentActions({ onDone, payment }: { payment: Payment; onDone: () => unknown }) {
  const { can } = useSession();
  const [open, setOpen] = useState<Action | null>(null);
  const { manualRetryAllowed, nextStates, status } = payment;
  const isCapturable = status === 'requires_capture' || status === 'partially_captured_and_capturable';
  const isReceived = ['succeeded', 'partially_captured', 'partially_captured_and_capturable'].includes(
    status,
  );
  const isBeforeMoney = status.startsWith('requires_') && status !== 'requires_merchant_action';
  const buttons: readonly (readonly [Action, string, boolean])[] = [
    ['refund', 'Refund', can('REFUNDS_WRITE') && isReceived && refundable(payment) > 0],
    ['capture', 'Capture', can('PAYMENTS_CAPTURE') && isCapturable && payment.amountCapturable > 0],
    [
      'cancel',
      'Cancel',
      can('PAYMENTS_CAPTURE') &&
        (isBeforeMoney || isCapturable) &&
        (nextStates.includes('cancelled') || isCapturable),
    ],
    ['retry', 'Retry', can('PAYMENTS_WRITE') && status === 'failed' && manualRetryAllowed === true],
  ];
  const Dialog = open === null ? null : dialogs[open];
  return (
    <>
      {buttons.map(
        ([action, label, isOffered]) =>
          isOffered && (
            <Button key={action} variant="default" size="sm" onClick={() => setOpen(action)}>
              {label}
            </Button>
          ),
      )}
      {Dialog && <Dialog payment={payment} onDone={onDone} onClose={() => setOpen(null)} />}
    </>
  );
}

function RefundDialog({ onClose, onDone, payment }: DialogProps) {
  const { currency, paymentId } = payment;
  const max = refundable(payment);
  const [typed, setTyped] = useState(wholeAmount(max, currency));
  const [reason, setReason] = useState('');
  const [refund] = useMutation(RefundPaymentDocument);
  const amount = amountIn(typed, currency, max);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const input = { paymentId, amount, reason: reason || null, idempotencyKey };
    const { data } = await refund({ variables: { input } });
    const made = data!.createRefund;
    return {
      userErrors: made.userErrors,
      done: `The refund is ${asWords(made.refund?.status ?? '').toLowerCase()}.`,
    };
  };
  return (
    <ActionDialog
      title="Refund"
      confirm={amount === null ? 'Refund' : `Refund ${formatMoney(amount, currency)}`}
      explanation={`The amount goes back to the customer by the way it came, through ${payment.connector ?? 'the connector'}. This cannot be undone.`}
      isDisabled={amount === null}
      run={run}
      onClose={onClose}
      onDone={onDone}
    >
      <AmountField label="Amount" currency={currency} max={max} value={typed} onChange={setTyped} />
      <TextInput
        label="Reason"
        description="For your own records."
        maxLength={255}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ActionDialog>
  );
}

function CaptureDialog({ onClose, onDone, payment }: DialogProps) {
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
    return { userErrors, done: `The payment is ${asWords(captured?.status ?? '').toLowerCase()}.` };
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
      onClose={onClose}
      onDone={onDone}
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

function CancelDialog({ onClose, onDone, payment }: DialogProps) {
  const [reason, setReason] = useState('');
  const [cancel] = useMutation(CancelPaymentDocument);
  const held = payment.amountCapturable;
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const input = { paymentId: payment.paymentId, cancellationReason: reason || null, idempotencyKey };
    const { data } = await cancel({ variables: { input } });
    const { payment: cancelled, userErrors } = data!.cancelPayment;
    return { userErrors, done: `The payment is ${asWords(cancelled?.status ?? '').toLowerCase()}.` };
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
      onClose={onClose}
      onDone={onDone}
    >
      <TextInput
        label="Reason"
        description="For your own records."
        maxLength={255}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ActionDialog>
  );
}

function RetryDialog({ onClose, onDone, payment }: DialogProps) {
  const [retry] = useMutation(RetryPaymentDocument);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const { data } = await retry({ variables: { input: { paymentId: payment.paymentId, idempotencyKey } } });
    const { payment: retried, userErrors } = data!.confirmPayment;
    return { userErrors, done: `The payment is ${asWords(retried?.status ?? '').toLowerCase()}.` };
  };
  return (
    <ActionDialog
      title="Retry the payment"
      confirm="Retry"
      explanation={`Another attempt is made to collect ${formatMoney(payment.netAmount, payment.currency)} with the payment method of the last one. If the connector accepts it, the customer is charged.`}
      run={run}
      onClose={onClose}
      onDone={onDone}
    />
  );
}

const dialogs = { refund: RefundDialog, capture: CaptureDialog, cancel: CancelDialog, retry: RetryDialog };
