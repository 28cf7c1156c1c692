import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import { changesOf, draftOfValues, isComplete } from '../../act/described.ts';
import { DescribedFields } from '../../act/described-fields.tsx';
import type { Outcome } from '../../act/outcome.ts';
import type { Permission } from '../../session/session.tsx';
import { type DevelopersQuery, UpdateApiKeyDocument } from './developers.documents.ts';
import { keyFields } from './key.fields.ts';
import { KeyPermissions } from './key-permissions.tsx';

interface EditKeyProps {
  readonly apiKey: NonNullable<DevelopersQuery['apiKeys']>['nodes'][number];
  readonly onClose: () => void;
  readonly onDone: () => unknown;
}

const labels = { expiresAt: 'Expires', allowedAddresses: 'Allowed addresses' };

/** Changes a key's permissions, allowed addresses and expiry. The key itself stays the same. */
export function EditKey({ apiKey, onClose, onDone }: EditKeyProps) {
  const [before] = useState(() => draftOfValues(keyFields, apiKey));
  const [draft, setDraft] = useState(before);
  const [permissions, setPermissions] = useState<readonly Permission[] | null>(apiKey.permissions);
  const [update] = useMutation(UpdateApiKeyDocument);
  const isRestrictedAnew = JSON.stringify(permissions) !== JSON.stringify(apiKey.permissions);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const input = {
      keyId: apiKey.keyId,
      ...changesOf(keyFields, before, draft),
      ...(isRestrictedAnew ? { permissions } : {}),
      idempotencyKey,
    };
    const { data } = await update({ variables: { input } });
    return { userErrors: data!.updateApiKey.userErrors, done: 'Key updated' };
  };
  return (
    <ActionDialog
      labels={labels}
      title={`Edit ${apiKey.name}`}
      confirm="Save"
      explanation="The key stays the same. New permissions apply to new requests."
      isDisabled={
        !isComplete(keyFields, draft) || String(draft.name ?? '').trim() === '' || permissions?.length === 0
      }
      run={run}
      onClose={onClose}
      onDone={onDone}
    >
      <DescribedFields fields={keyFields} labels={labels} draft={draft} onChange={setDraft} />
      <KeyPermissions value={permissions} onChange={setPermissions} />
    </ActionDialog>
  );
}
