import { NumberInput, Select, Text } from '@mantine/core';
import { accountOf, optionOf, optionsWith } from './account-options.ts';
import type { AccountOption } from './editing.ts';
import { RemoveButton } from './remove-button.tsx';

/** A share of a volume split, as rules write it. */
export interface Share {
  readonly split: number;
  readonly connector: unknown;
}

interface SharesFieldsProps {
  readonly shares: readonly Share[];
  readonly options: readonly AccountOption[];
  readonly error: string | undefined;
  readonly onChange: (shares: readonly Share[]) => void;
}

/** Edits the accounts' shares, in whole percent. */
export function SharesFields({ error, onChange, options, shares }: SharesFieldsProps) {
  const chosen = shares.map(({ connector }) => optionOf(connector)).filter((option) => option !== null);
  const all = optionsWith(options, chosen);
  const total = shares.reduce((sum, { split }) => sum + (Number(split) || 0), 0);
  return (
    <div className="rule-shares">
      {shares.map((share, i) => {
        const option = optionOf(share.connector);
        const name = all.find(({ value }) => value === option)?.label ?? String(option);
        return (
          <div key={option} className="rule-part">
            <NumberInput
              label={`Share of ${name}`}
              suffix="%"
              min={0}
              max={100}
              allowDecimal={false}
              value={share.split}
              onChange={(split) =>
                onChange(shares.map((one, j) => (i === j ? { ...one, split: Number(split) || 0 } : one)))
              }
            />
            <RemoveButton
              label={`Remove the share of ${name}`}
              onClick={() => onChange(shares.filter((_, j) => i !== j))}
            />
          </div>
        );
      })}
      <Select
        label="Add an account"
        data={all.filter(({ value }) => !chosen.includes(value))}
        value={null}
        searchable
        placeholder="Choose"
        nothingFoundMessage="Nothing matches"
        error={total === 100 ? error : undefined}
        onChange={(option) =>
          option && onChange([...shares, { split: Math.max(0, 100 - total), connector: accountOf(option) }])
        }
      />
      {total !== 100 && (
        <Text size="sm" role="status" {...(error ? { c: 'red' } : {})}>
          The shares add up to {total}%. They must add up to 100%.
        </Text>
      )}
    </div>
  );
}
