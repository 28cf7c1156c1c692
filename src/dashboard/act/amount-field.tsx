import { Button, TextInput } from '@mantine/core';
import { amountProblem, formatMoney, toMinorUnits } from '../data/money.ts';
import { typedText } from '../data/typed-amount.ts';

interface AmountFieldProps {
  readonly label: string;
  readonly currency: string;
  /** The maximum, in minor units. */
  readonly max: number;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Parses the text of an {@link AmountField} to minor units; null if it is no amount. */
export function amountIn(value: string, currency: string, max: number): number | null {
  const amount = toMinorUnits(value, currency);
  return amount === null || amount < 1 || amount > max ? null : amount;
}

/** The text of an {@link AmountField} for an amount. */
export const wholeAmount = (amount: number, currency: string): string => typedText(amount, currency);

/** A field for an amount, typed in the currency's major unit, and a button for all of it. */
export function AmountField({ currency, label, max, onChange, value }: AmountFieldProps) {
  const isWrong = value !== '' && amountIn(value, currency, max) === null;
  const problem = amountProblem(value, currency) ?? `Enter up to ${formatMoney(max, currency)}.`;
  const whole = wholeAmount(max, currency);
  return (
    <>
      <TextInput
        label={label}
        description={`Up to ${formatMoney(max, currency)}`}
        error={isWrong ? problem : undefined}
        inputMode="decimal"
        required
        withAsterisk={false}
        rightSection={<span className="identifier">{currency}</span>}
        rightSectionWidth={52}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        data-autofocus
      />
      {value !== whole && (
        <Button
          variant="default"
          size="compact-xs"
          onClick={() => onChange(whole)}
          style={{ alignSelf: 'start' }}
        >
          Full amount
        </Button>
      )}
    </>
  );
}
