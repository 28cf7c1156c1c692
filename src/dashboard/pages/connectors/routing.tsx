import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { Section } from '../../show/facts.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import type { ConnectorsQuery } from './connectors.documents.ts';
import { EditRouting, type RoutedKind, type RoutedProfile } from './edit-routing.tsx';
import { draftOf, routingTypes } from './routing-draft.ts';

interface RoutingProps {
  readonly data: ConnectorsQuery;
  readonly mayChange: boolean;
  readonly onDone: () => unknown;
}

const routedKinds: readonly RoutedKind[] = [
  {
    ...{ noun: 'Payments', of: 'the routing of', field: 'routingAlgorithm', kind: 'payment_processor' },
    without: routingTypes.none,
    transactionType: 'payment',
  },
  {
    ...{
      noun: 'Payouts',
      of: 'the payout routing of',
      field: 'payoutRoutingAlgorithm',
      kind: 'payout_processor',
    },
    without: 'Account default, else oldest first',
    transactionType: 'payout',
  },
  {
    ...{ noun: 'Fraud checks', of: 'the fraud checks of', field: 'frmRoutingAlgorithm', kind: 'payment_vas' },
    without: 'Account default, else none',
    transactionType: null,
  },
];

/** Each business profile's routing of payments, payouts and fraud checks. */
export function Routing({ data, mayChange, onDone }: RoutingProps) {
  const [edited, setEdited] = useState<{ profile: RoutedProfile; routed: RoutedKind } | null>(null);
  return (
    <Section title="Routing">
      <SmallTable
        label="Routing"
        rows={data.businessProfiles?.nodes ?? []}
        keyOf={({ id }) => id}
        whenEmpty="No business profiles"
        columns={[
          { header: 'Profile', cell: ({ profileName }) => profileName },
          ...routedKinds.map((routed) => ({
            header: routed.noun,
            cell: (profile: RoutedProfile) => (
              <Group gap="xs" wrap="nowrap">
                {currentRouting(profile, routed)}
                {mayChange && (
                  <Button
                    size="compact-xs"
                    variant="default"
                    onClick={() => setEdited({ profile, routed })}
                    aria-label={`Change ${routed.of} ${profile.profileName}`}
                  >
                    Change
                  </Button>
                )}
              </Group>
            ),
          })),
        ]}
      />
      {edited && <EditRouting {...edited} data={data} onClose={() => setEdited(null)} onDone={onDone} />}
    </Section>
  );
}

function currentRouting(profile: RoutedProfile, { field, without }: RoutedKind): string {
  const { type } = draftOf(profile[field]);
  return type === 'none' ? without : routingTypes[type];
}
