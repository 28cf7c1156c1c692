import { Link } from 'wouter';
import { pageOf } from '../../app/navigation.ts';
import { Section } from '../../show/facts.tsx';
import { Money } from '../../show/money.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import { Time } from '../../show/time.tsx';
import type { HomeQuery } from './home.documents.ts';

/** The disputes that wait for an answer, the most urgent first. */
export function OpenDisputes({ shown: { openDisputes } }: { shown: HomeQuery }) {
  return (
    <Section
      title="Open disputes"
      actions={
        openDisputes.pageInfo.hasNextPage && (
          <Link href="/dashboard/disputes?status=dispute_opened&sort=challenge_required_by">All</Link>
        )
      }
    >
      <SmallTable
        label="Open disputes"
        rows={openDisputes.nodes}
        keyOf={({ id }) => id}
        none="None waits for an answer."
        columns={[
          { header: 'Answer before', cell: ({ challengeRequiredBy }) => <Time at={challengeRequiredBy} /> },
          {
            header: 'Amount',
            isNumber: true,
            cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
          },
          {
            header: 'Dispute',
            cell: ({ disputeId }) => (
              <Link href={pageOf.dispute(disputeId)} className="identifier">
                {disputeId}
              </Link>
            ),
          },
          { header: 'Reason', cell: ({ connectorReason }) => connectorReason ?? '–' },
        ]}
      />
    </Section>
  );
}
