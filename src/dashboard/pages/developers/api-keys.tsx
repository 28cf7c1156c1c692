import { useMutation } from '@apollo/client/react';
import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import { Dialog } from '../../act/dialog.tsx';
import { buttonLooks } from '../../act/offers.ts';
import type { Outcome } from '../../act/outcome.ts';
import { counted } from '../../data/words.ts';
import { useSession } from '../../session/session.tsx';
import { Section } from '../../show/facts.tsx';
import { CopyText } from '../../show/identifier.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import { Time } from '../../show/time.tsx';
import { CreateKey } from './create-key.tsx';
import { type DevelopersQuery, RevokeApiKeyDocument } from './developers.documents.ts';
import { EditKey } from './edit-key.tsx';
import { ORDINARY } from './key-permissions.tsx';

/** Matches `inactive` of the API's filter. */
const UNUSED_MS = 90 * 24 * 60 * 60_000;

type ApiKey = NonNullable<DevelopersQuery['apiKeys']>['nodes'][number];

interface ApiKeysProps {
  readonly keys: readonly ApiKey[];
  readonly profiles: NonNullable<DevelopersQuery['businessProfiles']>['nodes'];
  readonly onChange: () => unknown;
}

const isUnused = ({ createdAt, lastUsedAt, revokedAt }: ApiKey): boolean =>
  !revokedAt && Date.parse(lastUsedAt ?? createdAt) <= Date.now() - UNUSED_MS;

/** The merchant account's API keys: to create, restrict and revoke. */
export function ApiKeys({ keys, onChange, profiles }: ApiKeysProps) {
  const { can } = useSession();
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<ApiKey | null>(null);
  const [edited, setEdited] = useState<ApiKey | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const unused = keys.filter(isUnused);
  return (
    <Section
      title="API keys"
      actions={
        can('KEYS_WRITE') && (
          <Button size="xs" onClick={() => setCreating(true)}>
            Create a key
          </Button>
        )
      }
    >
      {unused.length > 0 && (
        <Alert variant="outline" color="rail">
          <Text size="sm">
            {`Not used for 90 days: ${unused.map(({ name }) => name).join(', ')}. Revoke the keys that you no longer need.`}
          </Text>
        </Alert>
      )}
      <SmallTable
        label="API keys"
        rows={keys}
        keyOf={({ id }) => id}
        whenEmpty="No keys yet. Create one for your server."
        columns={[
          { header: 'Name', cell: ({ name }) => name },
          {
            header: 'Key',
            cell: ({ last4, prefix }) => <span className="identifier">{`${prefix}…${last4}`}</span>,
          },
          {
            header: 'Permissions',
            cell: ({ permissions, unnamedPermissionsUntil: until }) =>
              permissions ? (
                <span title={permissions.join(', ')}>{counted(permissions.length, 'permission')}</span>
              ) : until && new Date(until) > new Date() ? (
                <span title="Created before team:write and keys:write had to be named. Name its permissions, or it loses both.">
                  Ordinary, plus team and keys until <Time at={until} />
                </span>
              ) : (
                ORDINARY
              ),
          },
          { header: 'Profile', cell: ({ profile, profileId }) => profile?.profileName ?? profileId ?? 'All' },
          {
            header: 'Last used',
            cell: (key) => (
              <>
                {key.lastUsedAt ? <Time at={key.lastUsedAt} /> : 'Never'}
                {isUnused(key) && <Text size="xs">Not in 90 days</Text>}
              </>
            ),
          },
          { header: 'Expires', cell: ({ expiresAt }) => (expiresAt ? <Time at={expiresAt} /> : 'Never') },
          {
            header: 'State',
            cell: (key) =>
              key.revokedAt ? (
                <>
                  Revoked <Time at={key.revokedAt} />
                </>
              ) : can('KEYS_WRITE') ? (
                <Group gap={4} wrap="nowrap">
                  <Button
                    size="compact-xs"
                    variant="default"
                    onClick={() => setEdited(key)}
                    aria-label={`Edit ${key.name}`}
                  >
                    Edit
                  </Button>
                  <Button
                    size="compact-xs"
                    {...buttonLooks.grave}
                    onClick={() => setRevoked(key)}
                    aria-label={`Revoke ${key.name}`}
                  >
                    Revoke
                  </Button>
                </Group>
              ) : (
                'Active'
              ),
          },
        ]}
      />
      {isCreating && (
        <CreateKey
          profiles={profiles}
          onClose={() => setCreating(false)}
          onCreated={setSecret}
          onDone={onChange}
        />
      )}
      {edited && <EditKey apiKey={edited} onClose={() => setEdited(null)} onDone={onChange} />}
      {revoked && <RevokeDialog apiKey={revoked} onClose={() => setRevoked(null)} onDone={onChange} />}
      {secret && <SecretDialog title="The new key" secret={secret} onClose={() => setSecret(null)} />}
    </Section>
  );
}

interface RevokeDialogProps {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
  readonly onDone: () => unknown;
}

function RevokeDialog({ apiKey, onClose, onDone }: RevokeDialogProps) {
  const [revoke] = useMutation(RevokeApiKeyDocument);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const { data } = await revoke({ variables: { input: { keyId: apiKey.keyId, idempotencyKey } } });
    return { userErrors: data!.revokeApiKey.userErrors, done: `${apiKey.name} is revoked.` };
  };
  return (
    <ActionDialog
      title={`Revoke ${apiKey.name}`}
      confirm="Revoke"
      isDestructive
      explanation="Requests with this key will be refused. This can’t be undone."
      run={run}
      onClose={onClose}
      onDone={onDone}
    />
  );
}

interface SecretDialogProps {
  readonly title: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** Shows a secret, once. */
export function SecretDialog({ onClose, secret, title }: SecretDialogProps) {
  return (
    <Dialog onClose={onClose} title={title} size="lg">
      <Stack>
        <Alert variant="outline" color="rail">
          <Text size="sm">Copy it now. It won’t be shown again.</Text>
        </Alert>
        <Group wrap="nowrap">
          <Code className="identifier">{secret}</Code>
          <CopyText label="Copy it" text={secret} />
        </Group>
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
