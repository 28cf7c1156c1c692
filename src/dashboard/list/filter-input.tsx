import '@mantine/dates/styles.css';
import { MultiSelect, Select, TagsInput } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { useSearchParams } from 'wouter';
import { pickers } from '../act/picker.tsx';
import { dayFormat } from '../data/locale.ts';
import { endsOf } from '../data/range.ts';
import { viewerZone } from '../data/time.ts';
import { asWords } from '../data/words.ts';
import { startOf, withChanges, zoneOf } from './address.ts';
import { AmountRange } from './amount-range.tsx';
import type { FilterField } from './definition.ts';
import { listed, listOf } from './listed.ts';

/** The day of a range's end, given as a day or an instant; null if neither. */
const dayIn = (end: string): string | null => (startOf(end, viewerZone) === null ? null : end.slice(0, 10));

/** The input of one filter, stored in the URL. */
export function FilterInput({ connectors, field }: { field: FilterField; connectors: readonly string[] }) {
  const [params, setParams] = useSearchParams();
  const value = params.get(field.name);
  const set = (next: string) => setParams(withChanges(params, { [field.name]: next }));
  const setAll = (values: readonly string[]) => set(values.map(listed).join(','));
  switch (field.kind) {
    case 'choice': {
      const { options = [] } = field;
      const data =
        options === 'connectors'
          ? [...connectors]
          : options.map((value) => ({ value, label: asWords(value) }));
      return (
        <MultiSelect
          label={field.label}
          data={data}
          value={listOf(value)}
          onChange={setAll}
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
        return <Picker label={field.label} value={listOf(value)} onChange={setAll} />;
      }
      return (
        <TagsInput
          label={field.label}
          value={listOf(value)}
          onChange={(values) =>
            setAll(field.name === 'currency' ? values.map((one) => one.toUpperCase()) : values)
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
