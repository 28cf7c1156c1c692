import { MultiSelect, Radio, Stack } from '@mantine/core';
import { type Permission, useSession } from '../../session/session.tsx';

interface KeyPermissionsProps {
  /** The key's permissions; null for the default permissions, which need no name. */
  readonly value: readonly Permission[] | null;
  readonly onChange: (value: readonly Permission[] | null) => void;
}

/** People can grant only their own permissions, so a key with all of them is offered only to people with all of them. */
export function useMayGrantAll(): boolean {
  const { role } = useSession();
  return role === 'owner' || role === 'admin';
}

/** The permissions that a key has only by name. */
const named: ReadonlySet<Permission> = new Set<Permission>(['VAULT_EXPORT', 'TEAM_WRITE', 'KEYS_WRITE']);

/** A permission as the API writes it. */
const inApi = (permission: Permission) => permission.toLowerCase().replace(/_([a-z]+)$/, ':$1');

/** The label of a key with the default permissions. */
export const ORDINARY = 'Everything but team, keys and card exports';

/** A key's permissions: the default ones, or a selection. */
export function KeyPermissions({ onChange, value }: KeyPermissionsProps) {
  const { permissions } = useSession();
  const mayGrantAll = useMayGrantAll();
  // The key's current permissions remain available.
  const offered = [...new Set([...permissions, ...(value ?? [])])];
  const optionsOf = (areNamed: boolean) =>
    offered.filter((one) => named.has(one) === areNamed).map((one) => ({ value: one, label: inApi(one) }));
  const groups = [
    { group: 'Ordinary', items: optionsOf(false) },
    { group: 'Sensitive: only for keys that name them', items: optionsOf(true) },
  ].filter(({ items }) => items.length > 0);
  return (
    <>
      <Radio.Group
        label="It may do"
        value={value ? 'restricted' : 'everything'}
        onChange={(chosen) => onChange(chosen === 'restricted' ? [] : null)}
      >
        <Stack gap="xs" mt={4}>
          {(mayGrantAll || value === null) && <Radio value="everything" label={ORDINARY} />}
          <Radio value="restricted" label="Custom" />
        </Stack>
      </Radio.Group>
      {value && (
        <MultiSelect
          label="Permissions"
          searchable
          data={groups}
          value={[...value]}
          onChange={(values) => onChange(values as Permission[])}
        />
      )}
    </>
  );
}
