import { Select, TextInput } from '@mantine/core';
import { isoCurrencies } from '../../../core/foundation/currencies.ts';
import { type Comparison, type Condition, comparedBy, conditionWith } from './conditions.ts';
import type { Editing } from './editing.ts';
import { FactSelect } from './fact-select.tsx';
import { comparisonName, factOf, METADATA } from './facts.ts';
import { errorAt, Findings } from './findings.tsx';
import { RemoveButton } from './remove-button.tsx';
import { ValueField } from './value-field.tsx';

/** What a row of any kind of condition has. */
export interface RowProps<C> {
  readonly editing: Editing;
  readonly condition: C;
  readonly path: string;
  /** As in `Condition 2 of rule 1`. */
  readonly label: string;
  readonly onChange: (condition: Condition) => void;
  readonly onRemove: () => void;
}

interface ConditionRowProps extends RowProps<Comparison> {
  /** The currency of amounts here. */
  readonly currency: AmountCurrency;
}

/** The currency of the amounts in a group. */
export interface AmountCurrency {
  /** Null if none is named. */
  readonly code: string | null;
  /** Names it in the condition of the group; absent if an outer group names it. */
  readonly onChange?: ((currency: string) => void) | undefined;
  /** The path of the condition that names it. */
  readonly path?: string | undefined;
}

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
const codes = [...isoCurrencies];

/** A comparison of a fact, as a row. */
export function ConditionRow(props: ConditionRowProps) {
  const { condition, currency, editing, label, onChange, onRemove, path } = props;
  const { comparison, field, time_zone: zone, value } = condition;
  const fact = factOf(field)!;
  const isMetadata = field.startsWith(METADATA);
  const wrong = (member: string) => errorAt(editing.errors, `${path}.${member}`, 'below');
  return (
    // biome-ignore lint/a11y/useSemanticElements: A fieldset is no flex container in every browser.
    <div role="group" aria-label={label} className="rule-condition">
      <FactSelect
        decision={editing.decision}
        value={isMetadata ? METADATA : field}
        error={isMetadata ? undefined : wrong('field')}
        onChange={(name) => onChange(conditionWith(name))}
      />
      {isMetadata && (
        <TextInput
          aria-label="Metadata key"
          placeholder="Key"
          value={field.slice(METADATA.length)}
          error={wrong('field')}
          onChange={(event) => onChange({ ...condition, field: METADATA + event.currentTarget.value })}
        />
      )}
      <Select
        aria-label="Comparison"
        data={[...new Set([...fact.comparisons, comparison])].map((name) => ({
          value: name,
          label: comparisonName(name),
        }))}
        value={comparison}
        allowDeselect={false}
        error={wrong('comparison')}
        onChange={(name) => name && onChange(comparedBy(condition, name))}
      />
      <ValueField
        label="Value"
        fact={fact}
        comparison={comparison}
        value={value}
        currency={currency.code}
        error={wrong('value')}
        onChange={(changed) => onChange({ ...condition, value: changed })}
      />
      {fact.kind === 'amount' && <CurrencyOfAmount currency={currency} editing={editing} />}
      {fact.zoned && (
        <Select
          aria-label="Time zone"
          data={zones}
          value={zone ?? 'UTC'}
          searchable
          allowDeselect={false}
          nothingFoundMessage="Nothing matches"
          error={wrong('time_zone')}
          onChange={(name) => {
            const { time_zone: _, ...others } = condition;
            onChange((name === 'UTC' ? others : { ...others, time_zone: name }) as Comparison);
          }}
        />
      )}
      <RemoveButton label={`Remove ${label.charAt(0).toLowerCase()}${label.slice(1)}`} onClick={onRemove} />
      <Findings of={editing} path={path} />
    </div>
  );
}

function CurrencyOfAmount({
  currency: { code, onChange, path },
  editing,
}: {
  currency: AmountCurrency;
  editing: Editing;
}) {
  return (
    <Select
      aria-label="Currency"
      data={codes}
      value={code}
      searchable
      allowDeselect={false}
      placeholder="Currency"
      disabled={!onChange}
      nothingFoundMessage="Nothing matches"
      error={path ? errorAt(editing.errors, path, 'below') : undefined}
      onChange={(chosen) => chosen && onChange?.(chosen)}
    />
  );
}
