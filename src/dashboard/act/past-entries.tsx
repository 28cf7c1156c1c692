import { useMutation } from '@apollo/client/react';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { counted } from '../data/words.ts';
import { useSession } from '../session/session.tsx';
import { ActionDialog } from './action-dialog.tsx';
import type { Outcome } from './outcome.ts';
import { WritePastEntriesDocument } from './recon-switch.documents.ts';

/** The button that has a job write the balance entries of the past. A repeated request answers with its progress. */
export function PastEntries() {
  const { can, merchantId } = useSession();
  const [isOpen, setOpen] = useState(false);
  const [progress, setProgress] = useState<string | null>(null);
  const [write] = useMutation(WritePastEntriesDocument);
  if (!can('FINANCE_WRITE')) return null;
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const { data } = await write({ variables: { input: { merchantId, idempotencyKey } } });
    const { result, userErrors } = data!.backfillBalanceEntries;
    const written = counted(result?.entriesWritten ?? 0, 'balance entry');
    const done = result?.isComplete ? `Complete: ${written} written` : `Running: ${written} written so far`;
    if (result) setProgress(done);
    return { userErrors, done };
  };
  return (
    <>
      {progress && (
        <Text size="sm" c="dimmed" role="status">
          {progress}
        </Text>
      )}
      <Button size="compact-xs" variant="default" onClick={() => setOpen(true)}>
        Write past entries
      </Button>
      {isOpen && (
        <ActionDialog
          title="Write past entries"
          confirm="Write entries"
          explanation="A job writes the balance entries of all earlier captures, refunds, disputes and payouts, once. Confirm again later to see its progress."
          run={run}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
