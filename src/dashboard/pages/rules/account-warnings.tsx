import { useQuery } from '@apollo/client/react';
import { Alert, List } from '@mantine/core';
import { useSession } from '../../session/session.tsx';
import { AccountWarningsDocument } from './account-warnings.documents.ts';
import type { RulesetQuery } from './ruleset.documents.ts';
import { ShownAlgorithmDocument } from './shown-algorithm.documents.ts';

type Ruleset = NonNullable<RulesetQuery['ruleset']>;

/** Warns of accounts that cannot process what routing rules send to them, where `/routing` can express the rules. */
export function AccountWarnings({ ruleset: { decision, profileId, rulesetId } }: { ruleset: Ruleset }) {
  const { can } = useSession();
  const isRouting = decision === 'payment_routing' || decision === 'payout_routing';
  const skip = !isRouting || !can('CONNECTORS_READ');
  const shown = useQuery(ShownAlgorithmDocument, { variables: { rulesetId }, skip });
  const found = shown.data?.routingConfigurations.nodes[0];
  const { data } = useQuery(AccountWarningsDocument, {
    variables: {
      profileId,
      routing: found?.algorithm && withoutTypes(found.algorithm),
      transactionType: found?.transactionType ?? null,
    },
    skip: skip || !found?.algorithm,
    fetchPolicy: 'network-only',
  });
  const unable = data?.checkRouting ?? [];
  if (unable.length === 0) return null;
  return (
    <Alert
      color="yellow"
      variant="outline"
      title="Some accounts can’t process these payments"
      role="status"
      mt="xs"
    >
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

/** An algorithm as the API takes it. */
const withoutTypes = ({ data, fallback, type }: Readonly<Record<'data' | 'fallback' | 'type', unknown>>) => ({
  type,
  data,
  ...(fallback ? { fallback } : {}),
});
