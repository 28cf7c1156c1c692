import { Button, Text } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { withChanges } from './address.ts';
import type { FilterField } from './definition.ts';
import { unreadOf } from './unread.ts';

/** Says which filters of the address are left out, as the list cannot be filtered by what they have there. */
export function UnreadFilters({ filters }: { filters: readonly FilterField[] }) {
  const [params, setParams] = useSearchParams();
  const unread = unreadOf(filters, params);
  if (unread.length === 0) return null;
  const without = Object.fromEntries(unread.map(({ known, name }) => [name, known]));
  return (
    <Text size="sm" mb="xs" role="note">
      The address has filters that are left out, as nothing can be found by them:{' '}
      {unread.map(({ label, value }) => `${label} “${value}”`).join(', ')}.{' '}
      <Button variant="default" size="compact-xs" onClick={() => setParams(withChanges(params, without))}>
        Remove them
      </Button>
    </Text>
  );
}
