import { NumberInput, Select } from '@mantine/core';
import { AmountInput } from './amount-input.tsx';
import type { ActionProps } from './editing.ts';
import { errorAt } from './findings.tsx';

const kinds = [
  { value: 'rate', label: 'Add a percentage' },
  { value: 'fixed', label: 'Add a fixed amount' },
  { value: 'none', label: 'No surcharge' },
];

type Surcharge = Readonly<Record<string, unknown>>;

/** Edits a surcharge: rates in percent, amounts in the currency that the rule requires. */
export function SurchargeFields({ action, currency, editing, onChange, path }: ActionProps) {
  const surcharge = action.surcharge as Surcharge | null;
  const at = `${path}.surcharge`;
  const error = (name: string) => errorAt(editing.errors, `${at}.${name}`);
  const change = (changes: Surcharge) => onChange({ surcharge: { ...surcharge, ...changes } });
  const without = (name: string) => {
    const { [name]: _, ...others } = surcharge ?? {};
    onChange({ surcharge: others });
  };
  const unit = currency ?? 'minor units';
  return (
    <>
      <Select
        label="Then"
        data={kinds}
        value={surcharge === null ? 'none' : String(surcharge.type)}
        allowDeselect={false}
        error={errorAt(editing.errors, at) ?? error('type')}
        onChange={(type) => type && onChange({ surcharge: type === 'none' ? null : { type, value: null } })}
      />
      {surcharge?.type === 'rate' && (
        <>
          <Percent
            label="Percentage"
            value={surcharge.value}
            error={error('value')}
            onChange={(value) => change({ value })}
          />
          <AmountInput
            label={`At most (${unit})`}
            isLabelShown
            currency={currency}
            value={surcharge.max}
            error={error('max')}
            onChange={(max) => (max === null ? without('max') : change({ max }))}
          />
        </>
      )}
      {surcharge?.type === 'fixed' && (
        <AmountInput
          label={`Amount (${unit})`}
          isLabelShown
          currency={currency}
          value={surcharge.value}
          error={error('value')}
          onChange={(value) => change({ value })}
        />
      )}
      {surcharge && (
        <Percent
          label="Tax on the surcharge"
          value={surcharge.tax_rate}
          error={error('tax_rate')}
          onChange={(rate) => (rate === null ? without('tax_rate') : change({ tax_rate: rate }))}
        />
      )}
    </>
  );
}

interface PercentProps {
  readonly label: string;
  /** In basis points. */
  readonly value: unknown;
  readonly error: string | undefined;
  readonly onChange: (points: number | null) => void;
}

/** A percentage; the API has basis points. */
function Percent({ error, label, onChange, value }: PercentProps) {
  return (
    <NumberInput
      label={label}
      suffix="%"
      decimalScale={2}
      min={0}
      max={100}
      allowNegative={false}
      value={typeof value === 'number' ? value / 100 : ''}
      error={error}
      onChange={(typed) => onChange(typed === '' ? null : Math.round(Number(typed) * 100))}
    />
  );
}
