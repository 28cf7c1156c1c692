import { useQuery } from '@apollo/client/react';
import { Stack } from '@mantine/core';
import { Link } from 'wouter';
import { urlPath } from '../../../core/foundation/url-path.ts';
import { AccountName } from '../../act/account-name.tsx';
import { ProfileName } from '../../act/profile-field.tsx';
import { WhileReconciling } from '../../act/while-reconciling.tsx';
import { pagePath } from '../../data/page-paths.ts';
import { asWords } from '../../data/words.ts';
import { Facts, Section } from '../../show/facts.tsx';
import { Identifier } from '../../show/identifier.tsx';
import { Money } from '../../show/money.tsx';
import { OneHead } from '../../show/one-head.tsx';
import { Raw } from '../../show/raw.tsx';
import { ShowOne } from '../../show/show-one.tsx';
import { Status } from '../../show/status.tsx';
import { Time } from '../../show/time.tsx';
import { BalanceEntryDocument, type BalanceEntryQuery } from './balance-entry.documents.ts';

type Entry = NonNullable<BalanceEntryQuery['balanceEntry']>;

/** One balance entry. */
export default function BalanceEntryPage({ id }: { id: string }) {
  return (
    <WhileReconciling title="Balance entry">
      <Found id={id} />
    </WhileReconciling>
  );
}

function Found({ id }: { id: string }) {
  const result = useQuery(BalanceEntryDocument, {
    variables: { entryId: id },
    fetchPolicy: 'cache-and-network',
  });
  return (
    <ShowOne
      result={result}
      found={result.data?.balanceEntry}
      noun="balance entry"
      listPath="/dashboard/balance-entries"
      restPath={urlPath`/balance_entries/${id}`}
    >
      {(entry) => <Shown entry={entry} />}
    </ShowOne>
  );
}

const linked = (id: string | null | undefined, path: (id: string) => string) =>
  id && (
    <Link href={path(id)} className="identifier">
      {id}
    </Link>
  );

function Shown({ entry }: { entry: Entry }) {
  const { currency, fee, gross, net, settledCurrency, settledNet } = entry;
  return (
    <Stack>
      <OneHead identifier={entry.entryId}>
        <Money amount={net} currency={currency} />
        {asWords(entry.type)}
        <Status of={entry.state} />
      </OneHead>
      <Section title="Overview">
        <Facts
          of={[
            ['Gross', <Money key="gross" amount={gross} currency={currency} />],
            ['Fee', fee === null ? 'Not known here' : <Money key="fee" amount={fee} currency={currency} />],
            ['Net', <Money key="net" amount={net} currency={currency} />],
            ['After conversion', settledCurrency && <Money amount={settledNet} currency={settledCurrency} />],
            ['Exchange rate', entry.exchangeRate],
            ['Occurred', <Time key="occurred" at={entry.occurredAt} precise />],
            ['Available', entry.availableOn && <Time at={entry.availableOn} precise />],
            [
              'Account',
              entry.merchantConnectorId && (
                <Link href={pagePath.account(entry.merchantConnectorId)}>
                  <AccountName id={entry.merchantConnectorId} />
                </Link>
              ),
            ],
            ['Profile', entry.profileId && <ProfileName id={entry.profileId} />],
            [
              'Connector’s reference',
              entry.connectorReference && <Identifier value={entry.connectorReference} />,
            ],
          ]}
        />
      </Section>
      <Section title="Belongs to">
        <Facts
          of={[
            ['Payment', linked(entry.paymentId, pagePath.payment)],
            ['Capture', entry.captureId && <Identifier value={entry.captureId} />],
            ['Refund', linked(entry.refundId, pagePath.refund)],
            ['Dispute', linked(entry.disputeId, pagePath.dispute)],
            ['Payout', linked(entry.payoutId, pagePath.payout)],
            ['Settlement', linked(entry.settlementId, pagePath.settlement) ?? 'Not settled'],
          ]}
        />
      </Section>
      <Raw value={entry} restPath={urlPath`/balance_entries/${entry.entryId}`} />
    </Stack>
  );
}
