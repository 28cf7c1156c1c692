import { useQuery } from '@apollo/client/react';
import { Stack } from '@mantine/core';
import { Link } from 'wouter';
import { urlPath } from '../../../core/foundation/url-path.ts';
import { AccountName } from '../../act/account-name.tsx';
import { WhileReconciling } from '../../act/while-reconciling.tsx';
import { formatMoney } from '../../data/money.ts';
import { pagePath } from '../../data/page-paths.ts';
import { formatUtc } from '../../data/time.ts';
import { Facts, Section } from '../../show/facts.tsx';
import { Identifier } from '../../show/identifier.tsx';
import { Money } from '../../show/money.tsx';
import { OneHead } from '../../show/one-head.tsx';
import { Raw } from '../../show/raw.tsx';
import { ShowOne } from '../../show/show-one.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import { Status } from '../../show/status.tsx';
import { Time } from '../../show/time.tsx';
import { SettlementDocument, type SettlementQuery } from './settlement.documents.ts';
import { SettlementLines } from './settlement-lines.tsx';

type Settlement = NonNullable<SettlementQuery['settlement']>;
type BankLine = SettlementQuery['bankStatementLines']['nodes'][number];

/** One settlement. */
export default function SettlementPage({ id }: { id: string }) {
  return (
    <WhileReconciling title="Settlement">
      <Found id={id} />
    </WhileReconciling>
  );
}

function Found({ id }: { id: string }) {
  const result = useQuery(SettlementDocument, {
    variables: { settlementId: id },
    fetchPolicy: 'cache-and-network',
  });
  return (
    <ShowOne
      result={result}
      found={result.data?.settlement}
      noun="settlement"
      listPath="/dashboard/settlements"
      restPath={urlPath`/settlements/${id}`}
    >
      {(settlement) => (
        <Shown settlement={settlement} bankLines={result.data?.bankStatementLines.nodes ?? []} />
      )}
    </ShowOne>
  );
}

/** By how much an amount is more or less than the sum of the lines; null if it is not. */
function deviation(amount: number | null | undefined, { currency, net }: Settlement): string | null {
  if (amount === null || amount === undefined || amount === net) return null;
  return ` (${formatMoney(Math.abs(amount - net), currency)} ${amount > net ? 'more' : 'less'} than net)`;
}

interface ShownProps {
  readonly settlement: Settlement;
  readonly bankLines: readonly BankLine[];
}

function Shown({ bankLines, settlement }: ShownProps) {
  const { bankAmount, currency, transferred } = settlement;
  return (
    <Stack>
      <OneHead identifier={settlement.settlementId}>
        <Money amount={settlement.net} currency={currency} />
        <Status of={settlement.state} />
      </OneHead>
      <Section title="Overview">
        <Facts
          of={[
            ['Gross', <Money key="gross" amount={settlement.gross} currency={currency} />],
            ['Fees', <Money key="fee" amount={settlement.fee} currency={currency} />],
            ['Net', <Money key="net" amount={settlement.net} currency={currency} />],
            [
              'Transferred',
              <span key="transferred">
                <Money amount={transferred} currency={currency} />
                {deviation(transferred, settlement)}
              </span>,
            ],
            [
              'At the bank',
              <span key="bank">
                <Money amount={bankAmount} currency={currency} />
                {deviation(bankAmount, settlement)}
              </span>,
            ],
            ['Bank reference', settlement.bankReference],
            ['Paid', settlement.paidAt && <Time at={settlement.paidAt} precise />],
            ['First line', <Time key="start" at={settlement.periodStart} precise />],
            ['Last line', <Time key="end" at={settlement.periodEnd} precise />],
            [
              'Account',
              <Link key="account" href={pagePath.account(settlement.merchantConnectorId)}>
                <AccountName id={settlement.merchantConnectorId} />
              </Link>,
            ],
            ['Connector’s identifier', <Identifier key="reference" value={settlement.settlementReference} />],
            [
              'Balance entries',
              <Link
                key="entries"
                href={urlPath`/dashboard/balance-entries?settlement=${settlement.settlementId}`}
              >
                Entries of this settlement
              </Link>,
            ],
          ]}
        />
      </Section>
      <Section title="Bank statement">
        <SmallTable
          label="Bank statement"
          rows={bankLines}
          keyOf={({ id }) => id}
          whenEmpty="No line of a bank statement matches yet"
          columns={[
            {
              header: 'Amount',
              isNumber: true,
              cell: (line) => <Money amount={line.amount} currency={line.currency} />,
            },
            { header: 'Booked', cell: ({ bookedOn }) => formatUtc(bookedOn).slice(0, 'yyyy-mm-dd'.length) },
            { header: 'Reference', cell: ({ reference }) => reference ?? '–' },
            { header: 'Counterparty', cell: ({ counterparty }) => counterparty ?? '–' },
            { header: 'Line', cell: ({ lineId }) => <span className="identifier">{lineId}</span> },
          ]}
        />
      </Section>
      <SettlementLines settlementId={settlement.settlementId} count={settlement.lineCount} />
      <Raw value={settlement} restPath={urlPath`/settlements/${settlement.settlementId}`} />
    </Stack>
  );
}
