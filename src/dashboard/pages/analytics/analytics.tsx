import { useQuery } from '@apollo/client/react';
import { Group, Select, Stack, Text } from '@mantine/core';
import { Link, useSearchParams } from 'wouter';
import { currenciesByCount } from '../../data/money.ts';
import { type Interval, viewerZone } from '../../data/time.ts';
import { counted } from '../../data/words.ts';
import { timesOf, withChanges } from '../../list/address.ts';
import { useSession } from '../../session/session.tsx';
import { Section } from '../../show/facts.tsx';
import { Failure, Loading, PageHead } from '../../show/states.tsx';
import { Volume } from '../../show/volume.tsx';
import { AnalyticsDocument, type AnalyticsQuery } from './analytics.documents.ts';
import { Attempts } from './attempts.tsx';
import { Declines } from './declines.tsx';
import { addressOf } from './figure.tsx';
import { Funnel } from './funnel.tsx';
import { type Grouping, groupings, sharedOf, sum } from './grouping.ts';
import { Latency } from './latency.tsx';
import { asRange, intervalOf, type Periods, periodsOf } from './period.ts';
import { PeriodBar } from './period-bar.tsx';
import { Retries } from './retries.tsx';
import { Returns } from './returns.tsx';
import { Trend } from './trend.tsx';

/** Success rates, declines, retries, refunds, disputes and latency of a period, beside another. */
export default function Analytics() {
  const [params] = useSearchParams();
  const { can } = useSession();
  const by = params.get('by') ?? '';
  const grouping: Grouping = Object.hasOwn(groupings, by) ? (by as Grouping) : 'CONNECTOR';
  const periods = periodsOf(params);
  const interval = intervalOf(periods.period, params.get('every'));
  const { data, error, loading, previousData, refetch } = useQuery(AnalyticsDocument, {
    variables: {
      period: timesOf(asRange(periods.period)),
      past: timesOf(asRange(periods.past)),
      attemptsBy: [grouping],
      paymentsBy: [sharedOf(grouping), 'FIRST_ATTEMPT_FAILED'],
      othersBy: [sharedOf(grouping)],
      interval,
      zone: viewerZone,
      withRefunds: can('REFUNDS_READ'),
      withDisputes: can('DISPUTES_READ'),
    },
    fetchPolicy: 'cache-and-network',
  });
  const shown = data ?? (loading ? previousData : undefined);
  return (
    <>
      <PageHead title="Analytics">
        <Text c="dimmed">Days start at midnight in your time zone, {viewerZone}.</Text>
      </PageHead>
      <PeriodBar grouping={grouping} periods={periods} />
      <Stack mb="md">
        <Trend interval={interval} periods={periods} />
        <Funnel periods={periods} />
      </Stack>
      {error && !loading ? (
        <Failure error={error} onRetry={() => refetch()} />
      ) : shown ? (
        <div className={loading && !data ? 'stale' : undefined}>
          <Shown shown={shown as AnalyticsQuery} grouping={grouping} periods={periods} interval={interval} />
        </div>
      ) : (
        <Loading />
      )}
    </>
  );
}

interface ShownProps {
  readonly shown: AnalyticsQuery;
  readonly grouping: Grouping;
  readonly periods: Periods;
  readonly interval: Interval;
}

function Shown({ grouping, interval, periods, shown }: ShownProps) {
  const shared = { shown, periods, grouping: sharedOf(grouping) };
  return (
    <Stack>
      <Attempts shown={shown} periods={periods} grouping={grouping} />
      <Declines shown={shown} periods={periods} />
      <Retries {...shared} />
      <Returns {...shared} kind="refunds" />
      <Returns {...shared} kind="disputes" />
      <Latency shown={shown} periods={periods} />
      <CurrencyVolume shown={shown} interval={interval} periods={periods} />
    </Stack>
  );
}

/** The volume of one currency, the most frequent unless another is chosen. */
function CurrencyVolume({ interval, periods, shown }: Omit<ShownProps, 'grouping'>) {
  const [params, setParams] = useSearchParams();
  const currencies = currenciesByCount(shown.volume);
  const chosen = params.get('volume') ?? '';
  const currency = currencies.includes(chosen) ? chosen : currencies[0];
  if (!currency) return null;
  const groups = shown.volume.filter((group) => group.currency === currency);
  const payments = sum(groups, ({ count }) => count);
  return (
    <Section
      title={`Volume in ${currency}`}
      actions={
        <Group gap="md">
          <Link href={addressOf('payments', periods.period, { currency })}>
            {counted(payments, 'payment')}
          </Link>
          {currencies.length > 1 && (
            <Select
              aria-label="Currency of the volume"
              data={currencies}
              value={currency}
              onChange={(volume) => setParams(withChanges(params, { volume }), { replace: true })}
              allowDeselect={false}
              w={100}
              size="xs"
            />
          )}
        </Group>
      }
    >
      <Volume
        currency={currency}
        interval={interval}
        range={timesOf(asRange(periods.period))}
        groups={groups}
      />
    </Section>
  );
}
