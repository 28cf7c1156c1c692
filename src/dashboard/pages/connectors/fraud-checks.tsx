import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { Section } from '../../show/facts.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import type { ConnectorsQuery } from './connectors.documents.ts';
import { EditFraudChecks, type RoutedProfile } from './edit-fraud-checks.tsx';
import { draftOf, routingTypes } from './routing-draft.ts';

interface FraudChecksProps {
  readonly data: ConnectorsQuery;
  readonly mayChange: boolean;
  readonly onDone: () => unknown;
}

/** Each business profile's accounts for fraud checks. Payments and payouts are routed by rules. */
export function FraudChecks({ data, mayChange, onDone }: FraudChecksProps) {
  const [edited, setEdited] = useState<RoutedProfile | null>(null);
  return (
    <Section title="Routing">
      <Text size="sm" mb="xs">
        Payments and payouts are routed by <Link href="/dashboard/rules?decision=payment_routing">rules</Link>
        .
      </Text>
      <SmallTable
        label="Routing"
        rows={data.businessProfiles?.nodes ?? []}
        keyOf={({ id }) => id}
        whenEmpty="No business profiles"
        columns={[
          { header: 'Profile', cell: ({ profileName }) => profileName },
          {
            header: 'Fraud checks',
            cell: (profile) => (
              <Group gap="xs" wrap="nowrap">
                {routingTypes[draftOf(profile.frmRoutingAlgorithm).type]}
                {mayChange && (
                  <Button
                    size="compact-xs"
                    variant="default"
                    onClick={() => setEdited(profile)}
                    aria-label={`Change the fraud checks of ${profile.profileName}`}
                  >
                    Change
                  </Button>
                )}
              </Group>
            ),
          },
        ]}
      />
      {edited && (
        <EditFraudChecks profile={edited} data={data} onClose={() => setEdited(null)} onDone={onDone} />
      )}
    </Section>
  );
}
