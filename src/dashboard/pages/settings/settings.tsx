import { useMutation, useQuery } from '@apollo/client/react';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { ruleDefaults } from '../../../core/entities/values/rule-defaults.ts';
import type { Outcome } from '../../act/outcome.ts';
import { inGroups, SettingsGroup } from '../../act/settings-group.tsx';
import { pagePath } from '../../data/page-paths.ts';
import { useSession } from '../../session/session.tsx';
import { Facts, Section } from '../../show/facts.tsx';
import { Identifier } from '../../show/identifier.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import { Failure, Loading, PageHead } from '../../show/states.tsx';
import { Time } from '../../show/time.tsx';
import { CreateProfile } from './create-profile.tsx';
import { merchantFields } from './merchant.fields.ts';
import { OwnAccount } from './own-account.tsx';
import { Reconciliation } from './reconciliation.tsx';
import { RequireSecondFactor } from './require-second-factor.tsx';
import { ChangeMerchantAccountDocument, SettingsDocument, type SettingsQuery } from './settings.documents.ts';

type Profile = SettingsQuery['businessProfiles']['nodes'][number];

const accountGroups = inGroups(merchantFields, [
  ['Business', 'merchantName defaultProfile merchantDetails primaryBusinessDetails'],
  ['Return to the shop', 'returnUrl redirectToMerchantWithHttpPost enablePaymentResponseHash'],
  ['Webhooks', 'webhookDetails'],
  ['Collect links', 'pmCollectLinkConfig'],
  ['Notifications', 'notificationRules'],
]);

/** The default notification rules; all switches are on. */
const notificationDefaults: Readonly<Record<string, unknown>> = Object.fromEntries(
  (merchantFields.find(({ name }) => name === 'notificationRules')?.fields ?? []).map(({ kind, name }) => {
    const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return [name, kind === 'flag' ? true : ruleDefaults[snake as keyof typeof ruleDefaults]];
  }),
);

/** The merchant account, its business profiles, and the person's sign-in. */
export default function Settings() {
  const { can, merchantId } = useSession();
  const { data, error, refetch } = useQuery(SettingsDocument, {
    variables: { merchantId },
    fetchPolicy: 'cache-and-network',
  });
  const [isCreating, setCreating] = useState(false);
  const [change] = useMutation(ChangeMerchantAccountDocument);
  const [isChanging, setChanging] = useState(false);
  const account = data?.merchantAccount;
  const save = async (changes: Record<string, unknown>, idempotencyKey: string): Promise<Outcome> => {
    const answer = await change({ variables: { input: { merchantId, ...changes, idempotencyKey } } });
    return { userErrors: answer.data!.updateMerchantAccount.userErrors, done: 'Account updated' };
  };
  const profiles = (data?.businessProfiles.nodes ?? []).map((one) => ({
    value: one.profileId,
    label: one.profileName,
  }));
  return (
    <Stack>
      <PageHead
        title="Settings"
        actions={
          <Button component={Link} href="/dashboard/domains" variant="default">
            Domains
          </Button>
        }
      />
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
              ['Identifier', <Identifier key="merchant" value={account.merchantId} />],
              ['Organization', <Identifier key="organization" value={account.organizationId} />],
              ['Publishable key', <Identifier key="key" value={account.publishableKey} />],
              ['Second factor', account.requireSecondFactor ? 'Required' : 'Optional'],
              ['Created', <Time key="created" at={account.createdAt} />],
            ]}
          />
        </Section>
      )}
      {data && (
        <Section
          title="Business profiles"
          actions={
            can('SETTINGS_WRITE') && (
              <Button size="compact-xs" variant="default" onClick={() => setCreating(true)}>
                Create a profile
              </Button>
            )
          }
        >
          <SmallTable
            label="Business profiles"
            rows={data.businessProfiles.nodes as readonly Profile[]}
            keyOf={({ id }) => id}
            whenEmpty="No business profiles"
            columns={[
              {
                header: 'Profile',
                cell: ({ profileId, profileName }) => (
                  <Link href={pagePath.profile(profileId)}>
                    {profileId === account?.defaultProfile ? `${profileName} (default)` : profileName}
                  </Link>
                ),
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
            ]}
          />
        </Section>
      )}
      {account &&
        accountGroups.map((group) => (
          <SettingsGroup
            key={group.title}
            of={group}
            values={account}
            defaults={notificationDefaults}
            options={{ defaultProfile: profiles }}
            save={save}
            onDone={() => refetch()}
          />
        ))}
      {account && <Reconciliation account={account} />}
      {/* Last in the page, so that no later content pushes it down. */}
      {(data || error) && <OwnAccount />}
      {isChanging && account && (
        <RequireSecondFactor isRequired={account.requireSecondFactor} onClose={() => setChanging(false)} />
      )}
      {isCreating && <CreateProfile onClose={() => setCreating(false)} />}
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
