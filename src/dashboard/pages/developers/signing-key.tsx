import { useMutation, useQuery } from '@apollo/client/react';
import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import { Dialog } from '../../act/dialog.tsx';
import type { Outcome } from '../../act/outcome.ts';
import { CopyText } from '../../show/identifier.tsx';
import { Failure, Loading } from '../../show/states.tsx';
import { ReplaceSigningKeyDocument, SigningKeyDocument } from './signing-key.documents.ts';

interface SigningKeyProps {
  readonly profile: { readonly profileId: string; readonly profileName: string };
  readonly onClose: () => void;
}

/** A profile's signing key for webhooks and returns, to copy and replace. */
export function SigningKey({ onClose, profile }: SigningKeyProps) {
  const { profileId, profileName } = profile;
  const [isReplacing, setReplacing] = useState(false);
  const { data, error, refetch } = useQuery(SigningKeyDocument, {
    variables: { profileId },
    fetchPolicy: 'no-cache',
  });
  if (isReplacing) {
    const backToKey = () => {
      setReplacing(false);
      void refetch();
    };
    return <ReplaceKey profileId={profileId} onClose={backToKey} />;
  }
  const key = data?.businessProfile?.paymentResponseHashKey;
  return (
    <Dialog onClose={onClose} title={`Signing key of ${profileName}`} size="lg">
      {!data && (error ? <Failure error={error} onRetry={() => refetch()} /> : <Loading />)}
      {data && (
        <Stack>
          <Text size="sm">It signs webhooks and customers’ returns. Anyone who has it can forge them.</Text>
          {key ? (
            <Group wrap="nowrap">
              <Code className="identifier">{key}</Code>
              <CopyText label="Copy the signing key" text={key} />
            </Group>
          ) : (
            <Text size="sm">This profile has no key. The merchant account’s key signs, if set.</Text>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => setReplacing(true)}>
              {key ? 'Replace' : 'Create'}
            </Button>
            <Button onClick={onClose}>Done</Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}

const KEY_BYTES = 32;

/** A new key, generated here: the service accepts any. */
const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(KEY_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

function ReplaceKey({ onClose, profileId }: { profileId: string; onClose: () => void }) {
  // Always the same key, so that a repetition after a lost response is the same request.
  const [key] = useState(newKey);
  const [replace] = useMutation(ReplaceSigningKeyDocument, { fetchPolicy: 'no-cache' });
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const input = { profileId, paymentResponseHashKey: key, idempotencyKey };
    const { data } = await replace({ variables: { input } });
    return { userErrors: data!.updateBusinessProfile.userErrors, done: 'The signing key is replaced.' };
  };
  return (
    <ActionDialog
      title="Replace the signing key"
      confirm="Replace"
      isDestructive
      explanation="Webhooks and returns are signed with a new key from now on. A server that verifies them with the former one refuses them until it has the new one."
      run={run}
      onClose={onClose}
    />
  );
}
