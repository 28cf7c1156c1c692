import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { withChanges } from './address.ts';
import type { ListAnswer } from './definition.ts';

interface PagerProps {
  readonly pageInfo: ListAnswer<unknown>['rows']['pageInfo'];
  readonly children: ReactNode;
}

/** Links to the previous and next page, whose cursors are in the URL. */
export function Pager({ children, pageInfo }: PagerProps) {
  const [params, setParams] = useSearchParams();
  const { endCursor, hasNextPage, hasPreviousPage, startCursor } = pageInfo;
  const go = (place: { after: string } | { before: string }) => {
    setParams(withChanges(params, { ...place }));
    window.scrollTo(0, 0);
  };
  return (
    <Group justify="space-between" mt="sm">
      {children}
      <Group gap="xs" component="nav" aria-label="Pages of the list">
        <Button
          variant="default"
          size="xs"
          disabled={!hasPreviousPage || !startCursor}
          onClick={() => go({ before: startCursor! })}
        >
          Previous
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={!hasNextPage || !endCursor}
          onClick={() => go({ after: endCursor! })}
        >
          Next
        </Button>
      </Group>
    </Group>
  );
}
