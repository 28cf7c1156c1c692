import { useQuery } from '@apollo/client/react';
import { Stack } from '@mantine/core';
import { Link } from 'wouter';
import { urlPath } from '../../../core/foundation/url-path.ts';
import { EntriesOf } from '../../act/entries-of.tsx';
import { useLive } from '../../data/live.ts';
import { pagePath } from '../../data/page-paths.ts';
import { asWords } from '../../data/words.ts';
import { Deadline } from '../../show/deadline.tsx';
import { Facts, Section } from '../../show/facts.tsx';
import { Identifier } from '../../show/identifier.tsx';
import { Money } from '../../show/money.tsx';
import { OneHead } from '../../show/one-head.tsx';
import { Raw } from '../../show/raw.tsx';
import { ShowOne } from '../../show/show-one.tsx';
import { Status } from '../../show/status.tsx';
import { Time } from '../../show/time.tsx';
import { Timeline } from '../../show/timeline.tsx';
import { DisputeChangeDocument, DisputeDocument, type DisputeQuery } from './dispute.documents.ts';
import { DisputeActions } from './dispute-actions.tsx';
import { Evidence } from './evidence.tsx';

type Dispute = NonNullable<DisputeQuery['dispute']>;

/** One dispute: the disputed payment, the deadline, and the ways to respond. */
export default function DisputePage({ id }: { id: string }) {
  const result = useQuery(DisputeDocument, {
    variables: { disputeId: id },
    fetchPolicy: 'cache-and-network',
  });
  return (
    <ShowOne
      result={result}
      found={result.data?.dispute}
      noun="dispute"
      listPath="/dashboard/disputes"
      restPath={urlPath`/disputes/${id}`}
    >
      {(dispute) => (
        <Shown
          dispute={dispute}
          connector={result.data?.connectors.find(({ name }) => name === dispute.connector)}
          written={result.data?.disputeEvidence ?? null}
          onChange={result.refetch}
        />
      )}
    </ShowOne>
  );
}

interface ShownProps {
  readonly dispute: Dispute;
  readonly connector: DisputeQuery['connectors'][number] | undefined;
  readonly written: DisputeQuery['disputeEvidence'];
  readonly onChange: () => unknown;
}

function Shown({ connector, dispute, onChange, written }: ShownProps) {
  useLive(DisputeChangeDocument, { paymentId: dispute.paymentId }, onChange);
  return (
    <Stack>
      <OneHead
        identifier={dispute.disputeId}
        actions={
          <DisputeActions dispute={dispute} connector={connector} draft={written?.draft} onDone={onChange} />
        }
      >
        <Money amount={dispute.amount} currency={dispute.currency} />
        <Status of={dispute.disputeStatus} />
      </OneHead>
      <Section title="Overview">
        <Facts
          of={[
            [
              'Respond by',
              dispute.challengeRequiredBy && (
                <Deadline
                  by={dispute.challengeRequiredBy}
                  isOpen={dispute.disputeStatus === 'dispute_opened'}
                  precise
                />
              ),
            ],
            ['Stage', asWords(dispute.disputeStage)],
            ['Reason', dispute.connectorReason],
            ['Reason code', dispute.connectorReasonCode],
            [
              'Payment',
              <Link key="payment" href={pagePath.payment(dispute.paymentId)} className="identifier">
                {dispute.paymentId}
              </Link>,
            ],
            ['Customer’s email', dispute.payment?.email],
            ['Opened', <Time key="created" at={dispute.createdAt} precise />],
            ['Updated', <Time key="updated" at={dispute.updatedAt} precise />],
            ['Connector', dispute.connector],
            [
              'Connector’s identifier',
              dispute.connectorDisputeId && <Identifier value={dispute.connectorDisputeId} />,
            ],
            ['Connector’s status', dispute.connectorStatus],
          ]}
        />
      </Section>
      <Evidence dispute={dispute} written={written} />
      <EntriesOf kind="dispute" id={dispute.disputeId} shown={dispute} />
      <Timeline entries={dispute.timeline} />
      <Raw value={dispute} restPath={urlPath`/disputes/${dispute.disputeId}`} />
    </Stack>
  );
}
