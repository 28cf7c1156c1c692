import { useQuery } from '@apollo/client/react';
import { Stack } from '@mantine/core';
import { Link } from 'wouter';
import { urlPath } from '../../../core/foundation/url-path.ts';
import { EntriesOf } from '../../act/entries-of.tsx';
import { MailLink } from '../../act/mail-link.tsx';
import { ProfileName } from '../../act/profile-field.tsx';
import { useLive } from '../../data/live.ts';
import { formatMoney } from '../../data/money.ts';
import { pagePath } from '../../data/page-paths.ts';
import { asWords } from '../../data/words.ts';
import { useSession } from '../../session/session.tsx';
import { Decisions } from '../../show/decisions.tsx';
import { EventsTable } from '../../show/events-table.tsx';
import { Facts, Section } from '../../show/facts.tsx';
import { Identifier } from '../../show/identifier.tsx';
import { Money } from '../../show/money.tsx';
import { failureOf, NotAsAsked } from '../../show/not-as-asked.tsx';
import { OneHead } from '../../show/one-head.tsx';
import { Raw } from '../../show/raw.tsx';
import { SharedLink } from '../../show/shared-link.tsx';
import { ShowOne } from '../../show/show-one.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import { Status } from '../../show/status.tsx';
import { Time } from '../../show/time.tsx';
import { Timeline } from '../../show/timeline.tsx';
import { PayoutChangeDocument, PayoutDocument, type PayoutQuery } from './payout.documents.ts';
import { PayoutActions } from './payout-actions.tsx';

type Payout = NonNullable<PayoutQuery['payout']>;

/** One payout: its attempts, events and actions. */
export default function PayoutPage({ id }: { id: string }) {
  const { can } = useSession();
  const result = useQuery(PayoutDocument, {
    variables: { payoutId: id, withEvents: can('EVENTS_READ') },
    fetchPolicy: 'cache-and-network',
  });
  useLive(PayoutChangeDocument, { payoutId: id }, result.refetch);
  return (
    <ShowOne
      result={result}
      found={result.data?.payout}
      noun="payout"
      listPath="/dashboard/payouts"
      restPath={urlPath`/payouts/${id}`}
    >
      {(payout) => (
        <Stack>
          <OneHead
            identifier={payout.payoutId}
            actions={<PayoutActions payout={payout} onDone={result.refetch} />}
          >
            <Money amount={payout.amount} currency={payout.currency} />
            <Status of={payout.status} isPayout />
          </OneHead>
          <NotAsAsked of={payout} />
          {payout.payoutLink?.link && payout.status === 'requires_payout_method_data' && (
            <SharedLink
              title="Payout link"
              url={payout.payoutLink.link}
              email={payout.email}
              subject={`Your payout of ${formatMoney(payout.amount, payout.currency)}`}
              send={
                can('PAYOUTS_WRITE') && (
                  <MailLink of={{ payoutId: payout.payoutId }} email={payout.email} onDone={result.refetch} />
                )
              }
            />
          )}
          <Overview payout={payout} />
          <Decisions of={payout.decisions} mayReadRules={can('SETTINGS_READ')} />
          <Section title="Attempts">
            <SmallTable
              label="Attempts"
              rows={payout.attempts}
              keyOf={(attempt) => attempt.id}
              whenEmpty="Not sent to a connector yet"
              columns={[
                {
                  header: 'Attempt',
                  cell: ({ attemptId }) => <span className="identifier">{attemptId.split('_').at(-1)}</span>,
                },
                { header: 'Status', cell: ({ status }) => <Status of={status} /> },
                { header: 'Connector', cell: ({ connector }) => connector ?? '–' },
                {
                  header: 'Amount',
                  isNumber: true,
                  cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
                },
                {
                  header: 'Connector’s code',
                  cell: ({ errorCode, errorMessage }) =>
                    errorCode ? `${errorCode}: ${errorMessage ?? ''}` : '–',
                },
                {
                  header: 'Unified code',
                  cell: ({ unifiedCode, unifiedMessage }) =>
                    unifiedCode ? `${unifiedCode}: ${unifiedMessage ?? ''}` : '–',
                },
                { header: 'Created', cell: ({ createdAt }) => <Time at={createdAt} precise /> },
              ]}
            />
          </Section>
          {result.data?.events && <EventsTable events={result.data.events.nodes} />}
          <EntriesOf kind="payout" id={payout.payoutId} shown={payout} />
          <Timeline entries={payout.timeline} />
          <Raw value={payout} restPath={urlPath`/payouts/${payout.payoutId}`} />
        </Stack>
      )}
    </ShowOne>
  );
}

function Overview({ payout }: { payout: Payout }) {
  return (
    <Section title="Overview">
      <Facts
        of={[
          ['To', payout.payoutType && asWords(payout.payoutType)],
          ['Recipient', payout.entityType],
          ['Speed', payout.priority && asWords(payout.priority)],
          [
            'Customer',
            payout.customerId && (
              <Link href={pagePath.customer(payout.customerId)}>{payout.name ?? payout.customerId}</Link>
            ),
          ],
          ['Email', payout.email],
          ['Description', payout.description],
          ['Created', <Time key="created" at={payout.created} precise />],
          ['Updated', <Time key="updated" at={payout.updated} precise />],
          ['Expires', payout.status.startsWith('requires_') && <Time at={payout.expiresOn} />],
          ['Sends automatically', payout.autoFulfill ? 'Yes' : 'No'],
          ['Connector', payout.connector],
          [
            'Transaction',
            payout.connectorTransactionId && <Identifier value={payout.connectorTransactionId} />,
          ],
          ['Profile', payout.profileId && <ProfileName id={payout.profileId} />],
          ['Failed because', failureOf(payout)],
          ['Unified code', payout.unifiedCode && `${payout.unifiedCode} ${payout.unifiedMessage ?? ''}`],
        ]}
      />
    </Section>
  );
}
