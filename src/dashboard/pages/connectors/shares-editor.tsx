import { NumberInput, Text } from '@mantine/core';
import { type Splits, totalOf } from './routing-draft.ts';

interface SharesEditorProps {
  readonly splits: Splits;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (splits: Splits) => void;
}

/** Edits the accounts' shares in whole percent. Connector names have a field only if they already have a share. */
export function SharesEditor({ onChange, options, splits }: SharesEditorProps) {
  const accounts = options.map(({ value }) => value).filter((value) => !value.startsWith('at:'));
  const total = totalOf(splits);
  return (
    <>
      {[...new Set([...accounts, ...Object.keys(splits)])].map((choice) => (
        <NumberInput
          key={choice}
          label={`Share of ${options.find(({ value }) => value === choice)?.label ?? choice}`}
          suffix="%"
          min={0}
          max={100}
          allowDecimal={false}
          value={splits[choice] ?? 0}
          onChange={(value) => onChange({ ...splits, [choice]: Number(value) || 0 })}
        />
      ))}
      {total !== 100 && (
        <Text size="sm" role="status">
          The shares add up to {total}%. They must add up to 100%.
        </Text>
      )}
    </>
  );
}
