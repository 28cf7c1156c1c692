import { useMutation } from '@apollo/client/react';
import { MultiSelect, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import type { Outcome } from '../../act/outcome.ts';
import type { Permission } from '../../session/session.tsx';
import { useSession } from '../../session/session.tsx';
import { CreateApiKeyDocument } from './developers.documents.ts';

interface CreateKeyProps {
  readonly onClose: () => void;
  readonly onCreated: (secret: string) => void;
  readonly onDone: () => unknown;
}

/**
 * Creates an API key, with all or selected permissions, and an optional expiry. A person can grant only their own
 * permissions: a key with all is offered to those who have all.
 */
export function CreateKey({ onClose, onCreated, onDone }: CreateKeyProps) {
  const { permissions: own, role } = useSession();
  const [name, setName] = useState('');
  const mayDoEverything = role === 'owner' || role === 'admin';
  const [isRestricted, setRestricted] = useState(!mayDoEverything);
  const [permissions, setPermissions] = useState<Permission[]>([]);
  const [expires, setExpires] = useState('');
  const [create] = useMutation(CreateApiKeyDocument);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const input = {
      name: name.trim(),
      idempotencyKey,
      ...(isRestricted ? { permissions } : {}),
      // The end of the chosen day, where the person is.
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
      explanation="The key is shown once. Whoever has it can do what it allows, so give it no more than its use needs."
      isDisabled={name.trim() === '' || (isRestricted && permissions.length === 0)}
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
      <Radio.Group
        label="It may do"
        value={isRestricted ? 'restricted' : 'everything'}
        onChange={(value) => setRestricted(value === 'restricted')}
      >
        <Stack gap="xs" mt={4}>
          {mayDoEverything && <Radio value="everything" label="Everything" />}
          <Radio value="restricted" label="Custom" />
        </Stack>
      </Radio.Group>
      {isRestricted && (
        <MultiSelect
          label="Permissions"
          searchable
          data={own.map((value) => ({
            value,
            label: value.toLowerCase().replace(/_(read|write|capture|create)$/, ':$1'),
          }))}
          value={permissions}
          onChange={(values) => setPermissions(values as Permission[])}
        />
      )}
      <TextInput
        label="Last day"
        description="Without one it does not expire."
        type="date"
        value={expires}
        onChange={(event) => setExpires(event.currentTarget.value)}
      />
    </ActionDialog>
  );
}
