import { Button, Text } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { withChanges } from './address.ts';
import type { FilterField } from './definition.ts';
import { unreadOf } from './unread.ts';

/** Names the ignored filters in the URL with invalid values. */
export function UnreadFilters({ filters }: { filters: readonly FilterField[] }) {
  const [params, setParams] = useSearchParams();
  const unread = unreadOf(filters, params);
  if (unread.length === 0) return null;
  const without = Object.fromEntries(unread.map(({ known, name }) => [name, known]));
  return (
    <Text size="sm" mb="xs" role="note">
      Some filters in the URL are invalid and were ignored:{' '}
      {unread.map(({ label, value }) => `${label} “${value}”`).join(', ')}.{' '}
      <Button variant="default" size="compact-xs" onClick={() => setParams(withChanges(params, without))}>
        Remove them
      </Button>
    </Text>
  );
}
