import { useMutation } from '@apollo/client/react';
import { Button, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatLanguage } from '../data/locale.ts';
import type { LinkLanguage } from '../data/schema-types.ts';
import { ActionDialog } from './action-dialog.tsx';
import { MailPaymentLinkDocument, MailPayoutLinkDocument } from './mail-link.documents.ts';
import type { Outcome } from './outcome.ts';

/** The languages of customers' pages, in English first. */
const languages: readonly LinkLanguage[] = [
  ...(['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'] as const),
  ...(['pl', 'sv', 'ja', 'zh', 'hi', 'ar', 'he'] as const),
];

interface MailLinkProps {
  /** Whose link it is. */
  readonly of: { readonly paymentId: string } | { readonly payoutId: string };
  /** The customer's address, if it is known. */
  readonly email?: string | null | undefined;
  readonly onDone: () => unknown;
}

/** A button that has the service send a link to a customer. */
export function MailLink({ email, of, onDone }: MailLinkProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
        Send by email
      </Button>
      {isOpen && <MailDialog of={of} email={email} onDone={onDone} onClose={() => setOpen(false)} />}
    </>
  );
}

function MailDialog({ email, of, ...dialog }: MailLinkProps & { readonly onClose: () => void }) {
  const [to, setTo] = useState(email ?? '');
  const [locale, setLocale] = useState<LinkLanguage | null>(null);
  const [mailPaymentLink] = useMutation(MailPaymentLinkDocument);
  const [mailPayoutLink] = useMutation(MailPayoutLinkDocument);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const shared = { email: to.trim() === email ? null : to.trim(), locale, idempotencyKey };
    const userErrors =
      'paymentId' in of
        ? (await mailPaymentLink({ variables: { input: { ...of, ...shared } } })).data!.mailPaymentLink
            .userErrors
        : (await mailPayoutLink({ variables: { input: { ...of, ...shared } } })).data!.mailPayoutLink
            .userErrors;
    return { userErrors, done: `The link is on its way to ${to.trim()}.` };
  };
  return (
    <ActionDialog
      title="Send the link by email"
      confirm="Send"
      explanation="The customer gets the amount and the link, in your business’s name. Answers go to the primary email of the account."
      isDisabled={to.trim() === ''}
      run={run}
      {...dialog}
    >
      <TextInput
        label="Email"
        type="email"
        autoComplete="off"
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
        data-autofocus
      />
      <Select
        label="Language"
        placeholder="The customer’s"
        clearable
        clearButtonProps={{ 'aria-label': 'Choose no language' }}
        data={languages.map((value) => ({ value, label: formatLanguage(value) }))}
        value={locale}
        onChange={(chosen) => setLocale(chosen as LinkLanguage | null)}
      />
    </ActionDialog>
  );
}
