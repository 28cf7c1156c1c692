import { useQuery } from '@apollo/client/react';
import { Stack } from '@mantine/core';
import { Link } from 'wouter';
import { urlPath } from '../../../core/foundation/url-path.ts';
import { EntriesOf } from '../../act/entries-of.tsx';
import { useLive } from '../../data/live.ts';
import { pagePath } from '../../data/page-paths.ts';
import { Facts, Section } from '../../show/facts.tsx';
import { Identifier } from '../../show/identifier.tsx';
import { Money } from '../../show/money.tsx';
import { failureOf, NotAsAsked } from '../../show/not-as-asked.tsx';
import { OneHead } from '../../show/one-head.tsx';
import { Raw } from '../../show/raw.tsx';
import { ShowOne } from '../../show/show-one.tsx';
import { Status } from '../../show/status.tsx';
import { Time } from '../../show/time.tsx';
import { Timeline } from '../../show/timeline.tsx';
import { RefundChangeDocument, RefundDocument, type RefundQuery } from './refund.documents.ts';

type Refund = NonNullable<RefundQuery['refund']>;

/** One refund. */
export default function RefundPage({ id }: { id: string }) {
  const result = useQuery(RefundDocument, { variables: { refundId: id }, fetchPolicy: 'cache-and-network' });
  return (
    <ShowOne
      result={result}
      found={result.data?.refund}
      noun="refund"
      listPath="/dashboard/refunds"
      restPath={urlPath`/refunds/${id}`}
    >
      {(refund) => <Shown refund={refund} onChange={result.refetch} />}
    </ShowOne>
  );
}

function Shown({ onChange, refund }: { refund: Refund; onChange: () => unknown }) {
  useLive(RefundChangeDocument, { paymentId: refund.paymentId }, onChange);
  return (
    <Stack>
      <OneHead identifier={refund.refundId}>
        <Money amount={refund.amount} currency={refund.currency} />
        <Status of={refund.status} />
      </OneHead>
      <NotAsAsked of={refund} />
      <Section title="Overview">
        <Facts
          of={[
            [
              'Payment',
              <Link key="payment" href={pagePath.payment(refund.paymentId)} className="identifier">
                {refund.paymentId}
              </Link>,
            ],
            [
              'Amount of the payment',
              refund.payment && (
                <Money amount={refund.payment.netAmount} currency={refund.payment.currency} />
              ),
            ],
            ['Reason', refund.reason],
            ['Created', <Time key="created" at={refund.createdAt} precise />],
            ['Updated', <Time key="updated" at={refund.updatedAt} precise />],
            ['Connector', refund.connector],
            [
              'Connector’s identifier',
              refund.connectorRefundId && <Identifier value={refund.connectorRefundId} />,
            ],
            ['Failed because', failureOf(refund)],
            ['Unified code', refund.unifiedCode && `${refund.unifiedCode} ${refund.unifiedMessage ?? ''}`],
            [
              'Issuer’s code',
              refund.issuerErrorCode && `${refund.issuerErrorCode} ${refund.issuerErrorMessage ?? ''}`,
            ],
          ]}
        />
      </Section>
      <EntriesOf kind="refund" id={refund.refundId} shown={refund} />
      <Timeline entries={refund.timeline} />
      <Raw value={refund} restPath={urlPath`/refunds/${refund.refundId}`} />
    </Stack>
  );
}
