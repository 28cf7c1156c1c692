import { useQuery } from '@apollo/client/react';
import { Group, Select } from '@mantine/core';
import { Link, useSearchParams } from 'wouter';
import { urlPath } from '../../../core/foundation/url-path.ts';
import { useAccountNames } from '../../act/account-name.tsx';
import { formatMonth, monthIn, monthOf, monthShifted, startOfMonth } from '../../data/month.ts';
import { withChanges } from '../../list/address.ts';
import { Section } from '../../show/facts.tsx';
import { Failure, Loading } from '../../show/states.tsx';
import { BalanceDaysDocument, type BalancesQuery } from './balances.documents.ts';
import { summedDays } from './day-sums.ts';
import { DaysTable } from './days-table.tsx';

/** The changes of the balance by UTC day, of a month, a currency and one or all accounts, which the URL has. */
export function BalanceByDay({ balances }: { balances: BalancesQuery['balances'] }) {
  const [params, setParams] = useSearchParams();
  const nameOf = useAccountNames();
  const month = monthIn(params.get('month')) ?? monthOf(new Date());
  const { data, error, refetch } = useQuery(BalanceDaysDocument, {
    variables: { from: startOfMonth(month), until: startOfMonth(monthShifted(month, 1)) },
    fetchPolicy: 'cache-and-network',
  });
  const currencies = [...new Set(balances.map(({ currency }) => currency))].sort();
  const accounts = [...new Set(balances.flatMap(({ merchantConnectorId: id }) => id ?? []))];
  const currency = params.get('currency') ?? currencies[0];
  const account = params.get('account');
  if (!currency) return null;
  const set = (name: string) => (value: string | null) =>
    setParams((now) => withChanges(now, { [name]: value }), { replace: true });
  const monthPath = (by: number) =>
    urlPath`/dashboard/balance?${withChanges(params, { month: monthShifted(month, by) })}`;
  return (
    <Section
      title={`By day: ${formatMonth(month)}`}
      actions={
        <Group gap="md">
          <Link href={monthPath(-1)}>Previous month</Link>
          {month < monthOf(new Date()) && <Link href={monthPath(1)}>Next month</Link>}
        </Group>
      }
    >
      <Group gap="xs" mb="sm">
        <Select
          label="Currency"
          size="xs"
          data={currencies.includes(currency) ? currencies : [...currencies, currency]}
          value={currency}
          allowDeselect={false}
          onChange={set('currency')}
        />
        {accounts.length > 1 && (
          <Select
            label="Account"
            size="xs"
            placeholder="All accounts"
            data={accounts.map((value) => ({ value, label: nameOf(value) }))}
            value={account}
            clearable
            clearButtonProps={{ 'aria-label': 'Clear Account' }}
            onChange={set('account')}
          />
        )}
      </Group>
      {!data && error && <Failure error={error} onRetry={() => refetch()} />}
      {!data && !error && <Loading lines={4} />}
      {data && (
        <DaysTable
          of={{ month, currency, account }}
          days={summedDays(data.balanceDays, { currency, account })}
        />
      )}
    </Section>
  );
}
