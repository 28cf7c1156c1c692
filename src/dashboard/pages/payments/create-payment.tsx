import { useMutation } from '@apollo/client/react';
import { Checkbox } from '@mantine/core';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { ActionDialog } from '../../act/action-dialog.tsx';
import { CreateButton, useNewMoney } from '../../act/create-by-hand.tsx';
import { draftOfValues, filledIn, isComplete } from '../../act/described.ts';
import { DescribedFields } from '../../act/described-fields.tsx';
import type { Outcome } from '../../act/outcome.ts';
import { settingLabels } from '../../act/setting-labels.ts';
import { pagePath } from '../../data/page-paths.ts';
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
  return <CreateButton label="New payment" permission="PAYMENTS_WRITE" form={PaymentForm} />;
}

/** Creates a payment with a payment page for its customer, or for the shop's server to confirm. */
function PaymentForm({ onClose }: { onClose: () => void }) {
  const [, goTo] = useLocation();
  const money = useNewMoney();
  const [draft, setDraft] = useState(() => draftOfValues(fields, null));
  const [hasLink, setLink] = useState(true);
  const made = useRef('');
  const [create] = useMutation(MakePaymentDocument);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const input = {
      ...money.values,
      ...filledIn(fields, draft),
      paymentLink: hasLink,
      idempotencyKey,
    };
    const { data } = await create({ variables: { input } });
    const { payment, userErrors } = data!.createPayment;
    made.current = payment?.paymentId ?? '';
    return { userErrors, done: hasLink ? 'Payment link created' : 'Payment created' };
  };
  return (
    <ActionDialog
      labels={labels}
      title="New payment"
      confirm={money.confirm}
      explanation="No money moves until the customer pays on the linked page."
      isDisabled={!money.isComplete || !isComplete(fields, draft)}
      run={run}
      onClose={onClose}
      onNext={() => goTo(pagePath.payment(made.current))}
    >
      {money.fields}
      <Checkbox
        label="With a payment link"
        description="A page for the customer to pay on, to copy, mail or scan."
        checked={hasLink}
        onChange={(event) => setLink(event.currentTarget.checked)}
      />
      <DescribedFields fields={fields} labels={labels} draft={draft} onChange={setDraft} />
    </ActionDialog>
  );
}
