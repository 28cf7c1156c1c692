import { asWords } from '../data/words.ts';
import { Section } from './facts.tsx';
import { SmallTable } from './small-table.tsx';
import { Status } from './status.tsx';
import { Time } from './time.tsx';

interface TimelineProps {
  readonly entries: readonly {
    readonly fromStatus?: string | null;
    readonly toStatus: string;
    readonly cause: string;
    readonly changedAt: string;
  }[];
}

/** Each change of an object's status, with its cause. */
export function Timeline({ entries }: TimelineProps) {
  return (
    <Section title="Timeline">
      <SmallTable
        label="Timeline"
        rows={entries}
        keyOf={({ changedAt, toStatus }) => `${changedAt} ${toStatus}`}
        whenEmpty="No activity yet"
        columns={[
          { header: 'Time', cell: ({ changedAt }) => <Time at={changedAt} precise /> },
          { header: 'Status', cell: ({ toStatus }) => <Status of={toStatus} /> },
          { header: 'Cause', cell: ({ cause }) => asWords(cause) },
        ]}
      />
    </Section>
  );
}
