import { useMutation } from '@apollo/client/react';
import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import type { Outcome } from '../../act/outcome.ts';
import { dayAfter, dayOf } from '../../data/time.ts';
import type { Permission } from '../../session/session.tsx';
import { CreateApiKeyDocument, type DevelopersQuery } from './developers.documents.ts';
import { KeyPermissions, useMayGrantAll } from './key-permissions.tsx';

type Profile = NonNullable<DevelopersQuery['businessProfiles']>['nodes'][number];

/** The default last day, in the date field's format. */
const inOneYear = (): string => dayAfter(dayOf(new Date()), 365);

interface CreateKeyProps {
  readonly profiles: readonly Profile[];
  readonly onClose: () => void;
  readonly onCreated: (secret: string) => void;
  readonly onDone: () => unknown;
}

/**
 * Creates an API key with all or selected permissions, for all profiles or one, and with an optional last day.
 */
export function CreateKey({ onClose, onCreated, onDone, profiles }: CreateKeyProps) {
  const [name, setName] = useState('');
  const mayGrantAll = useMayGrantAll();
  const [permissions, setPermissions] = useState<readonly Permission[] | null>(mayGrantAll ? null : []);
  const [profileId, setProfileId] = useState<string | null>(null);
  const [expires, setExpires] = useState(inOneYear);
  const [create] = useMutation(CreateApiKeyDocument);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const input = {
      name: name.trim(),
      idempotencyKey,
      ...(permissions ? { permissions } : {}),
      ...(profileId ? { profileId } : {}),
      // The end of the chosen day, in the person's time zone.
      ...(expires ? { expiresAt: new Date(`${expires}T23:59:59`).toISOString() } : {}),
    };
    const { data } = await create({ variables: { input } });
    const { secret, userErrors } = data!.createApiKey;
    if (secret) onCreated(secret);
    return { userErrors, done: 'The key is created.' };
  };
  return (
    <ActionDialog
      title="Create a key"
      confirm="Create"
      explanation="The key is shown once. Anyone who has it can use its permissions, so grant only those that it needs."
      isDisabled={name.trim() === '' || permissions?.length === 0}
      run={run}
      onClose={onClose}
      onDone={onDone}
    >
      <TextInput
        label="Name"
        description="Where it is used."
        maxLength={255}
        required
        withAsterisk={false}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <KeyPermissions value={permissions} onChange={setPermissions} />
      {profiles.length > 1 && (
        <Select
          label="Profile"
          description="A key of one profile reads and changes the objects of that profile, and nothing of the merchant account as a whole."
          placeholder="All profiles"
          data={profiles.map((one) => ({ value: one.profileId, label: one.profileName }))}
          value={profileId}
          clearable
          searchable
          clearButtonProps={{ 'aria-label': 'Clear Profile' }}
          onChange={setProfileId}
        />
      )}
      <TextInput
        label="Last day"
        description="A year from now is proposed. Without one it does not expire."
        type="date"
        value={expires}
        onChange={(event) => setExpires(event.currentTarget.value)}
      />
    </ActionDialog>
  );
}
