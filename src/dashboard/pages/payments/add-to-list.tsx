import { Select, SimpleGrid } from '@mantine/core';
import { entryLifetimes, listedFacts } from '../../act/list-kinds.ts';
import { useNamedLists } from '../../act/list-picker.tsx';
import type { ListAddition } from '../../data/schema-types.ts';
import { useSession } from '../../session/session.tsx';

interface AddToListProps {
  /** The addition; null for none. */
  readonly value: ListAddition | null;
  readonly onChange: (value: ListAddition | null) => void;
}

/** Adds a fact of a payment to a list together with a decision. Nothing for people who may not see lists. */
export function AddToList(props: AddToListProps) {
  const { can } = useSession();
  return can('SETTINGS_READ') ? <Fields {...props} /> : null;
}

function Fields({ onChange, value }: AddToListProps) {
  const lists = useNamedLists();
  const kind = lists.find((list) => list.value === value?.list)?.kind;
  const facts = kind ? listedFacts[kind] : [];
  return (
    <>
      <Select
        label="Add to a list"
        description="Optional: the rules that name the list decide about the next payments."
        data={[
          { value: '', label: lists.length > 0 ? 'No list' : 'No lists yet' },
          ...lists.map((list) => ({ value: list.value, label: list.label })),
        ]}
        value={value?.list ?? ''}
        searchable
        allowDeselect={false}
        nothingFoundMessage="Nothing matches"
        onChange={(list) => {
          const chosen = lists.find((one) => one.value === list);
          onChange(chosen ? { list: chosen.value, field: listedFacts[chosen.kind][0]!.value } : null);
        }}
      />
      {value && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
          <Select
            label="Value of the payment"
            data={[...facts]}
            value={value.field}
            allowDeselect={false}
            onChange={(field) => field && onChange({ ...value, field: field as ListAddition['field'] })}
          />
          <Select
            label="Expires"
            data={[...entryLifetimes]}
            value={String(value.expiresIn ?? '')}
            allowDeselect={false}
            onChange={(seconds) => onChange({ ...value, expiresIn: seconds ? Number(seconds) : null })}
          />
        </SimpleGrid>
      )}
    </>
  );
}
