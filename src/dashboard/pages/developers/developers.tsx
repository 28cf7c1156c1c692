import { useQuery } from '@apollo/client/react';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useLive } from '../../data/live.ts';
import { useSession } from '../../session/session.tsx';
import { Section } from '../../show/facts.tsx';
import { Failure, Loading, PageHead } from '../../show/states.tsx';
import { ApiKeys } from './api-keys.tsx';
import { DeliveriesDocument, DevelopersDocument } from './developers.documents.ts';
import { Endpoints } from './endpoints.tsx';
import { MoreEndpoints } from './more-endpoints.tsx';
import { TestClockButton } from './test-clock-button.tsx';
import { Deliveries, Events } from './webhooks.tsx';

/** The parts of an integration: keys, webhook endpoints, deliveries and events. */
export default function Developers() {
  const { can, isTest } = useSession();
  const withEvents = can('EVENTS_READ');
  const { data, error, fetchMore, refetch } = useQuery(DevelopersDocument, {
    variables: { withKeys: can('KEYS_READ'), withEvents },
    fetchPolicy: 'cache-and-network',
  });
  return (
    <Stack>
      <PageHead title="Developers">
        <Group gap="md">
          {isTest && can('SETTINGS_WRITE') && <TestClockButton />}
          {withEvents && <Link href="/dashboard/requests">Requests</Link>}
          <Anchor href="/graphiql">GraphiQL</Anchor>
          <Anchor href="/docs">API reference</Anchor>
          <Anchor href="/openapi.json">OpenAPI document</Anchor>
          <Anchor href="/health/ready">Health</Anchor>
        </Group>
      </PageHead>
      {!data && error && <Failure error={error} onRetry={() => refetch()} />}
      {!data && !error && <Loading />}
      {data?.apiKeys && (
        <ApiKeys
          keys={data.apiKeys.nodes}
          profiles={data.businessProfiles?.nodes ?? []}
          onChange={() => refetch()}
        />
      )}
      {data?.businessProfiles && (
        <Endpoints profiles={data.businessProfiles.nodes} onChange={() => refetch()} />
      )}
      {withEvents && can('SETTINGS_READ') && <MoreEndpoints onChange={() => refetch()} />}
      {data?.webhookDeliveries && (
        <Deliveries deliveries={data.webhookDeliveries.nodes} onChange={() => refetch()} />
      )}
      {data?.events && (
        <Events
          connection={data.events}
          onMore={(after) => fetchMore({ variables: { eventsAfter: after } })}
        />
      )}
      {withEvents && <Tail onChange={() => refetch()} />}
      {data && !data.apiKeys && !data.events && (
        <Section title="Developers">
          <Text size="sm">Your role can’t see keys or events. Ask an owner or admin for another role.</Text>
        </Section>
      )}
    </Stack>
  );
}

/** Keeps the deliveries up to date while the page is open. */
function Tail({ onChange }: { onChange: () => unknown }) {
  useLive(DeliveriesDocument, {}, onChange);
  return null;
}
