import { useMutation } from '@apollo/client/react';
import { Checkbox, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import type { Outcome } from '../../act/outcome.ts';
import { type SettingsQuery, UpdateProfileDocument } from './settings.documents.ts';

interface EditProfileProps {
  readonly profile: SettingsQuery['businessProfiles']['nodes'][number];
  /** Whether the person may read personal data, and so may have it sent. */
  readonly mayShow: boolean;
  readonly onClose: () => void;
  readonly onDone: () => unknown;
}

/** Edits the most used settings of a business profile. */
export function EditProfile({ mayShow, onClose, onDone, profile }: EditProfileProps) {
  const [profileName, setName] = useState(profile.profileName);
  const [webhookUrl, setWebhookUrl] = useState(profile.webhookDetails?.webhookUrl ?? '');
  const before = profile.webhookDetails;
  const [isMasked, setMasked] = useState(before?.maskPersonalData ?? false);
  const [returnUrl, setReturnUrl] = useState(profile.returnUrl ?? '');
  const [isRetrying, setRetrying] = useState(profile.isAutoRetriesEnabled);
  const [retries, setRetries] = useState<number | string>(profile.maxAutoRetriesEnabled ?? 1);
  // A role without personal_data:read sends webhooks to a new address only with personal data masked.
  const mustMask = !mayShow && webhookUrl.trim() !== (before?.webhookUrl ?? '');
  const [update] = useMutation(UpdateProfileDocument);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const input = {
      profileId: profile.profileId,
      profileName: profileName.trim(),
      returnUrl: returnUrl.trim() || null,
      webhookDetails:
        webhookUrl.trim() || before
          ? { webhookUrl: webhookUrl.trim() || null, maskPersonalData: isMasked || mustMask }
          : null,
      isAutoRetriesEnabled: isRetrying,
      maxAutoRetriesEnabled: isRetrying ? Number(retries) : null,
      idempotencyKey,
    };
    const { data } = await update({ variables: { input } });
    return { userErrors: data!.updateBusinessProfile.userErrors, done: 'The profile is changed.' };
  };
  return (
    <ActionDialog
      title={`Change ${profile.profileName}`}
      confirm="Save"
      explanation="Payments that are made from now on follow what you save here."
      isDisabled={profileName.trim() === ''}
      run={run}
      onClose={onClose}
      onDone={onDone}
    >
      <TextInput
        label="Name"
        value={profileName}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <TextInput
        label="Webhook URL"
        description="Where signed events are sent."
        type="url"
        value={webhookUrl}
        onChange={(event) => setWebhookUrl(event.currentTarget.value)}
      />
      <Checkbox
        label="Mask personal data in what is sent"
        disabled={!mayShow}
        checked={isMasked || mustMask}
        onChange={(event) => setMasked(event.currentTarget.checked)}
      />
      <TextInput
        label="Return URL"
        description="Where customers come back to after a redirect."
        type="url"
        value={returnUrl}
        onChange={(event) => setReturnUrl(event.currentTarget.value)}
      />
      <Checkbox
        label="Retry declines that another connector may accept"
        checked={isRetrying}
        onChange={(event) => setRetrying(event.currentTarget.checked)}
      />
      {isRetrying && (
        <NumberInput label="Retries at most" min={1} max={10} value={retries} onChange={setRetries} />
      )}
    </ActionDialog>
  );
}
