import { Link } from 'wouter';
import { formatCount, formatMilliseconds } from '../../data/locale.ts';
import { Section } from '../../show/facts.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import type { AnalyticsQuery } from './analytics.documents.ts';
import { addressOf, Both } from './figure.tsx';
import type { Periods } from './period.ts';

type Row = AnalyticsQuery['latency'][number];

const milliseconds = (ms: number | undefined) => (ms === undefined ? '–' : formatMilliseconds(ms));

const durations = [
  { header: 'Mean', field: 'meanMs' },
  { header: 'Median', field: 'p50Ms' },
  { header: '95th percentile', field: 'p95Ms' },
] as const;

/** Response times by connector. Calls have no list; a connector links to its attempts. */
export function Latency({ periods, shown }: { periods: Periods; shown: AnalyticsQuery }) {
  const past = new Map(
    shown.latency.filter(({ isCompared }) => isCompared).map((row) => [row.connector, row]),
  );
  const rows = shown.latency.filter(({ isCompared }) => !isCompared).sort((a, b) => b.count - a.count);
  return (
    <Section title="Latency by connector">
      <SmallTable
        label="Latency by connector"
        rows={rows}
        keyOf={({ connector }) => connector ?? ''}
        whenEmpty="No connector calls in this period"
        columns={[
          {
            header: 'Connector',
            cell: ({ connector }) =>
              connector && (
                <Link href={addressOf('attempts', periods.period, { connector })}>{connector}</Link>
              ),
          },
          {
            header: 'Calls',
            isNumber: true,
            cell: ({ connector, count }) => (
              <Both now={formatCount(count)} past={formatCount(past.get(connector)?.count ?? 0)} />
            ),
          },
          ...durations.map(({ field, header }) => ({
            header,
            isNumber: true,
            cell: (row: Row) => (
              <Both now={milliseconds(row[field])} past={milliseconds(past.get(row.connector)?.[field])} />
            ),
          })),
        ]}
      />
    </Section>
  );
}
