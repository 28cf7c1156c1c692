import { useMutation } from '@apollo/client/react';
import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { ActionDialog } from '../../act/action-dialog.tsx';
import type { Outcome } from '../../act/outcome.ts';
import { pagePath } from '../../data/page-paths.ts';
import { CreateProfileDocument } from './settings.documents.ts';

/** Creates a business profile, then opens its settings. */
export function CreateProfile({ onClose }: { onClose: () => void }) {
  const [, goTo] = useLocation();
  const [profileName, setName] = useState('');
  const made = useRef('');
  const [create] = useMutation(CreateProfileDocument);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const input = { profileName: profileName.trim(), idempotencyKey };
    const { data } = await create({ variables: { input } });
    const { businessProfile, userErrors } = data!.createBusinessProfile;
    made.current = businessProfile?.profileId ?? '';
    return { userErrors, done: 'Profile created' };
  };
  return (
    <ActionDialog
      title="Create a business profile"
      confirm="Create"
      explanation="Use one profile for each shop, brand or country. Each has its own settings, webhooks and connector accounts. Its settings come next."
      isDisabled={profileName.trim() === ''}
      run={run}
      onClose={onClose}
      onNext={() => goTo(pagePath.profile(made.current))}
    >
      <TextInput
        label="Name"
        description="For example US_clothing"
        required
        withAsterisk={false}
        maxLength={64}
        value={profileName}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
    </ActionDialog>
  );
}
