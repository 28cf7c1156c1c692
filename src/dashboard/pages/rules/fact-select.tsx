import { Select } from '@mantine/core';
import type { RuleDecision } from '../../data/schema-types.ts';
import { factName, factOptions } from './facts.ts';

interface FactSelectProps {
  readonly decision: RuleDecision;
  /** The fact, or the count of a velocity condition with its prefix. */
  readonly value: string;
  readonly error?: string | undefined;
  readonly onChange: (chosen: string) => void;
}

/** Chooses the fact, or the count, of a condition. */
export function FactSelect({ decision, error, onChange, value }: FactSelectProps) {
  const options = factOptions(decision);
  const isKnown = options.some((option) => option.value === value);
  return (
    <Select
      aria-label="Fact"
      data={isKnown ? options : [...options, { value, label: factName(value) }]}
      value={value}
      searchable
      allowDeselect={false}
      nothingFoundMessage="Nothing matches"
      error={error}
      onChange={(name) => name && onChange(name)}
    />
  );
}
