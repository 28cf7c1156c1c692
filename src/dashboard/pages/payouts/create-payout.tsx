import { useMutation } from '@apollo/client/react';
import { Select } from '@mantine/core';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { ActionDialog } from '../../act/action-dialog.tsx';
import { CreateButton, useNewMoney } from '../../act/create-by-hand.tsx';
import { type DescribedField, draftOfValues, filledIn, isComplete } from '../../act/described.ts';
import { DescribedFields } from '../../act/described-fields.tsx';
import type { Outcome } from '../../act/outcome.ts';
import { pagePath } from '../../data/page-paths.ts';
import { payoutFields } from './payout.fields.ts';
import { MakePayoutDocument } from './payouts.documents.ts';

const named = (names: string) => payoutFields.filter(({ name }) => names.split(' ').includes(name));
const fields = named('description name email entityType priority');
const destinationOf = (kind: string): readonly DescribedField[] =>
  named('payoutMethodData')[0]?.fields?.find(({ name }) => name === kind)?.fields ?? [];

/** The possible destinations. Card numbers are entered only by the recipient, on the payout's page. */
const destinations = [
  { value: 'page', kind: '', member: '', label: 'The recipient enters it on a page' },
  { value: 'sepa', kind: 'bank', member: 'sepa', label: 'Bank account in Europe (IBAN)' },
  { value: 'ach', kind: 'bank', member: 'ach', label: 'Bank account in the United States' },
  { value: 'bacs', kind: 'bank', member: 'bacs', label: 'Bank account in the United Kingdom' },
  { value: 'becs', kind: 'bank', member: 'becs', label: 'Bank account in Australia' },
  { value: 'paypal', kind: 'wallet', member: 'paypal', label: 'PayPal' },
  { value: 'venmo', kind: 'wallet', member: 'venmo', label: 'Venmo' },
] as const;

const labels = { name: 'Recipient’s name', email: 'Recipient’s email', iban: 'IBAN', bic: 'BIC' };

/** The button that creates a payout by hand. */
export function CreatePayout() {
  return <CreateButton label="New payout" permission="PAYOUTS_WRITE" form={PayoutForm} />;
}

/** Creates a payout, to be checked and confirmed on its own page. */
function PayoutForm({ onClose }: { onClose: () => void }) {
  const [, goTo] = useLocation();
  const money = useNewMoney();
  const [draft, setDraft] = useState(() => draftOfValues(fields, null));
  const [value, setDestination] = useState<string>('page');
  const { kind, member } = destinations.find((one) => one.value === value)!;
  const account = destinationOf(kind).find(({ name }) => name === member)?.fields ?? [];
  const [accountDraft, setAccountDraft] = useState(() => draftOfValues([], null));
  const made = useRef('');
  const [create] = useMutation(MakePayoutDocument);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const destination = kind
      ? { payoutType: kind, payoutMethodData: { [kind]: { [member]: filledIn(account, accountDraft) } } }
      : { payoutLink: true };
    const input = {
      ...money.values,
      ...filledIn(fields, draft),
      ...destination,
      idempotencyKey,
    };
    const { data } = await create({ variables: { input } });
    const { payout, userErrors } = data!.createPayout;
    made.current = payout?.payoutId ?? '';
    return { userErrors, done: 'Payout created. Nothing is sent until you confirm it.' };
  };
  return (
    <ActionDialog
      labels={labels}
      title="New payout"
      confirm={money.confirm}
      explanation="Nothing is sent until you confirm the payout on its page."
      isDisabled={
        !money.isComplete || !isComplete(fields, draft) || (kind !== '' && !isComplete(account, accountDraft))
      }
      run={run}
      onClose={onClose}
      onNext={() => goTo(pagePath.payout(made.current))}
    >
      {money.fields}
      <Select
        label="Destination"
        data={destinations.map((one) => ({ value: one.value, label: one.label }))}
        value={value}
        allowDeselect={false}
        onChange={(chosen) => {
          setDestination(chosen ?? 'page');
          setAccountDraft(draftOfValues([], null));
        }}
      />
      <DescribedFields fields={account} labels={labels} draft={accountDraft} onChange={setAccountDraft} />
      <DescribedFields fields={fields} labels={labels} draft={draft} onChange={setDraft} />
    </ActionDialog>
  );
}
