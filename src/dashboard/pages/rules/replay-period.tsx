import { dayFormat } from '../../data/locale.ts';
import '@mantine/dates/styles.css';
import { Select } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { useState } from 'react';
import { dayAfter, dayOf } from '../../data/time.ts';
import { timesOf } from '../../list/address.ts';

/** The days of a replay, both included. */
export interface ReplayDays {
  readonly from: string;
  readonly to: string;
}

const OTHER = 'other';
const lengths = ['7', '30'] as const;

export const lastDays = (length: number): ReplayDays => {
  const today = dayOf(new Date());
  return { from: dayAfter(today, 1 - length), to: today };
};

/** The period of the API's replay: from the start of the first day to the end of the last. */
export function periodOf({ from, to }: ReplayDays): { createdGte: string; createdLt: string } {
  const { gte, lt } = timesOf(`${from}..${to}`);
  return { createdGte: gte!, createdLt: lt! };
}

interface ReplayPeriodProps {
  readonly days: ReplayDays;
  readonly onChange: (days: ReplayDays) => void;
}

/** Chooses the days whose payments a replay decides about again. */
export function ReplayPeriod({ days, onChange }: ReplayPeriodProps) {
  const [preset, setPreset] = useState<string>(lengths[0]);
  const [chosen, setChosen] = useState<[string | null, string | null]>([days.from, days.to]);
  const set = (next: ReplayDays) => {
    setChosen([next.from, next.to]);
    onChange(next);
  };
  return (
    <>
      <Select
        label="Period"
        w="11rem"
        allowDeselect={false}
        data={[
          ...lengths.map((value) => ({ value, label: `Last ${value} days` })),
          { value: OTHER, label: 'Custom days' },
        ]}
        value={preset}
        onChange={(value) => {
          setPreset(value!);
          if (value !== OTHER) set(lastDays(Number(value)));
        }}
      />
      {preset === OTHER && (
        <DatePickerInput
          type="range"
          valueFormat={dayFormat}
          label="Days"
          miw={220}
          allowSingleDateInRange
          value={chosen}
          onChange={(next) => {
            setChosen(next);
            const [from, to] = next;
            if (from && to) onChange({ from, to });
          }}
        />
      )}
    </>
  );
}
