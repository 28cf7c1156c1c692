import { Checkbox, MultiSelect, Select } from '@mantine/core';
import { accountOf, optionOf, optionsWith } from './account-options.ts';
import type { ActionProps } from './editing.ts';
import { errorAt } from './findings.tsx';
import { type Share, SharesFields } from './shares-fields.tsx';

/** Edits the accounts of a routing rule: in order, or by share. */
export function RoutingFields({ action, editing, onChange, path }: ActionProps) {
  const { connectors, fallback, volume_split: split } = action;
  const isSplit = Array.isArray(split);
  const isPayout = editing.decision === 'payout_routing';
  const accounts = Array.isArray(connectors) ? (connectors as readonly unknown[]) : [];
  const ending = fallback === undefined ? {} : { fallback };
  const chosen = accounts.map(optionOf).filter((option) => option !== null);
  // A remaining account keeps its written form.
  const written = (option: string) => accounts.find((one) => optionOf(one) === option) ?? accountOf(option);
  return (
    <>
      <Select
        label="Then"
        data={[
          { value: 'order', label: 'To accounts in order' },
          { value: 'shares', label: 'To accounts by share' },
        ]}
        value={isSplit ? 'shares' : 'order'}
        allowDeselect={false}
        onChange={(way) => onChange({ [way === 'shares' ? 'volume_split' : 'connectors']: [], ...ending })}
      />
      {isSplit ? (
        <SharesFields
          shares={split as readonly Share[]}
          options={editing.accounts}
          error={errorAt(editing.errors, `${path}.volume_split`, 'below')}
          onChange={(shares) => onChange({ volume_split: shares, ...ending })}
        />
      ) : (
        <MultiSelect
          label="Accounts"
          description="Tried from first to last."
          data={optionsWith(editing.accounts, chosen)}
          value={chosen}
          searchable
          placeholder={chosen.length > 0 ? '' : 'Choose'}
          nothingFoundMessage="Nothing matches"
          error={errorAt(editing.errors, `${path}.connectors`, 'below')}
          onChange={(options) => onChange({ connectors: options.map(written), ...ending })}
        />
      )}
      {!isPayout && (
        <Checkbox
          label="Refuse payments that none of these accounts can process"
          description="Otherwise they go to the profile’s other accounts, oldest first."
          checked={fallback === 'none'}
          error={errorAt(editing.errors, `${path}.fallback`)}
          onChange={(event) => {
            const { fallback: _, ...others } = action;
            onChange(event.currentTarget.checked ? { ...others, fallback: 'none' } : others);
          }}
        />
      )}
    </>
  );
}
