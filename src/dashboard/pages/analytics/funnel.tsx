import { useQuery } from '@apollo/client/react';
import { Text } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { formatCount, formatPercent } from '../../data/locale.ts';
import { filterOf, timesOf } from '../../list/address.ts';
import { attemptFilters } from '../../list/attempt-filters.ts';
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
  /** The filter for payments that reached the stage. */
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
    about: 'With at least one attempt',
    conditions: { confirmed: 'yes' },
    countOf: counting('confirmed'),
  },
  {
    name: 'Challenged',
    about: 'The customer had to act, for example with 3-D Secure; not every payment has this step',
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

/** The approval rate's filters that also apply to payments, by the latest attempt's values. */
const shared = ['connector', 'account', 'method', 'network', 'country', 'authentication', 'currency'];
/**
 * Filters that map to other payment fields: by the first decline's codes, since a payment recovered by a retry has no final
 * code. Each has its field and its parameter in the payment list.
 */
const ofPayments: Readonly<Record<string, readonly [field: string, parameter: string]>> = {
  issuer: ['cardIssuer', 'issuer'],
  error: ['declineCode', 'declined_with'],
  issuer_error: ['issuerDeclineCode', 'issuer_declined_with'],
};
const filters = attemptFilters
  .filter(({ name }) => shared.includes(name) || name in ofPayments)
  .map((filter) => ({ ...filter, field: ofPayments[filter.name]?.[0] ?? filter.field }));

/** The funnel of the period's payments, from creation to capture. */
export function Funnel({ periods }: { periods: Periods }) {
  const [params, setParams] = useSearchParams();
  const created = { ...filterOf({ filters }, params), created: timesOf(asRange(periods.period))! };
  const conditions: Conditions = Object.fromEntries(
    filters.flatMap(({ name }) =>
      params.get(name) ? [[ofPayments[name]?.[1] ?? name, params.get(name)!] as const] : [],
    ),
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
  const isKnownLate = ['connector', 'account', 'method', 'network', 'issuer'].some((name) =>
    params.get(name),
  );
  const isByCode = ['error', 'issuer_error'].some((name) => params.get(name));
  const shown = (data ?? (loading ? previousData : undefined)) as FunnelQuery | undefined;
  return (
    <Section title="Funnel">
      {isKnownLate && (
        <Text size="sm" c="dimmed" mb="xs">
          A payment has a connector, a method, a network and an issuer once it came that far: those that did
          not are not counted under these filters.
        </Text>
      )}
      {isByCode && (
        <Text size="sm" c="dimmed" mb="xs">
          Of a code, payments are counted whose first decline had it, also if a later attempt was approved.
        </Text>
      )}
      {error && !loading ? (
        <Failure error={error} onRetry={() => refetch()} onClear={() => setParams({})} />
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
  /** The funnel's filters, as parameters of the payment list. */
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
      whenEmpty=""
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
          header: '% of created',
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
