import { useMutation } from '@apollo/client/react';
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import type { Outcome } from '../../act/outcome.ts';
import { DeleteNoteDocument, WriteNoteDocument } from './payment.documents.ts';

interface NoteDialogProps {
  readonly onClose: () => void;
  readonly onDone: () => unknown;
}

/** Writes a note on a payment. */
export function WriteNote({ paymentId, ...dialog }: NoteDialogProps & { readonly paymentId: string }) {
  const [text, setText] = useState('');
  const [write] = useMutation(WriteNoteDocument);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const { data } = await write({ variables: { input: { paymentId, text, idempotencyKey } } });
    return { userErrors: data!.createNote.userErrors, done: 'Note added' };
  };
  return (
    <ActionDialog
      title="Add a note"
      confirm="Add"
      explanation="Your team sees the note and your name. The customer doesn’t."
      isDisabled={text.trim() === ''}
      run={run}
      {...dialog}
    >
      <Textarea
        label="Note"
        autosize
        minRows={3}
        maxLength={2_000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
    </ActionDialog>
  );
}

/** Deletes a note. */
export function DeleteNote({ noteId, ...dialog }: NoteDialogProps & { readonly noteId: string }) {
  const [remove] = useMutation(DeleteNoteDocument);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const { data } = await remove({ variables: { input: { noteId, idempotencyKey } } });
    return { userErrors: data!.deleteNote.userErrors, done: 'Note deleted' };
  };
  return (
    <ActionDialog
      title="Delete the note"
      confirm="Delete"
      isDestructive
      explanation="This can’t be undone."
      run={run}
      {...dialog}
    />
  );
}
