import { useQuery } from '@apollo/client/react';
import { MultiSelect, TagsInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import {
  PickedAccountsDocument,
  PickedCodesDocument,
  PickedCustomersDocument,
  PickedNetworksDocument,
  PickedProfilesDocument,
} from './picker.documents.ts';

/** The source of a filter's values. */
export type PickedFrom = 'profiles' | 'accounts' | 'customers' | 'codes' | 'networks';

interface PickerProps {
  readonly label: string;
  readonly value: readonly string[];
  readonly onChange: (values: string[]) => void;
  /** Small in filters, normal in dialogs. */
  readonly size?: 'xs' | 'sm';
  /** The placeholder: `Any` in a filter. */
  readonly whenEmpty?: string;
}

interface Option {
  readonly value: string;
  readonly label: string;
}

/** The options, plus chosen values that are missing from them, such as a link's. */
function withChosen(options: readonly Option[], chosen: readonly string[]): Option[] {
  const known = new Map(options.map((option) => [option.value, option]));
  for (const value of chosen) if (!known.has(value)) known.set(value, { value, label: value });
  return [...known.values()];
}

interface NamePickerProps extends PickerProps {
  readonly options: readonly Option[];
  readonly onOpen: () => void;
  /** Called with the typed text if the service searches. */
  readonly onSearch?: (typed: string) => void;
}

/** Picks objects by name; the URL has their identifiers. */
function NamePicker(props: NamePickerProps) {
  const { label, whenEmpty = 'Any', onChange, onOpen, onSearch, options, size = 'xs', value } = props;
  return (
    <MultiSelect
      label={label}
      data={withChosen(options, value)}
      value={[...value]}
      onChange={onChange}
      onDropdownOpen={onOpen}
      {...(onSearch ? { onSearchChange: onSearch, filter: ({ options: all }) => all } : {})}
      placeholder={value.length > 0 ? '' : whenEmpty}
      nothingFoundMessage="Nothing matches"
      limit={50}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      size={size}
    />
  );
}

function ProfilePicker(props: PickerProps) {
  const [isOpen, setOpen] = useState(props.value.length > 0);
  const { data } = useQuery(PickedProfilesDocument, { skip: !isOpen });
  const options = (data?.businessProfiles.nodes ?? []).map(({ profileId, profileName }) => ({
    value: profileId,
    label: profileName,
  }));
  return <NamePicker {...props} options={options} onOpen={() => setOpen(true)} />;
}

function AccountPicker(props: PickerProps) {
  const [isOpen, setOpen] = useState(props.value.length > 0);
  const { data } = useQuery(PickedAccountsDocument, { skip: !isOpen });
  const options = (data?.connectorAccounts.nodes ?? []).map(
    ({ connectorLabel, connectorName, merchantConnectorId }) => ({
      value: merchantConnectorId,
      label: connectorLabel ? `${connectorLabel} (${connectorName})` : connectorName,
    }),
  );
  return <NamePicker {...props} options={options} onOpen={() => setOpen(true)} />;
}

const TYPING_MS = 300;

/** Picks customers by name, email or identifier. */
export function CustomerPicker(props: PickerProps) {
  const [isOpen, setOpen] = useState(props.value.length > 0);
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS);
  const [chosen = ''] = props.value;
  const { data, previousData } = useQuery(PickedCustomersDocument, {
    skip: !isOpen,
    variables: { chosen, isChosen: chosen !== '', filter: search ? { search } : null },
  });
  const { customer, customers } = data ?? previousData ?? {};
  const options = [...(customers?.nodes ?? []), ...(customer ? [customer] : [])].map(
    ({ customerId, email, name }) => ({
      value: customerId,
      label: [name, email].filter(Boolean).join(', ') || customerId,
    }),
  );
  return <NamePicker {...props} options={options} onOpen={() => setOpen(true)} onSearch={setTyped} />;
}

const DAY_MS = 86_400_000;
const SEEN_DAYS = 30;

/** The start of the period whose values are offered. It changes once a day, so that the response is cached. */
const seenSince = () => new Date(Math.floor(Date.now() / DAY_MS - SEEN_DAYS) * DAY_MS).toISOString();

interface SeenPickerProps extends PickerProps {
  readonly onOpen: () => void;
  readonly seen: readonly { readonly value: string | null; readonly count: number }[];
}

/** Picks among recent values, most frequent first; others can be typed. */
function SeenPicker({ label, onChange, onOpen, seen, value }: SeenPickerProps) {
  const data = [...seen]
    .sort((a, b) => b.count - a.count)
    .flatMap((one) => (one.value === null ? [] : [one.value]));
  return (
    <TagsInput
      label={label}
      data={[...new Set(data)]}
      value={[...value]}
      onChange={onChange}
      onDropdownOpen={onOpen}
      placeholder={value.length > 0 ? '' : 'Any'}
      acceptValueOnBlur
      limit={50}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      size="xs"
    />
  );
}

function CodePicker(props: PickerProps) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(PickedCodesDocument, { skip: !isOpen, variables: { since: seenSince() } });
  const seen = (data?.attemptStats ?? []).map(({ count, errorCode }) => ({ value: errorCode, count }));
  return <SeenPicker {...props} seen={seen} onOpen={() => setOpen(true)} />;
}

function NetworkPicker(props: PickerProps) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(PickedNetworksDocument, { skip: !isOpen, variables: { since: seenSince() } });
  const seen = (data?.attemptStats ?? []).map(({ cardNetwork, count }) => ({ value: cardNetwork, count }));
  return <SeenPicker {...props} seen={seen} onOpen={() => setOpen(true)} />;
}

export const pickers = {
  profiles: ProfilePicker,
  accounts: AccountPicker,
  customers: CustomerPicker,
  codes: CodePicker,
  networks: NetworkPicker,
} as const satisfies Record<PickedFrom, (props: PickerProps) => React.ReactNode>;
