import { useQuery } from '@apollo/client/react';
import { Button, Group, Select } from '@mantine/core';
import { useState } from 'react';
import type { ListKind } from '../data/schema-types.ts';
import { useSession } from '../session/session.tsx';
import { CreateList } from './create-list.tsx';
import { fitsKind } from './list-kinds.ts';
import { NamedListsDocument } from './value-lists.documents.ts';

/** The lists to choose from by name, newest first. */
export function useNamedLists() {
  const { data } = useQuery(NamedListsDocument);
  return (data?.valueLists.nodes ?? []).map(({ kind, listId, name }) => ({
    ...{ value: listId, label: name, kind },
  }));
}

interface ListPickerProps {
  readonly label: string;
  readonly isLabelShown?: boolean;
  /** The kind of the lists. */
  readonly kind: ListKind;
  /** The identifier, or the name, of the chosen list. */
  readonly value: string | null;
  readonly onChange: (listId: string) => void;
  readonly error?: string | undefined;
}

/** Chooses a list of a kind, or creates one in place. */
export function ListPicker({ error, isLabelShown, kind, label, onChange, value }: ListPickerProps) {
  const { can } = useSession();
  const [isCreating, setCreating] = useState(false);
  const lists = useNamedLists().filter((list) => fitsKind(list.kind, kind));
  const named = lists.find((list) => list.value === value || list.label === value);
  const options = named || !value ? lists : [...lists, { value, label: value }];
  return (
    <Group gap="xs" align="flex-start" className="list-picker">
      <Select
        {...(isLabelShown ? { label } : { 'aria-label': label })}
        data={options.map((option) => ({ value: option.value, label: option.label }))}
        value={named?.value ?? (value || null)}
        searchable
        allowDeselect={false}
        placeholder={lists.length > 0 ? 'Choose a list' : 'No list of this kind'}
        nothingFoundMessage="Nothing matches"
        error={error}
        onChange={(chosen) => chosen && onChange(chosen)}
      />
      {can('SETTINGS_WRITE') && (
        <Button variant="default" onClick={() => setCreating(true)} className="beside-field">
          Create a list
        </Button>
      )}
      {isCreating && <CreateList kinds={[kind]} onClose={() => setCreating(false)} onCreated={onChange} />}
    </Group>
  );
}
