import { Button } from '@mantine/core';
import { useState } from 'react';

interface LoadMoreProps {
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
  readonly onMore: (after: string) => Promise<unknown>;
}

/** Appends the next page, if there is one. */
export function LoadMore({ onMore, pageInfo: { endCursor, hasNextPage } }: LoadMoreProps) {
  const [isBusy, setBusy] = useState(false);
  if (!hasNextPage || !endCursor) return null;
  const load = async () => {
    setBusy(true);
    try {
      await onMore(endCursor);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="default" size="xs" mt="sm" loading={isBusy} onClick={() => void load()}>
      Load more
    </Button>
  );
}
