import {
  Button,
  Checkbox,
  Fieldset,
  MultiSelect,
  NumberInput,
  Select,
  Stack,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { asWords } from '../data/words.ts';
import { type DescribedField, draftOfValues, type FormDraft, isJson } from './described.ts';
import { helpOf } from './help.ts';
import { settingName } from './setting-labels.ts';

type Options = readonly (string | { readonly value: string; readonly label: string })[];

/** Options by field name: objects by name instead of typed identifiers. */
export type FieldOptions = Readonly<Record<string, Options>>;

interface DescribedFieldsProps {
  readonly fields: readonly DescribedField[];
  readonly draft: FormDraft;
  readonly onChange: (draft: FormDraft) => void;
  /** Labels by field name, for names that people would not use. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly options?: FieldOptions | undefined;
}

const optionValue = (option: Options[number]) => (typeof option === 'string' ? option : option.value);

/** A form's fields from their schema descriptions, for settings, accounts, endpoints and payments. */
export function DescribedFields({ draft, fields, labels, onChange, options }: DescribedFieldsProps) {
  return fields.map((field) => (
    <DescribedInput
      key={field.name}
      field={field}
      label={labels?.[field.name] ?? settingName(field.name)}
      labels={labels}
      options={options}
      value={draft[field.name]}
      onChange={(value) => onChange({ ...draft, [field.name]: value })}
    />
  ));
}

interface DescribedInputProps extends Pick<DescribedFieldsProps, 'labels' | 'options'> {
  readonly field: DescribedField;
  readonly label: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

function DescribedInput({ field, label, labels, onChange, options, value }: DescribedInputProps) {
  const { fields = [], isRequired = false, kind, name } = field;
  const chosenFrom = options?.[name];
  const data = chosenFrom ?? (field.options ?? []).map((one) => ({ value: one, label: asWords(one) }));
  // A value of an open enumeration may be unknown.
  const isOther =
    typeof value === 'string' && value !== '' && !data.some((one) => optionValue(one) === value);
  const common = { label, description: helpOf(field) };
  const clear = { clearable: !isRequired, clearButtonProps: { 'aria-label': `Clear ${label}` } };
  if (kind === 'choices' || (kind === 'texts' && chosenFrom)) {
    return (
      <MultiSelect
        {...common}
        {...clear}
        data={[...data]}
        searchable
        value={[...((value ?? []) as string[])]}
        onChange={onChange}
      />
    );
  }
  if (kind === 'choice' || (kind === 'text' && chosenFrom)) {
    return (
      <Select
        {...common}
        {...clear}
        data={isOther ? [...data, value] : [...data]}
        searchable
        required={isRequired}
        value={(value as string | null) ?? null}
        onChange={onChange}
      />
    );
  }
  switch (kind) {
    case 'flag':
      return (
        <Checkbox
          {...common}
          checked={value === true}
          indeterminate={value === null || value === undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'number':
    case 'amount':
      return (
        <NumberInput
          {...common}
          allowDecimal={false}
          allowNegative={false}
          required={isRequired}
          value={(value as number | null) ?? ''}
          onChange={(typed) => onChange(typed === '' ? null : Number(typed))}
        />
      );
    case 'texts':
      return (
        <TagsInput
          {...common}
          {...clear}
          acceptValueOnBlur
          value={[...((value ?? []) as string[])]}
          onChange={onChange}
        />
      );
    case 'json':
      return (
        <Textarea
          {...common}
          autosize
          minRows={2}
          maxRows={12}
          className="identifier"
          error={isJson(value) ? undefined : 'Enter a JSON object.'}
          value={String(value ?? '')}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'object':
      return (
        <Fieldset legend={label}>
          <Stack gap="sm">
            <DescribedFields
              fields={fields}
              labels={labels}
              options={options}
              draft={(value ?? {}) as FormDraft}
              onChange={onChange}
            />
          </Stack>
        </Fieldset>
      );
    case 'objects':
      return (
        <DescribedList
          {...{ field, label, labels, onChange, options }}
          value={(value ?? []) as readonly FormDraft[]}
        />
      );
    default:
      return (
        <TextInput
          {...common}
          type={kind === 'time' ? 'datetime-local' : /url$/i.test(name) ? 'url' : 'text'}
          required={isRequired}
          autoComplete="off"
          value={kind === 'time' ? localTime(value) : String(value ?? '')}
          onChange={({ currentTarget: { value: typed } }) =>
            onChange(kind === 'time' && typed ? new Date(typed).toISOString() : typed)
          }
        />
      );
  }
}

/** An instant in the format of the browser's field: in the viewer's zone, to the minute. */
function localTime(instant: unknown): string {
  if (typeof instant !== 'string' || instant === '') return '';
  const date = new Date(instant);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

interface DescribedListProps extends Omit<DescribedInputProps, 'value'> {
  readonly value: readonly FormDraft[];
}

/** A list of objects: each has its fields, and can be removed. */
function DescribedList({ field, label, labels, onChange, options, value: list }: DescribedListProps) {
  const { fields = [] } = field;
  return (
    <Fieldset legend={label}>
      <Stack gap="sm">
        <small className="below">{helpOf(field)}</small>
        {list.map((one, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry has no identity but its place
          <Fieldset key={place} legend={`${label} ${place + 1}`}>
            <Stack gap="sm">
              <DescribedFields
                {...{ fields, labels, options }}
                draft={one}
                onChange={(changed) => onChange(list.map((old, i) => (i === place ? changed : old)))}
              />
              <Button
                size="compact-xs"
                variant="default"
                style={{ alignSelf: 'start' }}
                onClick={() => onChange(list.filter((_, i) => i !== place))}
              >
                Remove {label.toLowerCase()} {place + 1}
              </Button>
            </Stack>
          </Fieldset>
        ))}
        <Button
          size="compact-xs"
          variant="default"
          style={{ alignSelf: 'start' }}
          onClick={() => onChange([...list, draftOfValues(fields, null)])}
        >
          Add to {label.toLowerCase()}
        </Button>
      </Stack>
    </Fieldset>
  );
}
