import { useQuery } from '@apollo/client/react';
import { Alert, List } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { RoutingWarningsDocument, type RoutingWarningsQuery } from './routing-warnings.documents.ts';

const TYPING_MS = 400;

interface RoutingWarningsProps {
  readonly profileId: string;
  readonly routing: object;
  readonly transactionType: 'payment' | 'payout';
}

/** Warns of accounts that cannot process the payments that the edited routing sends to them. */
export function RoutingWarnings({ profileId, routing, transactionType }: RoutingWarningsProps) {
  const [settled] = useDebouncedValue(JSON.stringify(routing), TYPING_MS);
  const { data } = useQuery(RoutingWarningsDocument, {
    variables: { profileId, routing: JSON.parse(settled) as object, transactionType },
    fetchPolicy: 'network-only',
  });
  const unable = (data as RoutingWarningsQuery | undefined)?.checkRouting ?? [];
  if (unable.length === 0) return null;
  return (
    <Alert color="yellow" variant="outline" title="Some accounts can’t process these payments" role="status">
      <List size="sm">
        {unable.map(({ connectorLabel, connectorName, merchantConnectorId, reason, ruleIndex }) => (
          <List.Item key={`${ruleIndex} ${merchantConnectorId}`}>
            {ruleIndex === null ? '' : `Rule ${ruleIndex + 1}: `}
            {connectorLabel ?? connectorName} ({merchantConnectorId}): {reason}.
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
