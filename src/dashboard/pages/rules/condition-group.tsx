import { Button, Group, Select, Text } from '@mantine/core';
import { decimalsOf, majorUnits } from '../../../core/foundation/currencies.ts';
import { type AmountCurrency, ConditionRow } from './condition-row.tsx';
import {
  type Combination,
  type Comparison,
  type Condition,
  comparisonOf,
  comparisonWith,
  conditionOf,
  currencyPlace,
  groupOf,
  isGroup,
  pathOfPart,
  velocityOf,
} from './conditions.ts';
import { replaced } from './draft.ts';
import type { Editing } from './editing.ts';
import { errorAt, Findings } from './findings.tsx';
import { JsonField } from './json-field.tsx';
import { RemoveButton } from './remove-button.tsx';
import { VelocityRow } from './velocity-row.tsx';

interface ConditionGroupProps {
  readonly editing: Editing;
  /** The condition; undefined for none. */
  readonly condition: unknown;
  readonly path: string;
  /** The owner of the conditions, as in `Condition 1 of rule 2`. */
  readonly of: string;
  /** The currency that an outer group names. */
  readonly outerCurrency?: string | null;
  readonly depth?: number;
  readonly onChange: (condition: unknown) => void;
}

const combinations: readonly { value: Combination; label: string }[] = [
  { value: 'all', label: 'All of these hold' },
  { value: 'any', label: 'One of these holds' },
  { value: 'none', label: 'None of these holds' },
  { value: 'not_all', label: 'Not all of these hold' },
];

const isAmount = (part: unknown) => comparisonOf(part)?.field === 'amount';

/** The same amount in major units of another currency. */
function converted(part: unknown, from: string | null, to: string): unknown {
  const one = comparisonOf(part);
  if (one?.field !== 'amount' || from === null) return part;
  const amount = (value: unknown) =>
    typeof value === 'number' ? Math.round(Number(majorUnits(value, from)) * 10 ** decimalsOf(to)) : value;
  return { ...one, value: Array.isArray(one.value) ? one.value.map(amount) : amount(one.value) };
}

/** The conditions of a rule, or a group of them, as rows. Groups stand inside each other. */
export function ConditionGroup(props: ConditionGroupProps) {
  const { condition, depth = 0, editing, of, onChange, outerCurrency = null, path } = props;
  const group = groupOf(condition, path);
  const { combination, parts } = group;
  const place = parts.some(isAmount) ? currencyPlace(group) : -1;
  const code = place < 0 ? outerCurrency : ((parts[place] as Comparison).value as string) || null;
  const write = (changed: readonly unknown[], by: Combination = combination) =>
    onChange(conditionOf({ combination: by, isSingle: group.isSingle }, changed));
  const currencyIs = (currency: string): Comparison => ({
    field: 'currency',
    comparison: 'equal',
    value: currency,
  });
  const currencyFor = (index: number): AmountCurrency => {
    if (place >= 0) {
      const path = pathOfPart(group, place);
      const name = (currency: string) =>
        write(parts.map((part, i) => (i === place ? currencyIs(currency) : converted(part, code, currency))));
      return { code, onChange: name, path };
    }
    if (outerCurrency) return { code };
    const name = (currency: string) => {
      const both = [parts[index], currencyIs(currency)];
      write(combination === 'all' ? replaced(parts, index, ...both) : replaced(parts, index, { all: both }));
    };
    return { code, onChange: name };
  };
  const changePart = (index: number, part: Condition) => {
    // An amount without a currency would compare every currency's minor units.
    const isNewAmount = isAmount(part) && !isAmount(parts[index]);
    if (!isNewAmount || code !== null) return write(replaced(parts, index, part));
    const both = [part, currencyIs(editing.usualCurrency)];
    write(combination === 'all' ? replaced(parts, index, ...both) : replaced(parts, index, { all: both }));
  };
  const remove = (index: number) => write(parts.filter((_, i) => i !== index));
  return (
    <div className={depth > 0 ? 'rule-group' : undefined}>
      {(parts.length > 1 || combination !== 'all' || depth > 0) && (
        <Select
          aria-label={`How the conditions of ${of} are combined`}
          data={[...combinations]}
          value={combination}
          allowDeselect={false}
          w="14rem"
          mb="xs"
          onChange={(by) => by && write(parts, by as Combination)}
        />
      )}
      {parts.length === 0 && (
        <Text size="sm" mb="xs">
          No conditions: the rule always holds.
        </Text>
      )}
      {parts.map((part, i) => {
        if (i === place) return null;
        const at = pathOfPart(group, i);
        const label = `Condition ${place >= 0 && i > place ? i : i + 1} of ${of}`;
        const comparison = comparisonOf(part);
        const velocity = velocityOf(part);
        const row = {
          ...{ editing, label, path: at },
          onChange: (changed: Condition) => changePart(i, changed),
          onRemove: () => remove(i),
        };
        // biome-ignore lint/suspicious/noArrayIndexKey: A condition has no identity but its place.
        if (velocity) return <VelocityRow key={i} {...row} condition={velocity} />;
        return comparison ? (
          <ConditionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: A condition has no identity but its place.
            key={i}
            {...row}
            condition={comparison}
            currency={currencyFor(i)}
          />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: A condition has no identity but its place.
          <div key={i} className="rule-part">
            {isGroup(part) ? (
              <ConditionGroup
                editing={editing}
                condition={part}
                path={at}
                of={`group ${i + 1} of ${of}`}
                outerCurrency={code}
                depth={depth + 1}
                onChange={(changed) =>
                  changed === undefined ? remove(i) : write(replaced(parts, i, changed))
                }
              />
            ) : (
              <JsonField
                label={label}
                value={part}
                error={errorAt(editing.errors, at, 'below')}
                onChange={(changed) => write(replaced(parts, i, changed))}
              />
            )}
            <RemoveButton
              label={`Remove ${isGroup(part) ? `group ${i + 1} of ${of}` : label.toLowerCase()}`}
              onClick={() => remove(i)}
            />
          </div>
        );
      })}
      {!group.isSingle && <Findings of={editing} path={path} />}
      <Group gap="xs" mt="xs">
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => write([...parts, comparisonWith('country')])}
          aria-label={`Add a condition to ${of}`}
        >
          Add a condition
        </Button>
        {depth === 0 && parts.length > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => write([...parts, { any: [comparisonWith('country')] }])}
            aria-label={`Add a group to ${of}`}
          >
            Add a group
          </Button>
        )}
      </Group>
    </div>
  );
}
