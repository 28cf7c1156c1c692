import { dayFormat } from '../data/locale.ts';
import { endsOf } from '../data/range.ts';
import '@mantine/dates/styles.css';
import {
  Button,
  Collapse,
  Group,
  MultiSelect,
  Select,
  SimpleGrid,
  TagsInput,
  TextInput,
} from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { viewerZone } from '../data/time.ts';
import { asWords, counted } from '../data/words.ts';
import { SearchIcon } from '../show/icons.tsx';
import { listOf, withChanges, zoneOf } from './address.ts';
import { AmountRange } from './amount-range.tsx';
import type { FilterField, ListDefinition, ListRow } from './definition.ts';
import { pickers } from './picker.tsx';

interface FilterBarProps<Row extends ListRow> {
  readonly definition: ListDefinition<Row>;
  readonly connectors: readonly string[];
}

/** The search box and the filters of a list. */
export function FilterBar<Row extends ListRow>({ connectors, definition }: FilterBarProps<Row>) {
  const [params, setParams] = useSearchParams();
  const active = definition.filters.filter(({ name }) => params.get(name)).length;
  const [isOpen, setOpen] = useState(active > 0);
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
      <Collapse expanded={isOpen} mb="sm">
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="xs">
          {definition.filters.map((field) => (
            <FilterInput key={field.name} field={field} connectors={connectors} />
          ))}
        </SimpleGrid>
      </Collapse>
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

/** The day of an end of a range, which may be an instant of it. */
const dayIn = (end: string): string | null => end.slice(0, 10) || null;

function FilterInput({ connectors, field }: { field: FilterField; connectors: readonly string[] }) {
  const [params, setParams] = useSearchParams();
  const value = params.get(field.name);
  const set = (next: string) => setParams(withChanges(params, { [field.name]: next }));
  switch (field.kind) {
    case 'choice': {
      const options = field.options === 'connectors' ? connectors : (field.options ?? []);
      return (
        <MultiSelect
          label={field.label}
          data={options.map((option) => ({
            value: option,
            label: field.options === 'connectors' ? option : asWords(option),
          }))}
          value={listOf(value)}
          onChange={(values) => set(values.join(','))}
          placeholder={value ? '' : 'Any'}
          clearable
          searchable
          clearButtonProps={{ 'aria-label': `Clear ${field.label}` }}
          size="xs"
        />
      );
    }
    case 'text': {
      const Picker = field.from && pickers[field.from];
      if (Picker) {
        return (
          <Picker label={field.label} value={listOf(value)} onChange={(values) => set(values.join(','))} />
        );
      }
      return (
        <TagsInput
          label={field.label}
          value={listOf(value)}
          onChange={(values) =>
            set((field.name === 'currency' ? values.map((one) => one.toUpperCase()) : values).join(','))
          }
          placeholder={value ? '' : 'Any'}
          acceptValueOnBlur
          clearable
          clearButtonProps={{ 'aria-label': `Clear ${field.label}` }}
          size="xs"
        />
      );
    }
    case 'time': {
      const [from, to] = endsOf(value);
      const zone = zoneOf(params);
      return (
        <DatePickerInput
          type="range"
          valueFormat={dayFormat}
          label={field.label}
          placeholder="Any"
          allowSingleDateInRange
          clearable
          clearButtonProps={{ 'aria-label': `Clear ${field.label}` }}
          description={zone === viewerZone ? undefined : `Days of ${zone}`}
          value={[dayIn(from), dayIn(to)]}
          onChange={([first, last]) =>
            setParams(
              withChanges(params, {
                [field.name]: first || last ? `${first ?? ''}..${last ?? ''}` : '',
                zone: first || last ? zone : null,
              }),
            )
          }
          size="xs"
        />
      );
    }
    case 'flag':
      return (
        <Select
          label={field.label}
          data={[
            { value: 'yes', label: 'Yes' },
            { value: 'no', label: 'No' },
          ]}
          value={value === 'yes' || value === 'no' ? value : null}
          onChange={(next) => set(next ?? '')}
          placeholder="Any"
          clearable
          clearButtonProps={{ 'aria-label': `Clear ${field.label}` }}
          size="xs"
        />
      );
    case 'amount':
      return <AmountRange field={field} />;
  }
}
