import { FileInput, Text } from '@mantine/core';
import { useState } from 'react';
import { urlPath } from '../../../core/foundation/url-path.ts';
import { ActionDialog } from '../../act/action-dialog.tsx';
import type { Outcome } from '../../act/outcome.ts';
import { reasonOf } from '../../data/refusal.ts';
import { merchantHeader } from '../../session/credentials.ts';
import { useSession } from '../../session/session.tsx';

interface UploadEntriesProps {
  readonly listId: string;
  readonly onClose: () => void;
  readonly onDone: () => unknown;
}

/** Uploads a CSV file of entries. GraphQL takes no files, so it goes to the REST API; a job adds its lines. */
export function UploadEntries({ listId, ...dialog }: UploadEntriesProps) {
  const { merchantId } = useSession();
  const [file, setFile] = useState<File | null>(null);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const body = new FormData();
    body.set('file', file!);
    const response = await fetch(urlPath`/lists/${listId}/entries/imports`, {
      method: 'POST',
      headers: {
        ...merchantHeader(merchantId),
        accept: 'application/json',
        'idempotency-key': idempotencyKey,
      },
      body,
    });
    if (!response.ok) return { userErrors: [{ message: await reasonOf(response) }], done: '' };
    return { userErrors: [], done: 'File uploaded. Its lines are being added.' };
  };
  return (
    <ActionDialog
      title="Upload a CSV file"
      confirm="Upload"
      explanation={
        <>
          <Text size="sm">
            The first line names the columns: <code>value</code>, and if wanted <code>expires_at</code> and{' '}
            <code>reason</code>. A downloaded list has this form.
          </Text>
          <Text size="sm" mt="xs">
            Up to a million lines. Lines that don’t fit are refused and shown by number; the others are added.
          </Text>
        </>
      }
      isDisabled={!file}
      run={run}
      {...dialog}
    >
      <FileInput
        label="File"
        accept=".csv,text/csv"
        placeholder="Choose a file"
        value={file}
        onChange={setFile}
      />
    </ActionDialog>
  );
}
