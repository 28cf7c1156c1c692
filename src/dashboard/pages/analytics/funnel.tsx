import { useQuery } from '@apollo/client/react';
import { Text } from '@mantine/core';
import { formatCount, formatPercent } from '../../data/locale.ts';
import { timesOf } from '../../list/address.ts';
import { Section } from '../../show/facts.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import { Failure, Loading } from '../../show/states.tsx';
import { Both, type Conditions, Figure } from './figure.tsx';
import { FunnelDocument, type FunnelQuery } from './funnel.documents.ts';
import { share, sum } from './grouping.ts';
import { asRange, type Periods } from './period.ts';
import { succeeded } from './retries.tsx';

interface Stage {
  readonly name: string;
  readonly about: string;
  /** The filter of payments that reached it. */
  readonly conditions: Conditions;
  readonly countOf: (shown: FunnelQuery, isCompared: boolean) => number;
}

const counting =
  (field: keyof FunnelQuery): Stage['countOf'] =>
  (shown, isCompared) =>
    sum(
      shown[field].filter((group) => group.isCompared === isCompared),
      ({ count }) => count,
    );

const stages: readonly Stage[] = [
  {
    name: 'Created',
    about: 'All payments of the period',
    conditions: {},
    countOf: counting('created'),
  },
  {
    name: 'Confirmed',
    about: 'At least one attempt was made',
    conditions: { confirmed: 'yes' },
    countOf: counting('confirmed'),
  },
  {
    name: 'Challenged',
    about: 'The customer was asked to act, such as by 3-D Secure; not every payment has to pass here',
    conditions: { challenged: 'yes' },
    countOf: counting('challenged'),
  },
  {
    name: 'Authorized',
    about: 'A connector approved an attempt',
    conditions: { authorized: 'yes' },
    countOf: counting('authorized'),
  },
  {
    name: 'Captured',
    about: 'Money was captured, in full or in part',
    conditions: { status: succeeded },
    countOf: ({ created }, isCompared) =>
      sum(
        created.filter((group) => group.isCompared === isCompared),
        ({ succeededCount }) => succeededCount,
      ),
  },
];

/** How far the payments of the period came, from their creation to the money. */
export function Funnel({ periods }: { periods: Periods }) {
  const { data, error, loading, previousData, refetch } = useQuery(FunnelDocument, {
    variables: { period: timesOf(asRange(periods.period)), past: timesOf(asRange(periods.past)) },
    fetchPolicy: 'cache-and-network',
  });
  const shown = (data ?? (loading ? previousData : undefined)) as FunnelQuery | undefined;
  return (
    <Section title="Funnel">
      {error && !loading ? (
        <Failure error={error} onRetry={() => refetch()} />
      ) : shown ? (
        <Stages shown={shown} periods={periods} />
      ) : (
        <Loading lines={5} />
      )}
    </Section>
  );
}

function Stages({ periods, shown }: { periods: Periods; shown: FunnelQuery }) {
  const shareOf = ({ countOf }: Stage, isCompared: boolean) =>
    share(countOf(shown, isCompared), stages[0]!.countOf(shown, isCompared));
  return (
    <SmallTable
      label="Funnel"
      rows={stages}
      keyOf={({ name }) => name}
      none=""
      columns={[
        {
          header: 'Stage',
          cell: ({ about, name }) => (
            <>
              {name}
              <Text size="xs" c="dimmed">
                {about}
              </Text>
            </>
          ),
        },
        {
          header: 'Payments',
          isNumber: true,
          cell: ({ conditions, countOf }) => (
            <Figure
              periods={periods}
              list="payments"
              conditions={conditions}
              now={formatCount(countOf(shown, false))}
              past={formatCount(countOf(shown, true))}
            />
          ),
        },
        {
          header: 'Of those created',
          isNumber: true,
          cell: (stage) => (
            <Both now={formatPercent(shareOf(stage, false))} past={formatPercent(shareOf(stage, true))} />
          ),
        },
        {
          header: 'Share',
          cell: (stage) => (
            <span className="part" style={{ width: `${12 * (shareOf(stage, false) ?? 0)}rem` }} />
          ),
        },
      ]}
    />
  );
}
