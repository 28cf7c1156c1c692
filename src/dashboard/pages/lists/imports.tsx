import { useQuery } from '@apollo/client/react';
import { Button, Progress, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { formatCount } from '../../data/locale.ts';
import { counted } from '../../data/words.ts';
import { Section } from '../../show/facts.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import { Status } from '../../show/status.tsx';
import { Time } from '../../show/time.tsx';
import { ImportsDocument, type ImportsQuery } from './imports.documents.ts';
import { RefusedLines } from './refused-lines.tsx';

type Import = ImportsQuery['listImports']['nodes'][number];

/** The interval between two looks at a file whose lines are being added. */
const LOOK_MS = 1_000;

const isRunning = ({ status }: Import) => status === 'pending' || status === 'running';

interface ImportsProps {
  readonly listId: string;
  /** Grows with each upload. */
  readonly uploads: number;
  /** Called when the lines of a file were added. */
  readonly onAdded: () => unknown;
}

/** The latest uploads of a list, with their progress and refused lines. Nothing without uploads. */
export function Imports({ listId, onAdded, uploads }: ImportsProps) {
  const { data, refetch, startPolling, stopPolling } = useQuery(ImportsDocument, {
    variables: { listId },
    fetchPolicy: 'cache-and-network',
  });
  const [shown, setShown] = useState<Import | null>(null);
  const all = data?.listImports.nodes ?? [];
  const runs = all.some(isRunning);
  const added = useRef(onAdded);
  added.current = onAdded;
  useEffect(() => {
    if (uploads > 0) void refetch();
  }, [uploads, refetch]);
  useEffect(() => {
    if (!runs) return;
    startPolling(LOOK_MS);
    return () => {
      stopPolling();
      void added.current();
    };
  }, [runs, startPolling, stopPolling]);
  if (all.length === 0) return null;
  return (
    <Section title="Uploads">
      <SmallTable
        label="Uploads"
        rows={all}
        keyOf={({ id }) => id}
        whenEmpty=""
        columns={[
          { header: 'Uploaded', cell: ({ createdAt }) => <Time at={createdAt} /> },
          { header: 'Status', cell: (one) => <State of={one} /> },
          { header: 'Lines', isNumber: true, cell: ({ linesTotal }) => formatCount(linesTotal) },
          { header: 'Added', isNumber: true, cell: ({ linesAdded }) => formatCount(linesAdded) },
          { header: 'In the list before', isNumber: true, cell: ({ linesKnown }) => formatCount(linesKnown) },
          {
            header: 'Refused',
            isNumber: true,
            cell: (one) =>
              one.linesRefused === 0 ? (
                '0'
              ) : (
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={`Show ${counted(one.linesRefused, 'refused line')}`}
                  onClick={() => setShown(one)}
                >
                  {formatCount(one.linesRefused)}
                </Button>
              ),
          },
        ]}
      />
      {shown && <RefusedLines importId={shown.importId} onClose={() => setShown(null)} />}
    </Section>
  );
}

function State({ of: one }: { of: Import }) {
  if (!isRunning(one)) {
    return (
      <>
        <Status of={one.status} />
        {one.failureReason && <Text size="xs">{one.failureReason}</Text>}
      </>
    );
  }
  return (
    <div role="status">
      {one.progress}%
      <Progress value={one.progress} aria-label="Progress of the upload" />
    </div>
  );
}
