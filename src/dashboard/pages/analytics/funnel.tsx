import { useQuery } from '@apollo/client/react';
import { Text } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { formatCount, formatPercent } from '../../data/locale.ts';
import { filterOf, timesOf } from '../../list/address.ts';
import { Section } from '../../show/facts.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import { Failure, Loading } from '../../show/states.tsx';
import { attemptFilters } from '../attempts/attempt-filters.ts';
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

/** What a payment has of the filters of the approval rate, as its latest attempt has it. */
const shared = ['connector', 'account', 'method', 'network', 'country', 'currency'];
const filters = attemptFilters.filter(({ name }) => shared.includes(name));
/**
 * Those that the funnel leaves out. A code is why an attempt failed: no payment that has one was captured. The issuer and
 * whether 3-D Secure was asked for are known of attempts alone.
 */
const ofAttempts = attemptFilters.filter(({ name }) =>
  ['issuer', 'error', 'issuer_error', 'authentication'].includes(name),
);

/** How far the payments of the period came, from their creation to the money. */
export function Funnel({ periods }: { periods: Periods }) {
  const [params] = useSearchParams();
  const created = { ...filterOf({ filters }, params), created: timesOf(asRange(periods.period))! };
  const conditions: Conditions = Object.fromEntries(
    filters.flatMap(({ name }) => (params.get(name) ? [[name, params.get(name)!] as const] : [])),
  );
  const { data, error, loading, previousData, refetch } = useQuery(FunnelDocument, {
    variables: {
      created,
      confirmed: { ...created, confirmed: { eq: true } },
      challenged: { ...created, challenged: { eq: true } },
      authorized: { ...created, authorized: { eq: true } },
      past: timesOf(asRange(periods.past))!,
    },
    fetchPolicy: 'cache-and-network',
  });
  const leftOut = ofAttempts.filter(({ name }) => params.get(name)).map(({ label }) => label);
  const isKnownLate = ['connector', 'account', 'method', 'network'].some((name) => params.get(name));
  const shown = (data ?? (loading ? previousData : undefined)) as FunnelQuery | undefined;
  return (
    <Section title="Funnel">
      {isKnownLate && (
        <Text size="sm" c="dimmed" mb="xs">
          A payment has a connector, a method and a network once it came that far: those that did not are not
          counted under these filters.
        </Text>
      )}
      {leftOut.length > 0 && (
        <Text size="sm" c="dimmed" mb="xs">
          Not filtered by {leftOut.join(', ')}: attempts have it, payments do not.
        </Text>
      )}
      {error && !loading ? (
        <Failure error={error} onRetry={() => refetch()} />
      ) : shown ? (
        <Stages shown={shown} periods={periods} under={conditions} />
      ) : (
        <Loading lines={5} />
      )}
    </Section>
  );
}

interface StagesProps {
  readonly periods: Periods;
  readonly shown: FunnelQuery;
  /** The filters of the funnel, as the list of payments takes them. */
  readonly under: Conditions;
}

function Stages({ periods, shown, under }: StagesProps) {
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
              conditions={{ ...under, ...conditions }}
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
