import { Autocomplete, MultiSelect, NumberInput, Select, TagsInput, TextInput } from '@mantine/core';
import { isoCurrencies } from '../../../core/foundation/currencies.ts';
import { ListPicker } from '../../act/list-picker.tsx';
import { formatCountry } from '../../data/locale.ts';
import { toMinorUnits } from '../../data/money.ts';
import { typedText } from '../../data/typed-amount.ts';
import { asWords } from '../../data/words.ts';
import { AmountInput } from './amount-input.tsx';
import type { DescribedFact } from './described-rules.ts';
import { hasValues, namesList, suggestedValues } from './facts.ts';
import { describedRules } from './rules.fields.ts';

interface ValueFieldProps {
  readonly label: string;
  /** Whether the label is visible; else the fields beside it say what it is. */
  readonly isLabelShown?: boolean;
  readonly fact: DescribedFact;
  readonly comparison: string;
  readonly value: unknown;
  /** The currency of an amount; null if it is not known. */
  readonly currency: string | null;
  readonly onChange: (value: unknown) => void;
  readonly error?: string | undefined;
}

interface Option {
  readonly value: string;
  readonly label: string;
}

const currencies: readonly Option[] = [...isoCurrencies].map((value) => ({ value, label: value }));
const countries: readonly Option[] = describedRules.countries
  .map((value) => ({ value, label: formatCountry(value) }))
  .sort((a, b) => a.label.localeCompare(b.label, 'en'));

function optionsOf({ kind, options = [] }: DescribedFact): readonly Option[] | null {
  if (kind === 'currency') return currencies;
  if (kind === 'country') return countries;
  return kind === 'choice' ? options.map((value) => ({ value, label: asWords(value) })) : null;
}

const flags: readonly Option[] = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

/** What the people type between values of a list. */
const separators = [',', ';', '\n', '\t'];

/** The field for a value, or the values, that a fact is compared with. */
export function ValueField(props: ValueFieldProps) {
  const { comparison, fact, onChange, value } = props;
  if (hasValues(comparison)) return <ValuesField {...props} />;
  const named = namesOf(props);
  if (namesList(comparison) && fact.list) {
    const listId = typeof value === 'string' ? value : null;
    return <ListPicker {...props} kind={fact.list} value={listId} />;
  }
  const options = fact.kind === 'flag' ? flags : optionsOf(fact);
  if (options) {
    return (
      <Select
        {...named}
        data={withValue(options, value)}
        value={value === '' || value === null || value === undefined ? null : String(value)}
        searchable={options.length > 8}
        allowDeselect={false}
        placeholder="Choose"
        nothingFoundMessage="Nothing matches"
        onChange={(chosen) => onChange(fact.kind === 'flag' ? chosen === 'true' : chosen)}
      />
    );
  }
  if (fact.kind === 'amount') return <AmountInput {...props} />;
  if (fact.kind === 'number') {
    return (
      <NumberInput
        {...named}
        value={typeof value === 'number' ? value : ''}
        min={0}
        max={fact.maximum ?? Number.MAX_SAFE_INTEGER}
        allowDecimal={false}
        allowNegative={false}
        onChange={(typed) => onChange(typed === '' ? null : Number(typed))}
      />
    );
  }
  const suggested = suggestedValues[fact.name];
  if (!suggested) return <Typed {...named} value={value} onChange={onChange} />;
  return <Autocomplete {...named} data={[...suggested]} value={String(value ?? '')} onChange={onChange} />;
}

const namesOf = ({ error, isLabelShown, label }: ValueFieldProps) => ({
  ...(isLabelShown ? { label } : { 'aria-label': label }),
  error,
});

interface TypedProps {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly error?: string | undefined;
}

const Typed = ({ onChange, value, ...others }: TypedProps) => (
  <TextInput
    {...others}
    value={typeof value === 'string' || typeof value === 'number' ? String(value) : ''}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

/** The options, and a value that is none of them. */
function withValue(options: readonly Option[], ...values: readonly unknown[]): Option[] {
  const known = new Set(options.map((option) => option.value));
  const missing = values
    .filter((value) => typeof value === 'string' && value !== '' && !known.has(value))
    .map((value) => ({ value: String(value), label: String(value) }));
  return [...options, ...missing];
}

/** The chips of a list of values. */
function ValuesField(props: ValueFieldProps) {
  const { currency, fact, onChange, value } = props;
  const values = Array.isArray(value) ? (value as readonly unknown[]) : [];
  const named = namesOf(props);
  const options = optionsOf(fact);
  if (options) {
    return (
      <MultiSelect
        {...named}
        data={withValue(options, ...values)}
        value={values.map(String)}
        searchable
        placeholder={values.length > 0 ? '' : 'Choose'}
        nothingFoundMessage="Nothing matches"
        onChange={onChange}
      />
    );
  }
  const isNumeric = fact.kind === 'amount' || fact.kind === 'number';
  const isMoney = fact.kind === 'amount' && currency !== null;
  const shown = (one: unknown) =>
    isMoney && typeof one === 'number' ? typedText(one, currency) : String(one);
  const read = (typed: string): unknown => {
    const amount = isMoney ? toMinorUnits(typed, currency) : Number(typed);
    return isNumeric && amount !== null && Number.isInteger(amount) ? amount : typed.trim();
  };
  return (
    <TagsInput
      {...named}
      data={[...(suggestedValues[fact.name] ?? [])]}
      value={values.map(shown)}
      splitChars={isMoney ? [';', '\n', '\t'] : separators}
      acceptValueOnBlur
      placeholder={values.length > 0 ? '' : 'Type a value, then Enter'}
      onChange={(typed) => onChange(typed.map(read))}
    />
  );
}
