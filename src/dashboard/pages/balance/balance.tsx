import { useQuery } from '@apollo/client/react';
import { Button, Stack } from '@mantine/core';
import { Link } from 'wouter';
import { urlPath } from '../../../core/foundation/url-path.ts';
import { useAccountNames } from '../../act/account-name.tsx';
import { WhileReconciling } from '../../act/while-reconciling.tsx';
import { listed } from '../../list/listed.ts';
import { Section } from '../../show/facts.tsx';
import { Money } from '../../show/money.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import { Failure, Loading, PageHead } from '../../show/states.tsx';
import { BalanceByDay } from './balance-by-day.tsx';
import { BalancesDocument, type BalancesQuery } from './balances.documents.ts';

type AccountBalance = BalancesQuery['balances'][number];

/** The balances at the connector accounts, and their changes by day. */
export default function BalancePage() {
  return (
    <WhileReconciling title="Balance">
      <Shown />
    </WhileReconciling>
  );
}

function Shown() {
  const { data, error, refetch } = useQuery(BalancesDocument, { fetchPolicy: 'cache-and-network' });
  return (
    <Stack>
      <PageHead
        title="Balance"
        actions={
          <Button component={Link} href="/dashboard/balance-entries" variant="default">
            Balance entries
          </Button>
        }
      />
      {!data && error && <Failure error={error} onRetry={() => refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <>
          <Balances of={data.balances} />
          <BalanceByDay balances={data.balances} />
        </>
      )}
    </Stack>
  );
}

const figures = [
  ['Expected', 'expected'],
  ['Available', 'available'],
  ['In transit', 'inTransit'],
  ['Paid out', 'paidOut'],
] as const satisfies readonly (readonly [string, keyof AccountBalance])[];

function Balances({ of: balances }: { of: readonly AccountBalance[] }) {
  const nameOf = useAccountNames();
  return (
    <Section title="By account">
      <SmallTable
        label="Balances by account"
        rows={balances}
        keyOf={({ currency, merchantConnectorId }) => `${merchantConnectorId} ${currency}`}
        whenEmpty="No balance entries yet. The next capture, refund or payout will have one."
        columns={[
          {
            header: 'Account',
            cell: ({ currency, merchantConnectorId }) => {
              const name = `${nameOf(merchantConnectorId)}, ${currency}`;
              if (!merchantConnectorId) return name;
              const filter = new URLSearchParams({ account: listed(merchantConnectorId), currency });
              return <Link href={urlPath`/dashboard/balance-entries?${filter}`}>{name}</Link>;
            },
          },
          ...figures.map(([header, figure]) => ({
            ...{ header, isNumber: true },
            cell: (balance: AccountBalance) => <Money amount={balance[figure]} currency={balance.currency} />,
          })),
        ]}
      />
    </Section>
  );
}
