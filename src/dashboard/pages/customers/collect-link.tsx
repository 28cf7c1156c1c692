import { useMutation } from '@apollo/client/react';
import { Button, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import { MailLink } from '../../act/mail-link.tsx';
import type { Outcome } from '../../act/outcome.ts';
import { SharedLink } from '../../show/shared-link.tsx';
import { Time } from '../../show/time.tsx';
import { CreateCollectLinkDocument } from './customer.documents.ts';

/** A link for a customer to save payment methods. */
export interface CollectLink {
  readonly pmCollectLinkId: string;
  readonly link: string;
  readonly expiry: string;
}

interface AskForMethodProps {
  readonly customerId: string;
  readonly onMade: (link: CollectLink) => void;
}

const DAY_S = 24 * 60 * 60;
const lifetimes = [1, 7, 30] as const;

/** A button that creates a link for a customer to save a payment method. */
export function AskForMethod({ customerId, onMade }: AskForMethodProps) {
  const [isOpen, setOpen] = useState(false);
  const [days, setDays] = useState('7');
  const [create] = useMutation(CreateCollectLinkDocument);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const input = { customerId, sessionExpiry: Number(days) * DAY_S, idempotencyKey };
    const { data } = await create({ variables: { input } });
    const { collectLink, userErrors } = data!.createCollectLink;
    if (collectLink) onMade(collectLink);
    return { userErrors, done: 'Link created' };
  };
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        Ask for a payment method
      </Button>
      {isOpen && (
        <ActionDialog
          title="Ask for a payment method"
          confirm="Create link"
          explanation="The customer opens the link to save cards and bank accounts. Nothing is charged."
          run={run}
          onClose={() => setOpen(false)}
        >
          <Select
            label="Link expires after"
            data={lifetimes.map((one) => ({
              value: String(one),
              label: one === 1 ? '1 day' : `${one} days`,
            }))}
            value={days}
            onChange={(chosen) => setDays(chosen!)}
            allowDeselect={false}
          />
        </ActionDialog>
      )}
    </>
  );
}

interface MadeLinkProps {
  readonly of: CollectLink;
  readonly email: string | null;
}

/** The created link, shown once: to copy, scan and send. */
export function MadeLink({ email, of: { expiry, link, pmCollectLinkId } }: MadeLinkProps) {
  return (
    <Stack gap="xs">
      <SharedLink
        title="Link to save a payment method"
        url={link}
        email={email}
        subject="Save your payment details"
        send={<MailLink of={{ pmCollectLinkId }} email={email} onDone={() => undefined} />}
      />
      <Text size="sm" c="dimmed">
        Shown only once. It expires <Time at={expiry} />.
      </Text>
    </Stack>
  );
}
