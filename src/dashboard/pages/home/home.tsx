import { useQuery } from '@apollo/client/react';
import { Paper, SegmentedControl, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { formatCount, formatPercent } from '../../data/locale.ts';
import { currenciesByCount, formatMoney } from '../../data/money.ts';
import { startOfDay, viewerZone } from '../../data/time.ts';
import { weekdayOf } from '../../data/words.ts';
import { isAway } from '../../session/presence.ts';
import { useSession } from '../../session/session.tsx';
import { Section } from '../../show/facts.tsx';
import { Failure, Loading, PageHead } from '../../show/states.tsx';
import { Volume } from '../../show/volume.tsx';
import { compareDays } from './comparison.ts';
import { FirstSteps } from './first-steps.tsx';
import { HomeDocument, type HomeQuery } from './home.documents.ts';
import { OpenDisputes } from './open-disputes.tsx';
import { Waiting } from './waiting.tsx';

const HOUR_MS = 60 * 60_000;
const MINUTE_MS = 60_000;

/** The hours at which the greeting changes. */
const NOON = 12;
const EVENING = 18;

/** The chart's periods. */
const spans = {
  hour: { label: 'Today', interval: 'HOUR', days: 0 },
  day: { label: '30 days', interval: 'DAY', days: 29 },
  week: { label: '26 weeks', interval: 'WEEK', days: 26 * 7 },
} as const;
type Span = keyof typeof spans;

const before = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString();

/** The start times of the page's counts. */
const sinceOf = (now: Date) => ({
  waitingSince: startOfDay(30, now).toISOString(),
  lastHour: before(now, HOUR_MS),
  lastDay: before(now, 24 * HOUR_MS),
});

/** The period of the chart. */
const chartedOf = (now: Date, span: Span) => ({ gte: startOfDay(spans[span].days, now).toISOString() });

/** A greeting for the viewer's time of day. */
function greeting(): string {
  const hour = new Date().getHours();
  return hour < NOON ? 'Good morning' : hour < EVENING ? 'Good afternoon' : 'Good evening';
}

/** The home page: today's figures, and objects that need attention. */
export default function Home() {
  const { can, person } = useSession();
  const [params, setParams] = useSearchParams();
  const chart = params.get('chart');
  const span: Span = chart && Object.hasOwn(spans, chart) ? (chart as Span) : 'day';
  // Constant while the page is open, so that the cache recognizes the request.
  const [now] = useState(() => new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS));
  const { lastDay, lastHour, waitingSince } = sinceOf(now);
  const { data, error, loading, previousData, refetch } = useQuery(HomeDocument, {
    variables: {
      sinceLastWeek: startOfDay(7, now).toISOString(),
      charted: chartedOf(now, span),
      interval: spans[span].interval,
      waiting: { gte: waitingSince, lt: lastHour },
      lastHour,
      lastDay,
      now: now.toISOString(),
      zone: viewerZone,
      withEvents: can('EVENTS_READ'),
    },
    fetchPolicy: 'cache-and-network',
    pollInterval: MINUTE_MS,
    skipPollAttempt: () => document.hidden || isAway(),
  });
  const shown = data ?? previousData;
  return (
    <>
      <PageHead title="Home">
        <Text c="dimmed">
          {greeting()}, {person.name} · Today ({viewerZone})
        </Text>
      </PageHead>
      {shown ? (
        <Shown
          shown={shown as HomeQuery}
          now={now}
          span={span}
          onSpan={(next) => setParams({ ...Object.fromEntries(params), chart: next }, { replace: true })}
        />
      ) : error && !loading ? (
        <Failure error={error} onRetry={() => refetch()} />
      ) : (
        <Loading lines={10} />
      )}
    </>
  );
}

interface ShownProps {
  readonly shown: HomeQuery;
  readonly now: Date;
  readonly span: Span;
  readonly onSpan: (span: Span) => void;
}

function Shown({ now, onSpan, shown, span }: ShownProps) {
  const currencies = currenciesByCount([...shown.hours, ...shown.chart]);
  const [params, setParams] = useSearchParams();
  const chosen = params.get('currency');
  const currency = chosen && currencies.includes(chosen) ? chosen : (currencies[0] ?? 'USD');
  const { lastWeek, today } = compareDays(shown.hours, shown.refundHours, currency, now);
  const money = (amount: number) => formatMoney(amount, currency);
  return (
    <Stack>
      {currencies.length > 1 && (
        <Select
          label="Currency"
          data={currencies}
          value={currency}
          onChange={(next) =>
            setParams({ ...Object.fromEntries(params), currency: next! }, { replace: true })
          }
          allowDeselect={false}
          w={120}
          size="xs"
        />
      )}
      {currencies.length === 0 && <FirstSteps />}
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
        <Figure name="Volume" now={today.volume} past={lastWeek.volume} write={money} />
        <Figure name="Payments" now={today.payments} past={lastWeek.payments} write={formatCount} />
        <Figure
          name="Success rate"
          now={today.successRate}
          past={lastWeek.successRate}
          write={formatPercent}
        />
        <Figure name="Refunds" now={today.refunded} past={lastWeek.refunded} write={money} />
      </SimpleGrid>
      <Section
        title="Volume"
        actions={
          <SegmentedControl
            size="xs"
            aria-label="Time of the chart"
            data={Object.entries(spans).map(([value, { label }]) => ({ value, label }))}
            value={span}
            onChange={(next) => onSpan(next as Span)}
          />
        }
      >
        <Volume
          currency={currency}
          interval={spans[span].interval}
          range={chartedOf(now, span)}
          groups={shown.chart}
        />
      </Section>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Waiting shown={shown} since={sinceOf(now)} />
        <OpenDisputes shown={shown} now={now} />
      </SimpleGrid>
    </Stack>
  );
}

/** Figures longer than this many characters are shown smaller, to fit. */
const LONG = 14;

interface FigureProps {
  readonly name: string;
  readonly now: number | null;
  /** Up to the same time a week ago. */
  readonly past: number | null;
  readonly write: (value: number) => string;
}

/** The relative change, as `▲ 12% · `; empty without a past value. */
function changeOf(now: number | null, past: number | null): string {
  if (now === null || !past) return '';
  const change = (now - past) / past;
  return change === 0 ? '' : `${change > 0 ? '▲' : '▼'} ${formatPercent(Math.abs(change))} · `;
}

function Figure({ name, now, past, write }: FigureProps) {
  const weekday = weekdayOf(new Date());
  const [value, before] = [now, past].map((one) => (one === null ? '–' : write(one))) as [string, string];
  return (
    <Paper withBorder p="md" component="section" aria-label={name}>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <div className={`big${value.length > LONG ? ' long' : ''}`}>{value}</div>
      <Text size="sm" c="dimmed">
        {changeOf(now, past)}
        {before} by this time last {weekday}
      </Text>
    </Paper>
  );
}
