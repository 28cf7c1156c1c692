import { Button, Text } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { counted } from '../../data/words.ts';
import { FilterBar } from '../../list/filter-bar.tsx';
import { Pager } from '../../list/pager.tsx';
import { useSession } from '../../session/session.tsx';
import { Section } from '../../show/facts.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import { Time } from '../../show/time.tsx';
import type { ListQuery } from './list.documents.ts';

export type Entry = ListQuery['entries']['nodes'][number];

interface EntriesProps {
  readonly of: ListQuery['entries'];
  readonly mayChange: boolean;
  readonly onDelete: (entry: Entry) => void;
}

/** The entries of a list, newest first; one value is found by the service, in any notation. */
export function Entries({ mayChange, of: { count, nodes, pageInfo }, onDelete }: EntriesProps) {
  const { can } = useSession();
  const [params] = useSearchParams();
  const sought = params.get('q');
  const mayRead = can('PERSONAL_DATA_READ');
  const shownValue = ({ hint, value }: Entry) => (mayRead ? value : hint);
  return (
    <Section title="Entries">
      {mayRead && <FilterBar definition={{ filters: [], searches: 'Whole value' }} connectors={[]} />}
      <SmallTable
        label="Entries"
        rows={nodes}
        keyOf={({ id }) => id}
        whenEmpty={sought ? `${sought} is not in the list` : 'No entries yet'}
        columns={[
          { header: 'Value', cell: (entry) => <span className="identifier">{shownValue(entry)}</span> },
          { header: 'Reason', cell: ({ reason }) => reason ?? '–' },
          { header: 'Expires', cell: ({ expiresAt }) => (expiresAt ? <Time at={expiresAt} /> : 'Never') },
          { header: 'Added', cell: ({ createdAt }) => <Time at={createdAt} /> },
          ...(mayChange
            ? [
                {
                  header: 'Change',
                  cell: (entry: Entry) => (
                    <Button
                      size="compact-xs"
                      variant="default"
                      aria-label={`Delete ${shownValue(entry)}`}
                      onClick={() => onDelete(entry)}
                    >
                      Delete
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      <Pager pageInfo={pageInfo}>
        <Text size="sm" c="dimmed" role="status">
          {count.precision === 'EXACT' ? '' : 'More than '}
          {counted(count.count, 'entry')}
        </Text>
      </Pager>
    </Section>
  );
}
