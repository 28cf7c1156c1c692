import { Button, Fieldset, Group, MultiSelect, Select, TextInput } from '@mantine/core';
import { asWords } from '../../data/words.ts';
import type { Condition, RuleDraft } from './routing-draft.ts';
import { SharesEditor } from './shares-editor.tsx';

const fields = [
  'amount',
  'currency',
  'country',
  'card_network',
  'payment_method',
  'payment_method_type',
  'authentication_type',
  'payout_type',
];
const equality = ['equal', 'not_equal', 'in', 'not_in'];
const orders = ['greater_than', 'greater_or_equal', 'less_than', 'less_or_equal'];
const worded = (names: readonly string[]) => names.map((value) => ({ value, label: asWords(value) }));
const newCondition: Condition = { field: 'currency', comparison: 'equal', value: '' };

interface RulesEditorProps {
  readonly rules: readonly RuleDraft[];
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (rules: readonly RuleDraft[]) => void;
}

const replaced = <T,>(list: readonly T[], place: number, changed: T): T[] =>
  list.map((old, i) => (i === place ? changed : old));
const without = <T,>(list: readonly T[], place: number): T[] => list.filter((_, i) => i !== place);

/** Edits the rules of a routing algorithm. The first rule whose conditions all match decides. */
export function RulesEditor({ onChange, options, rules }: RulesEditorProps) {
  return (
    <>
      {rules.map((rule, i) => {
        const change = (part: Partial<RuleDraft>) => onChange(replaced(rules, i, { ...rule, ...part }));
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: A rule has no identity but its place.
          <Fieldset key={i} legend={`Rule ${i + 1}`}>
            <TextInput
              label="Name"
              value={rule.name}
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
            {rule.conditions.map((condition, j) => (
              <ConditionFields
                // biome-ignore lint/suspicious/noArrayIndexKey: A condition has no identity but its place.
                key={j}
                condition={condition}
                onChange={(one) => change({ conditions: replaced(rule.conditions, j, one) })}
                onRemove={() => change({ conditions: without(rule.conditions, j) })}
              />
            ))}
            <Select
              label="Its payments go"
              data={[
                { value: 'order', label: 'To accounts in order' },
                { value: 'shares', label: 'To accounts by share' },
              ]}
              value={rule.splits ? 'shares' : 'order'}
              allowDeselect={false}
              onChange={(way) => change({ splits: way === 'shares' ? (rule.splits ?? {}) : null })}
            />
            {rule.splits ? (
              <SharesEditor
                splits={rule.splits}
                options={options}
                onChange={(splits) => change({ splits })}
              />
            ) : (
              <MultiSelect
                label="Accounts"
                searchable
                description="Tried from top to bottom."
                data={options}
                value={[...rule.choices]}
                onChange={(choices) => change({ choices })}
              />
            )}
            <Group gap="xs" mt="xs">
              <Button
                size="compact-xs"
                variant="default"
                onClick={() => change({ conditions: [...rule.conditions, newCondition] })}
              >
                Add a condition
              </Button>
              <Button size="compact-xs" variant="default" onClick={() => onChange(without(rules, i))}>
                Remove rule {i + 1}
              </Button>
            </Group>
          </Fieldset>
        );
      })}
      <Button
        variant="default"
        size="xs"
        onClick={() =>
          onChange([...rules, { name: '', conditions: [newCondition], choices: [], splits: null }])
        }
      >
        Add a rule
      </Button>
    </>
  );
}

interface ConditionFieldsProps {
  readonly condition: Condition;
  readonly onChange: (condition: Condition) => void;
  readonly onRemove: () => void;
}

function ConditionFields({ condition, onChange, onRemove }: ConditionFieldsProps) {
  const { comparison, field, value } = condition;
  return (
    <Group gap="xs" align="end" my="xs">
      <Select
        label="If"
        data={worded(fields)}
        value={field}
        allowDeselect={false}
        w="9rem"
        onChange={(chosen) => onChange({ field: chosen ?? field, comparison: 'equal', value: '' })}
      />
      <Select
        label="Is"
        data={worded(field === 'amount' ? [...equality, ...orders] : equality)}
        value={comparison}
        allowDeselect={false}
        w="9rem"
        onChange={(chosen) => onChange({ ...condition, comparison: chosen ?? comparison })}
      />
      <TextInput
        label={field === 'amount' ? 'Value in minor units' : 'Value'}
        value={value}
        w="9rem"
        onChange={(event) => onChange({ ...condition, value: event.currentTarget.value })}
      />
      <Button size="compact-xs" variant="default" onClick={onRemove}>
        Remove the condition
      </Button>
    </Group>
  );
}
