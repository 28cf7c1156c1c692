import { useQuery } from '@apollo/client/react';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../../session/session.tsx';
import { Facts, Section } from '../../show/facts.tsx';
import { Identifier } from '../../show/identifier.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import { Failure, Loading, PageHead } from '../../show/states.tsx';
import { Time } from '../../show/time.tsx';
import { EditProfile } from './edit-profile.tsx';
import { OwnAccount } from './own-account.tsx';
import { RequireSecondFactor } from './require-second-factor.tsx';
import { SettingsDocument, type SettingsQuery } from './settings.documents.ts';

type Profile = SettingsQuery['businessProfiles']['nodes'][number];

/** The merchant account, its business profiles, and how the person signs in. */
export default function Settings() {
  const { can, merchantId } = useSession();
  const { data, error, refetch } = useQuery(SettingsDocument, {
    variables: { merchantId },
    fetchPolicy: 'cache-and-network',
  });
  const [edited, setEdited] = useState<Profile | null>(null);
  const [isChanging, setChanging] = useState(false);
  const account = data?.merchantAccount;
  return (
    <Stack>
      <PageHead title="Settings" />
      {!data && error && <Failure error={error} onRetry={() => refetch()} />}
      {!data && !error && <Loading />}
      {account && (
        <Section
          title="Merchant account"
          actions={
            can('SETTINGS_WRITE') && (
              <Button size="compact-xs" variant="default" onClick={() => setChanging(true)}>
                {account.requireSecondFactor ? 'Stop requiring a second factor' : 'Require a second factor'}
              </Button>
            )
          }
        >
          <Facts
            of={[
              ['Name', account.merchantName],
              ['Identifier', <Identifier key="merchant" value={account.merchantId} />],
              ['Organization', <Identifier key="organization" value={account.organizationId} />],
              ['Publishable key', <Identifier key="key" value={account.publishableKey} />],
              ['Return URL', account.returnUrl],
              ['Webhook URL', account.webhookDetails?.webhookUrl],
              ['Second factor', account.requireSecondFactor ? 'Required of everyone' : 'Up to each person'],
              ['Created', <Time key="created" at={account.createdAt} />],
            ]}
          />
        </Section>
      )}
      {data && (
        <Section title="Business profiles">
          <SmallTable
            label="Business profiles"
            rows={data.businessProfiles.nodes as readonly Profile[]}
            keyOf={({ id }) => id}
            none="There is none."
            columns={[
              {
                header: 'Profile',
                cell: ({ profileId, profileName }) =>
                  profileId === account?.defaultProfile ? `${profileName} (default)` : profileName,
              },
              {
                header: 'Identifier',
                cell: ({ profileId }) => <span className="identifier">{profileId}</span>,
              },
              { header: 'Webhook URL', cell: ({ webhookDetails }) => webhookDetails?.webhookUrl ?? '–' },
              { header: 'Return URL', cell: ({ returnUrl }) => returnUrl ?? '–' },
              {
                header: 'Retries',
                cell: ({ isAutoRetriesEnabled, maxAutoRetriesEnabled }) =>
                  isAutoRetriesEnabled ? `Up to ${maxAutoRetriesEnabled ?? 0}` : 'Off',
              },
              { header: 'Routing', cell: ({ routingAlgorithm }) => routingOf(routingAlgorithm) },
              {
                header: 'Change',
                cell: (profile) =>
                  can('SETTINGS_WRITE') && (
                    <Button
                      size="compact-xs"
                      variant="default"
                      onClick={() => setEdited(profile)}
                      aria-label={`Change ${profile.profileName}`}
                    >
                      Change
                    </Button>
                  ),
              },
            ]}
          />
        </Section>
      )}
      <OwnAccount />
      {isChanging && account && (
        <RequireSecondFactor isRequired={account.requireSecondFactor} onClose={() => setChanging(false)} />
      )}
      {edited && (
        <EditProfile
          profile={edited}
          mayShow={can('PERSONAL_DATA_READ')}
          onClose={() => setEdited(null)}
          onDone={() => refetch()}
        />
      )}
    </Stack>
  );
}

const routings: Readonly<Record<string, string>> = {
  single: 'One account',
  priority: 'In order',
  volume_split: 'Split by volume',
  advanced: 'By rules',
};

function routingOf(routing: unknown): string {
  const type = (routing as { type?: unknown } | null)?.type;
  return typeof type === 'string' ? (routings[type] ?? type) : 'Oldest account first';
}
