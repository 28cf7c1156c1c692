import { dayFormat } from '../../data/locale.ts';
import '@mantine/dates/styles.css';
import { Group, Select } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { withChanges } from '../../list/address.ts';
import { type Grouping, groupings } from './grouping.ts';
import { asRange, comparisons, type Days, type Periods, presets } from './period.ts';

const OTHER = 'other';
const periodOptions = [
  ...Object.entries(presets).map(([value, days]) => ({
    value,
    label: days === 1 ? 'Today' : `Last ${days} days`,
  })),
  { value: OTHER, label: 'Custom days' },
];
const comparisonOptions = Object.entries(comparisons).map(([value, label]) => ({ value, label }));
const groupingOptions = Object.entries(groupings).map(([value, { label }]) => ({ value, label }));

/** Selects the two periods and the grouping, all stored in the URL. */
export function PeriodBar({ grouping, periods }: { grouping: Grouping; periods: Periods }) {
  const [params, setParams] = useSearchParams();
  const { comparison, past, period, preset } = periods;
  const change = (changes: Record<string, string | null>) => setParams(withChanges(params, changes));
  return (
    <Group gap="xs" mb="md" align="flex-end" role="group" aria-label="Periods and grouping">
      <Select
        label="Period"
        size="xs"
        w={140}
        allowDeselect={false}
        data={periodOptions}
        value={preset ?? OTHER}
        onChange={(value) =>
          change(value === OTHER ? { days: null, period: asRange(period) } : { days: value, period: null })
        }
      />
      <DaysInput
        label="Days"
        days={period}
        onChange={(days) => change({ days: null, period: asRange(days) })}
      />
      <Select
        label="Compare to"
        size="xs"
        w={190}
        allowDeselect={false}
        data={comparisonOptions}
        value={comparison}
        onChange={(value) =>
          change({ compare: value === OTHER ? asRange(past) : value === 'before' ? null : value })
        }
      />
      <DaysInput
        label="Days to compare to"
        days={past}
        onChange={(days) => change({ compare: asRange(days) })}
      />
      <Select
        label="Group by"
        size="xs"
        w={140}
        allowDeselect={false}
        data={groupingOptions}
        value={grouping}
        onChange={(value) => change({ by: value })}
      />
    </Group>
  );
}

interface DaysInputProps {
  readonly label: string;
  readonly days: Days;
  readonly onChange: (days: Days) => void;
}

/** A first and a last day. Applied once both are chosen. */
function DaysInput({ days: { from, to }, label, onChange }: DaysInputProps) {
  const [chosen, setChosen] = useState<[string | null, string | null]>([from, to]);
  useEffect(() => setChosen([from, to]), [from, to]);
  return (
    <DatePickerInput
      type="range"
      valueFormat={dayFormat}
      label={label}
      size="xs"
      miw={220}
      allowSingleDateInRange
      value={chosen}
      onChange={(next) => {
        setChosen(next);
        const [first, last] = next;
        if (first && last) onChange({ from: first, to: last });
      }}
    />
  );
}
