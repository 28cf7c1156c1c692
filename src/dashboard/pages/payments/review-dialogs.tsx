import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import { type Outcome, outcomeOf } from '../../act/outcome.ts';
import { formatMoney } from '../../data/money.ts';
import type { ListAddition } from '../../data/schema-types.ts';
import { AddToList } from './add-to-list.tsx';
import { ApprovePaymentDocument, RejectPaymentDocument } from './payment.documents.ts';
import type { DialogProps } from './payment-dialogs.tsx';
import { ReasonField } from './reason-field.tsx';

/** Releases a payment that a fraud check holds. */
export function ApproveDialog({ payment, ...dialog }: DialogProps) {
  const { captureMethod, currency, netAmount, paymentId } = payment;
  const [addToList, setAddToList] = useState<ListAddition | null>(null);
  const [approve] = useMutation(ApprovePaymentDocument);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const { data } = await approve({ variables: { input: { paymentId, addToList, idempotencyKey } } });
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
          ? `Ends the fraud check’s hold and collects ${money} from the customer.`
          : `Ends the fraud check’s hold. ${money} stays authorized until you capture it.`
      }
      run={run}
      {...dialog}
    >
      <AddToList value={addToList} onChange={setAddToList} />
    </ActionDialog>
  );
}

/** Voids a payment that a fraud check holds. */
export function RejectDialog({ payment, ...dialog }: DialogProps) {
  const { currency, netAmount, paymentId } = payment;
  const [reason, setReason] = useState('');
  const [addToList, setAddToList] = useState<ListAddition | null>(null);
  const [reject] = useMutation(RejectPaymentDocument);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const input = { paymentId, cancellationReason: reason || null, addToList, idempotencyKey };
    const { data } = await reject({ variables: { input } });
    const { payment: rejected, userErrors } = data!.rejectPayment;
    return outcomeOf('payment', userErrors, rejected ?? undefined);
  };
  return (
    <ActionDialog
      title="Reject the payment"
      confirm="Reject"
      isDestructive
      explanation={`Voids the authorization. The customer’s bank releases ${formatMoney(netAmount, currency)}, and the customer is not charged.`}
      run={run}
      {...dialog}
    >
      <ReasonField value={reason} onChange={setReason} />
      <AddToList value={addToList} onChange={setAddToList} />
    </ActionDialog>
  );
}
