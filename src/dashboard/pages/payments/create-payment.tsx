import { useMutation } from '@apollo/client/react';
import { Button, Checkbox } from '@mantine/core';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { ActionDialog } from '../../act/action-dialog.tsx';
import { draftOfValues, givenIn, isComplete } from '../../act/described.ts';
import { DescribedFields } from '../../act/described-fields.tsx';
import { amountTyped, NewAmount, noAmount } from '../../act/new-amount.tsx';
import type { Outcome } from '../../act/outcome.ts';
import { ProfileField } from '../../act/profile-field.tsx';
import { settingLabels } from '../../act/setting-labels.ts';
import { pageOf } from '../../app/navigation.ts';
import { formatMoney } from '../../data/money.ts';
import { CustomerPicker } from '../../list/picker.tsx';
import { useSession } from '../../session/session.tsx';
import { paymentFields } from './payment.fields.ts';
import { MakePaymentDocument } from './payments.documents.ts';

const fields = paymentFields.filter(({ name }) => name !== 'amount' && name !== 'currency');
const labels = {
  ...settingLabels,
  merchantOrderReferenceId: 'Order',
  name: 'Customer’s name',
  email: 'Customer’s email',
};

/** The button that creates a payment by hand. */
export function CreatePayment() {
  const { can } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (!can('PAYMENTS_WRITE')) return null;
  return (
    <>
      <Button size="xs" onClick={() => setOpen(true)}>
        New payment
      </Button>
      {isOpen && <PaymentForm onClose={() => setOpen(false)} />}
    </>
  );
}

/** Creates a payment with a page on which its customer pays, or one for the shop's server to confirm. */
function PaymentForm({ onClose }: { onClose: () => void }) {
  const [, goTo] = useLocation();
  const [typed, setTyped] = useState(noAmount);
  const [draft, setDraft] = useState(() => draftOfValues(fields, null));
  const [hasLink, setLink] = useState(true);
  const [profileId, setProfileId] = useState<string | null>(null);
  const [customerId, setCustomerId] = useState<string | null>(null);
  const made = useRef('');
  const [create] = useMutation(MakePaymentDocument);
  const money = amountTyped(typed);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const input = {
      ...money!,
      ...(profileId ? { profileId } : {}),
      ...(customerId ? { customerId } : {}),
      ...givenIn(fields, draft),
      paymentLink: hasLink,
      idempotencyKey,
    };
    const { data } = await create({ variables: { input } });
    const { payment, userErrors } = data!.createPayment;
    made.current = payment?.paymentId ?? '';
    return { userErrors, done: hasLink ? 'The payment link is there.' : 'The payment is created.' };
  };
  return (
    <ActionDialog
      title="New payment"
      confirm={money ? `Create ${formatMoney(money.amount, money.currency)}` : 'Create'}
      explanation="No money moves yet: the customer pays on the page of the link."
      isDisabled={money === null || !isComplete(fields, draft)}
      run={run}
      onClose={onClose}
      onNext={() => goTo(pageOf.payment(made.current))}
    >
      <NewAmount value={typed} onChange={setTyped} />
      <ProfileField value={profileId} onChange={setProfileId} />
      <CustomerPicker
        label="Known customer"
        size="sm"
        value={customerId ? [customerId] : []}
        onChange={(chosen) => setCustomerId(chosen.at(-1) ?? null)}
      />
      <Checkbox
        label="With a payment link"
        description="A page on which the customer pays: to copy, to mail and to scan."
        checked={hasLink}
        onChange={(event) => setLink(event.currentTarget.checked)}
      />
      <DescribedFields fields={fields} labels={labels} draft={draft} onChange={setDraft} />
    </ActionDialog>
  );
}
