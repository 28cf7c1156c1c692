import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { asWords } from '../data/words.ts';
import { type Permission, useSession } from '../session/session.tsx';
import { Facts, Section } from '../show/facts.tsx';
import { SmallTable } from '../show/small-table.tsx';
import { ActionDialog } from './action-dialog.tsx';
import { changesOf, type DescribedField, draftOfValues, type FormDraft, isComplete } from './described.ts';
import { DescribedFields } from './described-fields.tsx';
import type { Outcome } from './outcome.ts';
import { settingLabels, settingName } from './setting-labels.ts';

type Values = Readonly<Record<string, unknown>>;
type Options = NonNullable<Parameters<typeof DescribedFields>[0]['options']>;

/** Settings that belong together. */
export interface Grouped {
  readonly title: string;
  readonly fields: readonly DescribedField[];
}

/** Puts fields into groups; those that no group names are in the last one, so that none is forgotten. */
export function inGroups(
  fields: readonly DescribedField[],
  groups: readonly (readonly [title: string, names: string])[],
): Grouped[] {
  const named = groups.map(([title, names]) => ({
    title,
    fields: names.split(' ').flatMap((name) => fields.filter((field) => field.name === name)),
  }));
  const left = fields.filter((field) => !named.some((group) => group.fields.includes(field)));
  return left.length > 0 ? [...named, { title: 'Other', fields: left }] : named;
}

interface SettingsGroupProps {
  readonly of: Grouped;
  readonly values: Values;
  /** The defaults, by field name, also of the fields of nested objects. */
  readonly defaults?: Values;
  readonly labels?: Readonly<Record<string, string>>;
  readonly options?: Options;
  /** The permission to change them. */
  readonly needs?: Permission;
  /** Saves what differs. */
  readonly save: (changes: Record<string, unknown>, idempotencyKey: string) => Promise<Outcome>;
  readonly onDone: () => unknown;
}

/** A group of settings as they are, and a dialog that changes them. */
export function SettingsGroup(props: SettingsGroupProps) {
  const {
    defaults = {},
    labels = settingLabels,
    needs = 'SETTINGS_WRITE',
    of: group,
    options,
    values,
    ...dialog
  } = props;
  const { can } = useSession();
  const [isOpen, setOpen] = useState(false);
  const facts = factsOf(group.fields, values, { defaults, labels, options });
  const lists = group.fields.filter(({ kind, name }) => kind === 'objects' && !isUnset(values[name]));
  return (
    <Section
      title={group.title}
      actions={
        can(needs) && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => setOpen(true)}
            aria-label={`Change: ${group.title}`}
          >
            Change
          </Button>
        )
      }
    >
      {facts.length > 0 && <Facts of={facts} />}
      {lists.map((field) => (
        <ListedObjects
          key={field.name}
          field={field}
          labels={labels}
          rows={(values[field.name] ?? []) as readonly Values[]}
        />
      ))}
      {facts.length === 0 && lists.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing is set.
        </Text>
      )}
      {isOpen && (
        <ChangeSettings {...{ group, labels, options, values }} {...dialog} onClose={() => setOpen(false)} />
      )}
    </Section>
  );
}

interface ChangeSettingsProps extends Omit<SettingsGroupProps, 'of' | 'options' | 'needs'> {
  readonly group: Grouped;
  readonly options: Options | undefined;
  readonly onClose: () => void;
}

function ChangeSettings({ group, labels, onClose, onDone, options, save, values }: ChangeSettingsProps) {
  const { can } = useSession();
  const [before] = useState(() => draftOfValues(group.fields, values));
  const [draft, setDraft] = useState(before);
  const mayShow = can('PERSONAL_DATA_READ');
  const isReady = isComplete(group.fields, draft);
  return (
    <ActionDialog
      title={`Change: ${group.title}`}
      labels={labels}
      confirm="Save"
      explanation="What is made from now on follows what you save here."
      isDisabled={!isReady || Object.keys(changesOf(group.fields, before, draft)).length === 0}
      run={(key) => save(changesOf(group.fields, before, draft), key)}
      onClose={onClose}
      onDone={onDone}
    >
      <DescribedFields
        fields={group.fields}
        {...{ labels, options, draft }}
        onChange={(changed) => setDraft(mayShow ? changed : masking(before, changed))}
      />
    </ActionDialog>
  );
}

/** Who may not read personal data can have it sent to a new address only masked. */
function masking(before: FormDraft, draft: FormDraft): FormDraft {
  const [old, now] = [before.webhookDetails, draft.webhookDetails] as (Values | undefined)[];
  if (!now || now.webhookUrl === old?.webhookUrl) return draft;
  return { ...draft, webhookDetails: { ...now, maskPersonalData: true } };
}

/** The settings that have a value, by name; those of nested objects as well. */
function factsOf(
  fields: readonly DescribedField[],
  values: Values,
  shownBy: {
    readonly defaults: Values;
    readonly labels: Readonly<Record<string, string>>;
    readonly options: Options | undefined;
  },
): [string, string][] {
  const { defaults, labels, options } = shownBy;
  return fields.flatMap((field): [string, string][] => {
    const value = values[field.name];
    if (field.kind === 'object') return factsOf(field.fields!, (value ?? {}) as Values, shownBy);
    const name = labels[field.name] ?? settingName(field.name);
    if (isUnset(value) && field.name in defaults) {
      return [[name, `${shown(field, defaults[field.name])} (default)`]];
    }
    if (isUnset(value) || field.kind === 'objects') return [];
    const chosen = options?.[field.name]?.find((one) => typeof one !== 'string' && one.value === value);
    return [[name, typeof chosen === 'object' ? chosen.label : shown(field, value)]];
  });
}

const isUnset = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

function shown({ fields, kind }: DescribedField, value: unknown): string {
  if (isUnset(value)) return '–';
  if (kind === 'flag') return value ? 'Yes' : 'No';
  if (kind === 'choice') return asWords(String(value));
  if (kind === 'texts' || kind === 'choices') return (value as string[]).join(', ');
  if (kind === 'objects') return (value as Values[]).map((one) => membersOf(fields!, one)).join('; ');
  if (kind === 'object') return membersOf(fields!, value as Values);
  return kind === 'json' ? JSON.stringify(value) : String(value);
}

/** The members of a nested object that are set, in a line. */
const membersOf = (fields: readonly DescribedField[], value: Values): string =>
  fields
    .filter(({ name }) => !isUnset(value[name]))
    .map((field) => shown(field, value[field.name]))
    .join(': ') || '–';

interface ListedObjectsProps {
  readonly field: DescribedField;
  readonly labels: Readonly<Record<string, string>>;
  readonly rows: readonly Values[];
}

/** A list of objects: a row each, with the members that any of them has. */
function ListedObjects({ field, labels, rows }: ListedObjectsProps) {
  const name = labels[field.name] ?? settingName(field.name);
  const members = field.fields!.filter((member) => rows.some((row) => !isUnset(row[member.name])));
  return (
    <SmallTable
      label={name}
      rows={rows}
      keyOf={(row) => JSON.stringify(row)}
      whenEmpty="None."
      columns={members.map((member) => ({
        header: labels[member.name] ?? settingName(member.name),
        cell: (row: Values) => shown(member, row[member.name]),
      }))}
    />
  );
}
