import { useQuery } from '@apollo/client/react';
import { SegmentedControl, Text } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { type Interval, viewerZone } from '../../data/time.ts';
import { asWords } from '../../data/words.ts';
import { filterOf, timesOf, withChanges } from '../../list/address.ts';
import { attemptFilters } from '../../list/attempt-filters.ts';
import { FilterBar } from '../../list/filter-bar.tsx';
import { Section } from '../../show/facts.tsx';
import { Failure, Loading } from '../../show/states.tsx';
import { asRange, intervalsOf, type Periods } from './period.ts';
import { TrendDocument, type TrendQuery } from './trend.documents.ts';
import { ApprovalChart, LatencyChart } from './trend-charts.tsx';

const names = ['connector', 'account', 'method', 'network', 'country', 'issuer', 'error', 'issuer_error'];
/** The charts' filters: the attempt list's, with the same URL parameters. */
const filters = attemptFilters.filter(({ name }) => [...names, 'authentication', 'currency'].includes(name));

interface TrendProps {
  readonly periods: Periods;
  readonly interval: Interval;
}

/** The connectors' approval rate and latency, by hour, day, week or month. */
export function Trend({ interval, periods }: TrendProps) {
  const [params, setParams] = useSearchParams();
  const filter = filterOf({ filters }, params);
  const { connector } = filter;
  const [now, past] = [periods.period, periods.past].map((days) => timesOf(asRange(days)));
  const { data, error, loading, previousData, refetch } = useQuery(TrendDocument, {
    variables: {
      attempts: { ...filter, createdAt: now! },
      pastAttempts: { ...filter, createdAt: past! },
      calls: { createdAt: now!, ...(connector ? { connector } : {}) },
      interval,
      zone: viewerZone,
    },
    fetchPolicy: 'cache-and-network',
  });
  const shown = (data ?? (loading ? previousData : undefined)) as TrendQuery | undefined;
  const conditions = Object.fromEntries(
    filters.flatMap(({ name }) => (params.get(name) ? [[name, params.get(name)!] as const] : [])),
  );
  const intervals = intervalsOf(periods.period);
  const charted = { interval, periods, conditions };
  return (
    <Section
      title="Approval rate"
      actions={
        intervals.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label="Interval"
            data={intervals.map((value) => ({ value, label: asWords(value) }))}
            value={interval}
            onChange={(every) => setParams(withChanges(params, { every }), { replace: true })}
          />
        )
      }
    >
      <Text size="sm" c="dimmed" mb="xs">
        Attempts that connectors approved ÷ those that they decided on. Each place leads to its attempts.
      </Text>
      <FilterBar definition={{ filters }} connectors={shown?.connectors.map(({ name }) => name) ?? []} />
      {error && !loading ? (
        <Failure error={error} onRetry={() => refetch()} onClear={() => setParams({})} />
      ) : shown ? (
        <div className={loading && !data ? 'stale' : undefined}>
          <ApprovalChart shown={shown} {...charted} />
          <LatencyChart shown={shown} {...charted} />
        </div>
      ) : (
        <Loading lines={8} />
      )}
    </Section>
  );
}
