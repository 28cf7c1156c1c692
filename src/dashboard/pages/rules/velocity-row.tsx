import { NumberInput, Select } from '@mantine/core';
import { asWords } from '../../data/words.ts';
import type { RowProps } from './condition-row.tsx';
import { comparedBy, conditionWith, lengthOf, type Velocity } from './conditions.ts';
import { FactSelect } from './fact-select.tsx';
import { COUNT, comparisonName } from './facts.ts';
import { errorAt, Findings } from './findings.tsx';
import { RemoveButton } from './remove-button.tsx';
import { describedRules } from './rules.fields.ts';
import { ValueField } from './value-field.tsx';

const { comparisons, maximum, subjects } = describedRules.velocity;

const units = [
  { value: 'm', label: 'minutes' },
  { value: 'h', label: 'hours' },
  { value: 'd', label: 'days' },
];

/** A condition on how often something was used recently, as a row. */
export function VelocityRow({ condition, editing, label, onChange, onRemove, path }: RowProps<Velocity>) {
  const { by, comparison, count, value, within } = condition;
  const { number, unit } = lengthOf(within)!;
  const wrong = (member: string) => errorAt(editing.errors, `${path}.${member}`, 'below');
  return (
    // biome-ignore lint/a11y/useSemanticElements: A fieldset is no flex container in every browser.
    <div role="group" aria-label={label} className="rule-condition">
      <FactSelect
        decision={editing.decision}
        value={COUNT + count}
        error={wrong('count')}
        onChange={(chosen) => {
          const changed = conditionWith(chosen);
          onChange('count' in changed ? { ...condition, count: changed.count } : changed);
        }}
      />
      <Select
        aria-label="Counted by"
        data={subjects.map((name) => ({
          value: name,
          label: `by ${name === 'ip_address' ? 'IP address' : asWords(name).toLowerCase()}`,
        }))}
        value={by}
        allowDeselect={false}
        error={wrong('by')}
        onChange={(chosen) => chosen && onChange({ ...condition, by: chosen })}
      />
      <NumberInput
        aria-label="Within the last"
        prefix="within "
        value={number === '' ? '' : Number(number)}
        min={1}
        max={43_200}
        allowDecimal={false}
        allowNegative={false}
        error={wrong('within')}
        onChange={(typed) => onChange({ ...condition, within: `${typed}${unit}` })}
      />
      <Select
        aria-label="Unit of time"
        data={units}
        value={unit}
        allowDeselect={false}
        onChange={(chosen) => chosen && onChange({ ...condition, within: `${number}${chosen}` })}
      />
      <Select
        aria-label="Comparison"
        data={comparisons.map((name) => ({ value: name, label: comparisonName(name) }))}
        value={comparison}
        allowDeselect={false}
        error={wrong('comparison')}
        onChange={(name) => name && onChange(comparedBy(condition, name))}
      />
      <ValueField
        label="Value"
        fact={{ name: count, about: '', kind: 'number', comparisons, maximum }}
        comparison={comparison}
        value={value}
        currency={null}
        error={wrong('value')}
        onChange={(changed) => onChange({ ...condition, value: changed })}
      />
      <RemoveButton label={`Remove ${label.charAt(0).toLowerCase()}${label.slice(1)}`} onClick={onRemove} />
      <Findings of={editing} path={path} />
    </div>
  );
}
