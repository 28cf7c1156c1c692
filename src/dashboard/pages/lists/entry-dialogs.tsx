import { useMutation } from '@apollo/client/react';
import { Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import { entryLifetimes, listKinds } from '../../act/list-kinds.ts';
import type { Outcome } from '../../act/outcome.ts';
import { formatCount } from '../../data/locale.ts';
import type { ListKind } from '../../data/schema-types.ts';
import { counted } from '../../data/words.ts';
import { useSession } from '../../session/session.tsx';
import type { Entry } from './entries.tsx';
import { AddListEntriesDocument, DeleteListEntryDocument } from './list.documents.ts';

interface DialogProps {
  readonly listId: string;
  readonly onClose: () => void;
  readonly onDone: () => unknown;
}

/** Most entries of one request. */
const ENTRIES_MAX = 1_000;
/** Most faulty lines that a dialog names. */
const FAULTS_MAX = 10;

/** A line with a value. */
interface Line {
  /** Its number in the text, from 1. */
  readonly number: number;
  readonly value: string;
}

const linesOf = (text: string): Line[] =>
  text.split('\n').flatMap((line, i) => (line.trim() === '' ? [] : [{ number: i + 1, value: line.trim() }]));

/** The errors with the numbers of the lines that they are about. */
function byLine(userErrors: Outcome['userErrors'], lines: readonly Line[]): Outcome['userErrors'] {
  const said = userErrors.map(({ message, param }) => {
    const [, place, name] = /^entries\[(\d+)\]\.(\w+)$/.exec(param ?? '') ?? [];
    if (place === undefined) return message;
    const rest = message.slice(param!.length + 1);
    return name === 'value' ? `Line ${lines[Number(place)]!.number} ${rest}` : `The reason ${rest}`;
  });
  const all = [...new Set(said)];
  const more = all.length - FAULTS_MAX;
  return [
    ...all.slice(0, FAULTS_MAX),
    ...(more > 0 ? [`${counted(more, 'more line')} can’t be added.`] : []),
  ].map((message) => ({ message }));
}

/** Adds values to a list, one per line. */
export function AddEntries({ kind, listId, ...dialog }: DialogProps & { readonly kind: ListKind }) {
  const [text, setText] = useState('');
  const [lifetime, setLifetime] = useState('');
  const [reason, setReason] = useState('');
  const [add] = useMutation(AddListEntriesDocument);
  const lines = linesOf(text);
  const isTooLong = lines.length > ENTRIES_MAX;
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const expiresAt = lifetime ? new Date(Date.now() + Number(lifetime) * 1_000).toISOString() : null;
    const entries = lines.map(({ value }) => ({ value, expiresAt, reason: reason.trim() || null }));
    const { data } = await add({ variables: { input: { listId, entries, idempotencyKey } } });
    const { result, userErrors } = data!.addListEntries;
    const known = lines.length - (result?.added ?? 0);
    const renewed = known > 0 ? `, ${formatCount(known)} already in the list` : '';
    return {
      userErrors: byLine(userErrors, lines),
      done: `${formatCount(result?.added ?? 0)} added${renewed}`,
    };
  };
  return (
    <ActionDialog
      title="Add entries"
      confirm="Add"
      explanation="They count from the next decision on. A value that is in the list gets the new expiry and reason."
      isDisabled={lines.length === 0 || isTooLong}
      run={run}
      {...dialog}
    >
      <Textarea
        label="Values, one per line"
        description={listKinds[kind]}
        autosize
        minRows={4}
        maxRows={12}
        value={text}
        error={isTooLong ? `Add at most ${formatCount(ENTRIES_MAX)} lines at a time.` : undefined}
        classNames={{ input: 'identifier' }}
        spellCheck={false}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Select
        label="Expires"
        data={[...entryLifetimes]}
        value={lifetime}
        allowDeselect={false}
        onChange={(chosen) => setLifetime(chosen ?? '')}
      />
      <TextInput
        label="Reason"
        description="Optional"
        inputWrapperOrder={['label', 'input', 'description']}
        maxLength={255}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ActionDialog>
  );
}

/** Deletes an entry of a list. */
export function DeleteEntry({ entry, listId, ...dialog }: DialogProps & { readonly entry: Entry }) {
  const { can } = useSession();
  const [remove] = useMutation(DeleteListEntryDocument);
  const { entryId, hint, value } = entry;
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const { data } = await remove({ variables: { input: { listId, entryId, idempotencyKey } } });
    return { userErrors: data!.deleteListEntry.userErrors, done: 'Entry deleted' };
  };
  return (
    <ActionDialog
      title="Delete the entry"
      confirm="Delete"
      isDestructive
      explanation={`${can('PERSONAL_DATA_READ') ? value : hint} is no longer in the list from the next decision on.`}
      run={run}
      {...dialog}
    />
  );
}
