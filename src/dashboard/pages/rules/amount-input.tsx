import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { amountProblem, toMinorUnits } from '../../data/money.ts';
import { typedText } from '../../data/typed-amount.ts';

interface AmountInputProps {
  /** The label; for screen readers only where the fields beside it say what it is. */
  readonly label: string;
  readonly isLabelShown?: boolean;
  /** Null for minor units, where the currency is not known. */
  readonly currency: string | null;
  readonly value: unknown;
  readonly onChange: (value: number | null) => void;
  readonly error?: string | undefined;
  readonly isRequired?: boolean;
}

const minorUnits = (typed: string): number | null => (/^\d{1,15}$/.test(typed.trim()) ? Number(typed) : null);

/** An amount in minor units: typed in major units of a currency; without a currency in minor units. */
export function AmountInput(props: AmountInputProps) {
  const { currency, error, isLabelShown = false, label, onChange, value } = props;
  const [typed, setTyped] = useState('');
  const read = (text: string) => (currency ? toMinorUnits(text, currency) : minorUnits(text));
  const shown = (amount: number) => (currency ? typedText(amount, currency) : String(amount));
  const isNumber = typeof value === 'number';
  // The text that was typed stays as long as it has the same value.
  const text = isNumber && read(typed) !== value ? shown(value) : typed;
  const problem =
    text.trim() === '' || read(text) !== null
      ? undefined
      : currency
        ? amountProblem(text, currency)
        : 'Enter a whole number of minor units.';
  return (
    <TextInput
      {...(isLabelShown ? { label } : { 'aria-label': label })}
      inputMode="decimal"
      value={text}
      error={problem ?? error}
      placeholder={currency ? undefined : 'Minor units'}
      onChange={(event) => {
        const changed = event.currentTarget.value;
        setTyped(changed);
        onChange(read(changed));
      }}
    />
  );
}
