import { Group, TextInput } from '@mantine/core';
import { toMinorUnits } from '../data/money.ts';

/** An amount in a currency, both as they are typed. */
export interface TypedAmount {
  readonly amount: string;
  readonly currency: string;
}

export const noAmount: TypedAmount = { amount: '', currency: '' };

/** What was typed in minor units; null while it is no amount of a currency. */
export function amountTyped({ amount, currency }: TypedAmount): { amount: number; currency: string } | null {
  if (!/^[A-Z]{3}$/.test(currency)) return null;
  const minor = toMinorUnits(amount, currency);
  return minor === null || minor < 1 ? null : { amount: minor, currency };
}

interface NewAmountProps {
  readonly value: TypedAmount;
  readonly onChange: (value: TypedAmount) => void;
}

/** The amount of something new, in the major unit of a currency. */
export function NewAmount({ onChange, value }: NewAmountProps) {
  const isWrong = value.amount !== '' && value.currency.length === 3 && amountTyped(value) === null;
  return (
    <Group align="flex-start" gap="xs" wrap="nowrap">
      <TextInput
        label="Amount"
        flex={1}
        inputMode="decimal"
        required
        withAsterisk={false}
        error={isWrong ? `This is no amount of ${value.currency}.` : undefined}
        value={value.amount}
        onChange={(event) => onChange({ ...value, amount: event.currentTarget.value })}
        data-autofocus
      />
      <TextInput
        label="Currency"
        w="6rem"
        placeholder="EUR"
        required
        withAsterisk={false}
        maxLength={3}
        value={value.currency}
        onChange={(event) => onChange({ ...value, currency: event.currentTarget.value.toUpperCase() })}
      />
    </Group>
  );
}
