import { useMutation } from '@apollo/client/react';
import { Select, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { ListKind } from '../data/schema-types.ts';
import { ActionDialog } from './action-dialog.tsx';
import { listKindName, listKinds } from './list-kinds.ts';
import type { Outcome } from './outcome.ts';
import { CreateValueListDocument } from './value-lists.documents.ts';

interface CreateListProps {
  /** The kinds to choose from; all by default. */
  readonly kinds?: readonly ListKind[];
  readonly onClose: () => void;
  readonly onCreated: (listId: string) => unknown;
}

/** Creates an empty list. */
export function CreateList({
  kinds = Object.keys(listKinds) as ListKind[],
  onClose,
  onCreated,
}: CreateListProps) {
  const [name, setName] = useState('');
  const [kind, setKind] = useState<ListKind>(kinds[0]!);
  const [create] = useMutation(CreateValueListDocument);
  const created = useRef<string | null>(null);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const { data } = await create({
      variables: { input: { name: name.trim(), kind, idempotencyKey } },
      refetchQueries: ['NamedLists'],
      awaitRefetchQueries: true,
    });
    const { userErrors, valueList } = data!.createValueList;
    created.current = valueList?.listId ?? null;
    return { userErrors, done: 'List created' };
  };
  return (
    <ActionDialog
      title="Create a list"
      confirm="Create the list"
      explanation="Rules find its values by “is in the list”. It is empty at first."
      isDisabled={name.trim() === ''}
      run={run}
      onClose={onClose}
      onDone={() => created.current && onCreated(created.current)}
    >
      <TextInput
        label="Name"
        maxLength={64}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Select
        label="Kind of values"
        description={listKinds[kind]}
        inputWrapperOrder={['label', 'input', 'description']}
        data={kinds.map((value) => ({ value, label: listKindName(value) }))}
        value={kind}
        allowDeselect={false}
        onChange={(chosen) => chosen && setKind(chosen as ListKind)}
      />
    </ActionDialog>
  );
}
