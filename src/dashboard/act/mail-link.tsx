import { useMutation } from '@apollo/client/react';
import { Button, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatLanguage } from '../data/locale.ts';
import type { LinkLanguage } from '../data/schema-types.ts';
import { useSession } from '../session/session.tsx';
import { ActionDialog } from './action-dialog.tsx';
import {
  MailCollectLinkDocument,
  MailPaymentLinkDocument,
  MailPayoutLinkDocument,
} from './mail-link.documents.ts';
import { mailLinkFields } from './mail-link.fields.ts';
import type { Outcome } from './outcome.ts';

/** The languages of customers' pages, as the viewer names them. */
const languages = mailLinkFields
  .flatMap(({ options = [] }) => options.map((value) => ({ value, label: formatLanguage(value) })))
  .sort((a, b) => a.label.localeCompare(b.label));

interface MailLinkProps {
  /** The object of the link. */
  readonly of:
    | { readonly paymentId: string }
    | { readonly payoutId: string }
    | { readonly pmCollectLinkId: string };
  /** The customer's address, if known. */
  readonly email?: string | null | undefined;
  readonly onDone: () => unknown;
}

/** A button that emails a link to a customer through the service. */
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

interface MailDialogProps extends MailLinkProps {
  readonly title?: string;
  /** The reason if the link is no longer usable; null while it is. */
  readonly overtaken?: string | null;
  readonly onClose: () => void;
}

/** Emails a link through the service, to an address that the person confirms. */
export function MailDialog({ email, of, title = 'Send the link by email', ...dialog }: MailDialogProps) {
  const { can } = useSession();
  const [to, setTo] = useState(email ?? '');
  const [locale, setLocale] = useState<LinkLanguage | null>(null);
  // Whether the service required the known address: sending again confirms it.
  const [isAsked, setAsked] = useState(false);
  const [mailPaymentLink] = useMutation(MailPaymentLinkDocument);
  const [mailPayoutLink] = useMutation(MailPayoutLinkDocument);
  const [mailCollectLink] = useMutation(MailCollectLinkDocument);
  const send = async (shared: {
    email: string | null;
    locale: LinkLanguage | null;
    idempotencyKey: string;
  }) => {
    if ('paymentId' in of) {
      const { data } = await mailPaymentLink({ variables: { input: { ...of, ...shared } } });
      return data!.mailPaymentLink.userErrors;
    }
    if ('payoutId' in of) {
      const { data } = await mailPayoutLink({ variables: { input: { ...of, ...shared } } });
      return data!.mailPayoutLink.userErrors;
    }
    const { data } = await mailCollectLink({ variables: { input: { ...of, ...shared } } });
    return data!.mailCollectLink.userErrors;
  };
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    // The known address is omitted: it may be masked here, and only another address requires a second factor.
    const isKnown = to.trim() === email && !(isAsked && can('PERSONAL_DATA_READ'));
    const userErrors = await send({ email: isKnown ? null : to.trim(), locale, idempotencyKey });
    setAsked(userErrors.some(({ param }) => param === 'email'));
    return { userErrors, done: `Link sent to ${to.trim()}` };
  };
  return (
    <ActionDialog
      title={title}
      confirm="Send"
      explanation={`Emails ${'pmCollectLinkId' in of ? 'the link' : 'the amount and the link'} to the customer in your business’s name. Replies go to the account’s primary email.`}
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
        data={languages}
        value={locale}
        onChange={(chosen) => setLocale(chosen as LinkLanguage | null)}
      />
    </ActionDialog>
  );
}
