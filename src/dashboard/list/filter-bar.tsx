import { Box, Button, Group, SimpleGrid, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { counted } from '../data/words.ts';
import { SearchIcon } from '../show/icons.tsx';
import { withChanges } from './address.ts';
import type { FilterField, ListDefinition, ListRow } from './definition.ts';
import { FilterInput } from './filter-input.tsx';
import { UnreadFilters } from './unread-filters.tsx';

interface FilterBarProps<Row extends ListRow> {
  readonly definition: Pick<ListDefinition<Row>, 'filters' | 'searches'>;
  readonly connectors: readonly string[];
}

/** A list's search box and its active filters; all filters on request. */
export function FilterBar<Row extends ListRow>({ connectors, definition }: FilterBarProps<Row>) {
  const [params, setParams] = useSearchParams();
  const [isOpen, setOpen] = useState(false);
  // An input stays while it has the focus, even if empty.
  const [focused, setFocused] = useState<string | null>(null);
  const isSet = ({ name }: FilterField) => Boolean(params.get(name));
  const active = definition.filters.filter(isSet).length;
  const shown = definition.filters.filter((field) => isOpen || isSet(field) || field.name === focused);
  return (
    <>
      <Group gap="xs" mb="xs" align="flex-end">
        {definition.searches && <SearchBox searches={definition.searches} />}
        {definition.filters.length > 0 && (
          <Button variant="default" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
            {active > 0 ? `Filters (${active})` : 'Filters'}
          </Button>
        )}
        {active > 0 && (
          <Button
            variant="subtle"
            onClick={() =>
              setParams(
                withChanges(params, Object.fromEntries(definition.filters.map(({ name }) => [name, null]))),
              )
            }
            aria-label={`Clear ${counted(active, 'filter')}`}
          >
            Clear
          </Button>
        )}
      </Group>
      <UnreadFilters filters={definition.filters} />
      {shown.length > 0 && (
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="xs" mb="sm">
          {shown.map((field) => (
            <Box key={field.name} onFocus={() => setFocused(field.name)} onBlur={() => setFocused(null)}>
              <FilterInput field={field} connectors={connectors} />
            </Box>
          ))}
        </SimpleGrid>
      )}
    </>
  );
}

const TYPING_MS = 350;

function SearchBox({ searches }: { searches: string }) {
  const [params, setParams] = useSearchParams();
  const inAddress = params.get('q') ?? '';
  const [typed, setTyped] = useState(inAddress);
  useEffect(() => setTyped(inAddress), [inAddress]);
  const search = useDebouncedCallback(
    (q: string) => setParams((now) => withChanges(now, { q }), { replace: true }),
    TYPING_MS,
  );
  return (
    <TextInput
      type="search"
      aria-label="Search"
      data-search=""
      placeholder={searches}
      leftSection={<SearchIcon size={16} />}
      flex={1}
      miw={200}
      maw={480}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        search(event.currentTarget.value);
      }}
    />
  );
}
