import { useQuery } from '@apollo/client/react';
import { Group, Select, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';
import { Link, useSearchParams } from 'wouter';
import { startOfDay, viewerZone } from '../../data/time.ts';
import { asWords } from '../../data/words.ts';
import { Section } from '../../show/facts.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import { Failure, Loading, PageHead } from '../../show/states.tsx';
import { AnalyticsDocument, type AnalyticsQuery } from './analytics.documents.ts';
import { compareGroups, type Grouping, groupings } from './grouping.ts';

const VolumeChart = lazy(() => import('../../show/volume-chart.tsx'));

const periods: Readonly<Record<string, { label: string; days: number }>> = {
  '7': { label: 'Last 7 days', days: 7 },
  '30': { label: 'Last 30 days', days: 30 },
  '90': { label: 'Last 90 days', days: 90 },
};

const dayOf = (date: Date) =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
const percent = (rate: number | null) => (rate === null ? '–' : `${(rate * 100).toFixed(1)} %`);

/** Success rates and declines of a period, beside the period of the same length before it. */
export default function Analytics() {
  const [params, setParams] = useSearchParams();
  const days = periods[params.get('days') ?? '']?.days ?? 30;
  const asked = params.get('by') ?? '';
  const grouping: Grouping = asked in groupings ? (asked as Grouping) : 'CONNECTOR';
  const times = useMemo(() => {
    const start = startOfDay(days - 1);
    return { start, pastStart: startOfDay(2 * days - 1) };
  }, [days]);
  const { data, error, loading, previousData, refetch } = useQuery(AnalyticsDocument, {
    variables: {
      period: { gte: times.start.toISOString() },
      past: { gte: times.pastStart.toISOString(), lt: times.start.toISOString() },
      groupBy: [grouping],
      interval: days > 31 ? 'WEEK' : 'DAY',
      zone: viewerZone,
    },
    fetchPolicy: 'cache-and-network',
  });
  const shown = data ?? (loading ? previousData : undefined);
  const set = (name: string, value: string | null) => {
    if (value) setParams((now) => ({ ...Object.fromEntries(now), [name]: value }));
  };
  return (
    <>
      <PageHead
        title="Analytics"
        actions={
          <Group gap="xs">
            <Select
              label="Period"
              size="xs"
              allowDeselect={false}
              data={Object.entries(periods).map(([value, { label }]) => ({ value, label }))}
              value={String(days)}
              onChange={(value) => set('days', value)}
            />
            <Select
              label="Grouped by"
              size="xs"
              allowDeselect={false}
              data={Object.entries(groupings).map(([value, { label }]) => ({ value, label }))}
              value={grouping}
              onChange={(value) => set('by', value)}
            />
          </Group>
        }
      >
        <Text c="dimmed">Days begin at midnight in your time zone, {viewerZone}.</Text>
      </PageHead>
      {error && !loading ? (
        <Failure error={error} onRetry={() => refetch()} />
      ) : shown ? (
        <Shown shown={shown as AnalyticsQuery} grouping={grouping} days={days} since={dayOf(times.start)} />
      ) : (
        <Loading />
      )}
    </>
  );
}

interface ShownProps {
  readonly shown: AnalyticsQuery;
  readonly grouping: Grouping;
  readonly days: number;
  readonly since: string;
}

function Shown({ days, grouping, shown, since }: ShownProps) {
  const { label, parameter } = groupings[grouping];
  const rows = compareGroups(shown.groups, shown.pastGroups, grouping);
  const declines = [...shown.declines].sort((a, b) => b.count - a.count).slice(0, 15);
  const currencies = [...new Set(shown.volume.map(({ currency }) => currency))];
  const paymentsOf = (conditions: Readonly<Record<string, string>>) =>
    `/dashboard/payments?${new URLSearchParams({ created: `${since}..`, ...conditions })}`;
  return (
    <Stack>
      <Section title={`Attempts by ${label.toLowerCase()}`}>
        <SmallTable
          label={`Attempts by ${label.toLowerCase()}`}
          rows={rows}
          keyOf={({ key }) => key ?? ''}
          none="There was no attempt in this period."
          columns={[
            {
              header: label,
              cell: ({ key }) =>
                key === null ? (
                  'None'
                ) : parameter ? (
                  <Link href={paymentsOf({ [parameter]: key })}>{nameOf(key)}</Link>
                ) : (
                  nameOf(key)
                ),
            },
            { header: 'Attempts', isNumber: true, cell: ({ attempts }) => attempts.toLocaleString() },
            {
              header: `${days} days before`,
              isNumber: true,
              cell: ({ pastAttempts }) => pastAttempts.toLocaleString(),
            },
            { header: 'Success rate', isNumber: true, cell: ({ rate }) => percent(rate) },
            { header: 'Before', isNumber: true, cell: ({ pastRate }) => percent(pastRate) },
          ]}
        />
      </Section>
      <Section title="Declines">
        <SmallTable
          label="Declines"
          rows={declines}
          keyOf={({ connector, errorCode }) => `${connector} ${errorCode}`}
          none="Nothing was declined in this period."
          columns={[
            { header: 'Connector', cell: ({ connector }) => connector ?? 'None' },
            {
              header: 'Code',
              cell: ({ connector, errorCode }) =>
                errorCode ? (
                  <Link
                    href={paymentsOf({
                      status: 'failed',
                      error: errorCode,
                      ...(connector ? { connector } : {}),
                    })}
                  >
                    {errorCode}
                  </Link>
                ) : (
                  'None'
                ),
            },
            { header: 'Attempts', isNumber: true, cell: ({ count }) => count.toLocaleString() },
          ]}
        />
      </Section>
      {currencies.map((currency) => (
        <Section key={currency} title={`Volume in ${currency}`}>
          <Suspense fallback={<Loading lines={6} />}>
            <VolumeChart
              currency={currency}
              interval={days > 31 ? 'WEEK' : 'DAY'}
              groups={shown.volume.filter((group) => group.currency === currency)}
            />
          </Suspense>
        </Section>
      ))}
    </Stack>
  );
}

/** Values of enumerations in words; names of connectors, codes and identifiers as they are. */
const nameOf = (key: string) => (/^[a-z]+(?:_[a-z]+)+$/.test(key) ? asWords(key) : key);
