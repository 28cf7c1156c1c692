import { Text, Title } from '@mantine/core';
import { urlPath } from '../../../core/foundation/url-path.ts';
import { formatMilliseconds, formatPercent, formatWholePercent } from '../../data/locale.ts';
import type { Interval } from '../../data/time.ts';
import { timesOf } from '../../list/address.ts';
import { Chart } from '../../show/chart.tsx';
import { shareScale } from '../../show/chart-scale.ts';
import { LinkedCount } from '../../show/linked-count.tsx';
import { rangeOf, type Span, spansOf } from '../../show/spans.ts';
import type { Conditions } from './figure.tsx';
import { share, sum } from './grouping.ts';
import { asRange, type Days, type Periods } from './period.ts';
import type { TrendQuery } from './trend.documents.ts';

interface TrendChartProps {
  readonly shown: TrendQuery;
  readonly interval: Interval;
  readonly periods: Periods;
  /** The attempt filters in the URL. */
  readonly conditions: Conditions;
}

type Decided = TrendQuery['now'][number];

/** The list of an interval's attempts, with the chart's filters. */
const attemptsOf = (span: Span<unknown>, conditions: Conditions): string =>
  urlPath`/dashboard/attempts?${new URLSearchParams({ ...conditions, created: rangeOf(span) })}`;

const approvedOf = ({ groups }: Span<Decided>) => sum(groups, ({ succeededCount }) => succeededCount);
const declinedOf = ({ groups }: Span<Decided>) => sum(groups, ({ failedCount }) => failedCount);
const rateOf = (span: Span<Decided> | undefined): number | null =>
  span ? share(approvedOf(span), approvedOf(span) + declinedOf(span)) : null;

const partsOf = (groups: readonly Decided[], interval: Interval, days: Days) =>
  spansOf(groups, interval, timesOf(asRange(days)));

/** The approval rate of each interval, and of the same interval in the comparison period. */
export function ApprovalChart({ conditions, interval, periods, shown }: TrendChartProps) {
  const past = partsOf(shown.past, interval, periods.past);
  const points = partsOf(shown.now, interval, periods.period).map((span, place) => ({
    ...span,
    values: [rateOf(span), rateOf(past[place])],
    href: attemptsOf(span, conditions),
    compared: past[place],
  }));
  const counted = (header: string, countOf: (span: Span<Decided>) => number, more: Conditions = {}) => ({
    header,
    isNumber: true,
    cell: (span: Span<Decided>) => (
      <LinkedCount count={countOf(span)} href={attemptsOf(span, { ...conditions, ...more })} />
    ),
  });
  return (
    <Chart
      label="the approval rate"
      series={[
        { name: 'Approval rate', shape: 'line' },
        { name: 'Compare to', shape: 'past' },
      ]}
      points={points}
      write={formatPercent}
      writeTick={formatWholePercent}
      scale={shareScale}
      whenEmpty="No attempts match in this period"
      columns={[
        counted('Attempts', ({ groups }) => sum(groups, ({ count }) => count)),
        counted('Approved', approvedOf, { decision: 'approved' }),
        counted('Declined', declinedOf, { decision: 'declined' }),
        { header: 'Approval rate', isNumber: true, cell: ({ values: [now] }) => formatPercent(now ?? null) },
        {
          header: 'Compare to',
          isNumber: true,
          cell: ({ compared }) => (
            <>
              {formatPercent(rateOf(compared))}
              <Text size="xs" c="dimmed">
                {compared?.span}
              </Text>
            </>
          ),
        },
      ]}
    />
  );
}

/** The connectors' response times: median and 95th percentile. */
export function LatencyChart({ conditions: { connector }, interval, periods, shown }: TrendChartProps) {
  const conditions: Conditions = connector ? { connector } : {};
  // Intervals without calls have no latency; the attempts' intervals keep their places.
  const parts = [...shown.latency, ...shown.now.map(({ bucket }) => ({ bucket, p50Ms: null, p95Ms: null }))];
  const points = spansOf(parts, interval, timesOf(asRange(periods.period))).map((span) => ({
    ...span,
    values: [span.groups[0]?.p50Ms ?? null, span.groups[0]?.p95Ms ?? null],
    href: attemptsOf(span, conditions),
  }));
  return (
    <>
      <Title order={3} size="h5" mt="md" mb="xs">
        Latency{connector ? ` of ${connector.replaceAll(',', ', ')}` : ''}
      </Title>
      <Chart
        label="the latency"
        series={[
          { name: 'Median', shape: 'line' },
          { name: '95th percentile', shape: 'line' },
        ]}
        points={points}
        write={formatMilliseconds}
        writeTick={formatMilliseconds}
        whenEmpty="No connector calls in this period"
      />
    </>
  );
}
