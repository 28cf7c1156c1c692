import { Group, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { amountProblem } from '../data/money.ts';
import { endsOf } from '../data/range.ts';
import { amountCurrency, withChanges } from './address.ts';
import type { FilterField } from './definition.ts';
import { amountsAs } from './sought.ts';

/** Why a text is no amount of the currency, or of any. */
const problemOf = (typed: string, currency: string | null): string | undefined => {
  if (currency) return amountProblem(typed, currency);
  return amountsAs('amount', [typed], Object).length > 0 ? undefined : amountProblem(typed, 'USD');
};

/** The minimum and maximum amount, in the currency that the list is filtered by, or in each one's own units. */
export function AmountRange({ field }: { field: FilterField }) {
  const [params, setParams] = useSearchParams();
  const currency = amountCurrency(params);
  const inAddress = params.get(field.name);
  const [ends, setEnds] = useState(() => endsOf(inAddress));
  useEffect(() => setEnds(endsOf(inAddress)), [inAddress]);
  const set = () => {
    const typed = ends.some(Boolean) ? ends.join('..') : '';
    // Who only passes by stays on the page of the list that they are on.
    if (typed !== (inAddress ?? '')) setParams(withChanges(params, { [field.name]: typed }));
  };
  return (
    <Group gap={6} grow align="flex-start">
      {(['from', 'to'] as const).map((end, place) => {
        const typed = ends[place]!;
        const problem = typed === '' ? undefined : problemOf(typed, currency);
        return (
          <TextInput
            key={end}
            label={`${field.label} ${end}`}
            placeholder={currency ?? 'Any currency'}
            error={problem}
            inputMode="decimal"
            size="xs"
            value={typed}
            onChange={(event) => {
              const next = event.currentTarget.value;
              setEnds(([from, to]) => (place === 0 ? [next, to] : [from, next]));
            }}
            onBlur={set}
            onKeyDown={(event) => event.key === 'Enter' && set()}
          />
        );
      })}
    </Group>
  );
}
