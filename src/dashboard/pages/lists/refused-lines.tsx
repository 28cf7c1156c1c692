import { useQuery } from '@apollo/client/react';
import { Text } from '@mantine/core';
import { Dialog } from '../../act/dialog.tsx';
import { formatCount } from '../../data/locale.ts';
import { LoadMore } from '../../show/load-more.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import { Failure, Loading } from '../../show/states.tsx';
import { RefusalsDocument } from './refusals.documents.ts';

/** The refused lines of an upload, by their number in the file. Their values are not kept. */
export function RefusedLines({ importId, onClose }: { importId: string; onClose: () => void }) {
  const { data, error, fetchMore, refetch } = useQuery(RefusalsDocument, {
    variables: { importId, after: null },
    fetchPolicy: 'cache-and-network',
  });
  const more = (after: string) =>
    fetchMore({
      variables: { importId, after },
      updateQuery: (before, { fetchMoreResult: { listImportRefusals: next } }) => ({
        listImportRefusals: { ...next, nodes: [...before.listImportRefusals.nodes, ...next.nodes] },
      }),
    });
  return (
    <Dialog onClose={onClose} title="Refused lines" size="lg">
      {error && !data && <Failure error={error} onRetry={() => refetch()} />}
      {!error && !data && <Loading lines={3} />}
      {data && (
        <>
          <Text size="sm" mb="xs">
            Line 1 is the header. Values are not kept: look for the lines in your file.
          </Text>
          <SmallTable
            label="Refused lines"
            rows={data.listImportRefusals.nodes}
            keyOf={({ id }) => id}
            whenEmpty="No refused lines are kept"
            columns={[
              { header: 'Line', cell: ({ line }) => formatCount(line) },
              { header: 'Reason', cell: ({ reason }) => reason },
            ]}
          />
          <LoadMore pageInfo={data.listImportRefusals.pageInfo} onMore={more} />
        </>
      )}
    </Dialog>
  );
}
