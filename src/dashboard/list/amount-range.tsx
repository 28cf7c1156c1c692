import { Group, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { amountProblem } from '../data/money.ts';
import { endsOf } from '../data/range.ts';
import { amountCurrency, withChanges } from './address.ts';
import type { FilterField } from './definition.ts';
import { amountsAs } from './sought.ts';

/** The problem of a typed amount in the currency, or in any currency. */
const problemOf = (typed: string, currency: string | null): string | undefined => {
  if (currency) return amountProblem(typed, currency);
  return amountsAs('amount', [typed], Object).length > 0 ? undefined : amountProblem(typed, 'USD');
};

/** The minimum and maximum amount, in the filtered currency or in any. */
export function AmountRange({ field }: { field: FilterField }) {
  const [params, setParams] = useSearchParams();
  const currency = amountCurrency(params);
  const inAddress = params.get(field.name);
  const [ends, setEnds] = useState(() => endsOf(inAddress));
  useEffect(() => setEnds(endsOf(inAddress)), [inAddress]);
  const set = () => {
    const typed = ends.some(Boolean) ? ends.join('..') : '';
    // Leaving the field unchanged keeps the list's page.
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
