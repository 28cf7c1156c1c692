import { useMutation, useQuery } from '@apollo/client/react';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { urlPath } from '../../../core/foundation/url-path.ts';
import { ActionDialog } from '../../act/action-dialog.tsx';
import { buttonLooks } from '../../act/offers.ts';
import type { Outcome } from '../../act/outcome.ts';
import { inGroups, SettingsGroup } from '../../act/settings-group.tsx';
import { useSession } from '../../session/session.tsx';
import { OneHead } from '../../show/one-head.tsx';
import { Raw } from '../../show/raw.tsx';
import { ShowOne } from '../../show/show-one.tsx';
import {
  ChangeProfileDocument,
  DeleteProfileDocument,
  ProfileDocument,
  type ProfileQuery,
} from './profile.documents.ts';
import { profileFields } from './profile.fields.ts';

type Profile = NonNullable<ProfileQuery['businessProfile']>;

const groups = inGroups(profileFields, [
  ['General', 'profileName merchantBusinessCountry sessionExpiry intentFulfillmentTime metadata'],
  [
    'Return to the shop',
    'returnUrl redirectToMerchantWithHttpPost enablePaymentResponseHash isIframeRedirectionEnabled',
  ],
  ['Retries', 'isAutoRetriesEnabled maxAutoRetriesEnabled isClearPanRetriesEnabled'],
  ['Webhooks', 'webhookDetails outgoingWebhookCustomHttpHeaders'],
  ['Payment links', 'paymentLinkConfig'],
  ['Payout links', 'payoutLinkConfig'],
  ['3-D Secure', 'force3dsChallenge authenticationConnectorDetails authenticationProductIds'],
  ['Card testing', 'cardTestingGuardConfig'],
  [
    'Cards',
    'isDebitRoutingEnabled isConnectorAgnosticMitEnabled alwaysRequestExtendedAuthorization extendedCardInfoConfig',
  ],
  [
    'Wallets',
    'collectBillingDetailsFromWalletConnector alwaysCollectBillingDetailsFromWalletConnector collectShippingDetailsFromWalletConnector alwaysCollectShippingDetailsFromWalletConnector useBillingAsPaymentMethodBilling walletxVerifiedDomains',
  ],
]);

/** All settings of a business profile, in groups. */
export default function ProfilePage({ id }: { id: string }) {
  const { merchantId } = useSession();
  const result = useQuery(ProfileDocument, {
    variables: { profileId: id, merchantId },
    fetchPolicy: 'cache-and-network',
  });
  const restPath = urlPath`/account/${merchantId}/business_profile/${id}`;
  return (
    <ShowOne
      result={result}
      found={result.data?.businessProfile}
      noun="business profile"
      listPath="/dashboard/settings"
      restPath={restPath}
    >
      {(profile) => (
        <Found
          profile={profile}
          isDefault={result.data?.merchantAccount?.defaultProfile === id}
          restPath={restPath}
          onChange={() => result.refetch()}
        />
      )}
    </ShowOne>
  );
}

interface FoundProps {
  readonly profile: Profile;
  readonly isDefault: boolean;
  readonly restPath: string;
  readonly onChange: () => unknown;
}

function Found({ isDefault, onChange, profile, restPath }: FoundProps) {
  const { can } = useSession();
  const [isDeleting, setDeleting] = useState(false);
  const [change] = useMutation(ChangeProfileDocument);
  const { profileId, profileName } = profile;
  const save = async (changes: Record<string, unknown>, idempotencyKey: string): Promise<Outcome> => {
    const { data } = await change({ variables: { input: { profileId, ...changes, idempotencyKey } } });
    return { userErrors: data!.updateBusinessProfile.userErrors, done: 'Profile updated' };
  };
  return (
    <Stack>
      <OneHead
        identifier={profileId}
        actions={
          can('SETTINGS_WRITE') &&
          !isDefault && (
            <Button size="sm" {...buttonLooks.grave} onClick={() => setDeleting(true)}>
              Delete
            </Button>
          )
        }
      >
        {isDefault ? `${profileName} (default)` : profileName}
      </OneHead>
      {groups.map((group) => (
        <SettingsGroup key={group.title} of={group} values={profile} save={save} onDone={onChange} />
      ))}
      <Raw value={profile} restPath={restPath} />
      {isDeleting && <DeleteProfile profile={profile} onClose={() => setDeleting(false)} />}
    </Stack>
  );
}

function DeleteProfile({ onClose, profile }: { profile: Profile; onClose: () => void }) {
  const [, goTo] = useLocation();
  const [remove] = useMutation(DeleteProfileDocument);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const { data } = await remove({ variables: { input: { profileId: profile.profileId, idempotencyKey } } });
    return { userErrors: data!.deleteBusinessProfile.userErrors, done: 'Profile deleted' };
  };
  return (
    <ActionDialog
      title={`Delete ${profile.profileName}`}
      confirm="Delete"
      isDestructive
      explanation="Deletes its settings for good. A profile with payments or connector accounts can’t be deleted."
      run={run}
      onClose={onClose}
      onNext={() => goTo('/dashboard/settings')}
    />
  );
}
