import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { type Permission, useSession } from '../session/session.tsx';
import { Facts, Section } from '../show/facts.tsx';
import { SmallTable } from '../show/small-table.tsx';
import { ActionDialog } from './action-dialog.tsx';
import { changesOf, type DescribedField, draftOfValues, type FormDraft, isComplete } from './described.ts';
import { DescribedFields, type FieldOptions } from './described-fields.tsx';
import type { Outcome } from './outcome.ts';
import { isUnset, type SettingValues, settingFacts, shownValue } from './setting-facts.ts';
import { settingLabels, settingName } from './setting-labels.ts';

/** Settings that belong together. */
export interface Grouped {
  readonly title: string;
  readonly fields: readonly DescribedField[];
}

/** Puts fields into groups. Fields without a group go into the last one, so that no field is forgotten. */
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
  readonly values: SettingValues;
  /** The defaults by field name, including fields of nested objects. */
  readonly defaults?: SettingValues;
  readonly labels?: Readonly<Record<string, string>>;
  readonly options?: FieldOptions;
  /** The permission to change them. */
  readonly needs?: Permission;
  /** Saves the changed fields. */
  readonly save: (changes: Record<string, unknown>, idempotencyKey: string) => Promise<Outcome>;
  readonly onDone: () => unknown;
}

/** The current values of a group of settings, and a dialog that changes them. */
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
  const facts = settingFacts(group.fields, values, { defaults, labels, options });
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
          rows={(values[field.name] ?? []) as readonly SettingValues[]}
        />
      ))}
      {facts.length === 0 && lists.length === 0 && (
        <Text size="sm" c="dimmed">
          Not set
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
  readonly options: FieldOptions | undefined;
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
      explanation="Applies from now on."
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

/** Without the permission to read personal data, a person can send it to a new address only masked. */
function masking(before: FormDraft, draft: FormDraft): FormDraft {
  const [old, now] = [before.webhookDetails, draft.webhookDetails] as (SettingValues | undefined)[];
  if (!now || now.webhookUrl === old?.webhookUrl) return draft;
  return { ...draft, webhookDetails: { ...now, maskPersonalData: true } };
}

interface ListedObjectsProps {
  readonly field: DescribedField;
  readonly labels: Readonly<Record<string, string>>;
  readonly rows: readonly SettingValues[];
}

/** A list of objects, one row each, with every member that at least one object has. */
function ListedObjects({ field, labels, rows }: ListedObjectsProps) {
  const name = labels[field.name] ?? settingName(field.name);
  const members = field.fields!.filter((member) => rows.some((row) => !isUnset(row[member.name])));
  return (
    <SmallTable
      label={name}
      rows={rows}
      keyOf={(row) => JSON.stringify(row)}
      whenEmpty="None"
      columns={members.map((member) => ({
        header: labels[member.name] ?? settingName(member.name),
        cell: (row: SettingValues) => shownValue(member, row[member.name]),
      }))}
    />
  );
}
