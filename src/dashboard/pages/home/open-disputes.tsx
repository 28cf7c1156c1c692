import { Group } from '@mantine/core';
import { Link } from 'wouter';
import { pagePath } from '../../data/page-paths.ts';
import { AmountLink } from '../../show/amount-link.tsx';
import { Deadline } from '../../show/deadline.tsx';
import { Section } from '../../show/facts.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import type { HomeQuery } from './home.documents.ts';

/** The disputes that can still be challenged, most urgent first. Missed ones are on a separate link. */
export function OpenDisputes({ now, shown: { openDisputes } }: { shown: HomeQuery; now: Date }) {
  const open = '/dashboard/disputes?status=dispute_opened';
  return (
    <Section
      title="Open disputes"
      actions={
        <Group gap="md">
          {openDisputes.pageInfo.hasNextPage && (
            <Link href={`${open}&deadline=${now.toISOString()}..&sort=challenge_required_by`}>All</Link>
          )}
          <Link href={`${open}&deadline=..${now.toISOString()}&sort=-challenge_required_by`}>Missed</Link>
        </Group>
      }
    >
      <SmallTable
        label="Open disputes"
        rows={openDisputes.nodes}
        keyOf={({ id }) => id}
        whenEmpty="No disputes need a response."
        columns={[
          {
            header: 'Respond by',
            cell: ({ challengeRequiredBy }) => <Deadline by={challengeRequiredBy} isOpen />,
          },
          {
            header: 'Amount',
            isNumber: true,
            cell: ({ amount, currency, disputeId }) => (
              <AmountLink
                amount={amount}
                currency={currency}
                href={pagePath.dispute(disputeId)}
                id={disputeId}
              />
            ),
          },
          { header: 'Reason', cell: ({ connectorReason }) => connectorReason ?? '–' },
        ]}
      />
    </Section>
  );
}
