import { useApolloClient } from '@apollo/client/react';
import { Select } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import { changesOf, draftOfValues, type FormDraft, filledIn, isComplete } from '../../act/described.ts';
import { DescribedFields } from '../../act/described-fields.tsx';
import type { Outcome } from '../../act/outcome.ts';
import { settingLabels } from '../../act/setting-labels.ts';
import { useSession } from '../../session/session.tsx';
import { endpointFields } from './endpoint.fields.ts';
import {
  AddEndpointDocument,
  ChangeEndpointDocument,
  DeleteEndpointDocument,
  type MoreEndpointsQuery,
  RotateEndpointSecretDocument,
  TestEndpointDocument,
} from './more-endpoints.documents.ts';

/** An endpoint in addition to the profiles' own. */
export type Endpoint = MoreEndpointsQuery['webhookEndpoints']['nodes'][number];

interface EndpointDialogProps {
  readonly onClose: () => void;
  readonly onDone: () => unknown;
  readonly onSecret: (secret: string) => void;
}

interface EndpointFormProps extends EndpointDialogProps {
  /** The endpoint to change; null for a new one. */
  readonly endpoint: Endpoint | null;
  readonly profiles: readonly { readonly profileId: string; readonly profileName: string }[];
}

/** Adds an endpoint and shows its signing secret once, or changes an endpoint. */
export function EndpointForm({ endpoint, onClose, onDone, onSecret, profiles }: EndpointFormProps) {
  const { can } = useSession();
  const client = useApolloClient();
  const [before] = useState(() =>
    draftOfValues(endpointFields, endpoint ?? { maskPersonalData: false, disabled: false }),
  );
  const [draft, setDraft] = useState(before);
  const [profileId, setProfileId] = useState<string | null>(null);
  // Without the permission to read personal data, a person can send it to a new address only masked.
  const change = (changed: FormDraft) =>
    setDraft(
      can('PERSONAL_DATA_READ') || changed.url === before.url
        ? changed
        : { ...changed, maskPersonalData: true },
    );
  const isReady = isComplete(endpointFields, draft) && String(draft.url ?? '').trim() !== '';
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    if (endpoint) {
      const changes = changesOf(endpointFields, before, draft);
      const input = { endpointId: endpoint.endpointId, ...changes, idempotencyKey };
      const { data } = await client.mutate({ mutation: ChangeEndpointDocument, variables: { input } });
      return { userErrors: data!.updateWebhookEndpoint.userErrors, done: 'Endpoint updated' };
    }
    const values = filledIn(endpointFields, draft) as { url: string };
    const input = { ...values, ...(profileId ? { profileId } : {}), idempotencyKey };
    const { data } = await client.mutate({ mutation: AddEndpointDocument, variables: { input } });
    const { secret, userErrors } = data!.createWebhookEndpoint;
    if (secret) onSecret(secret);
    return { userErrors, done: 'Endpoint added' };
  };
  return (
    <ActionDialog
      title={endpoint ? 'Edit the endpoint' : 'Add an endpoint'}
      confirm={endpoint ? 'Save' : 'Add'}
      explanation="It receives new events, signed with its own secret."
      isDisabled={!isReady}
      run={run}
      onClose={onClose}
      onDone={onDone}
    >
      {!endpoint && profiles.length > 1 && (
        <Select
          label="Profile"
          description="Whose events it receives."
          placeholder="The default profile"
          data={profiles.map((one) => ({ value: one.profileId, label: one.profileName }))}
          value={profileId}
          clearable
          searchable
          onChange={setProfileId}
        />
      )}
      <DescribedFields
        fields={endpointFields}
        labels={{
          ...settingLabels,
          headers: 'Webhook headers',
          version: 'Version of the bodies',
          disabled: 'Paused',
        }}
        draft={draft}
        onChange={change}
      />
    </ActionDialog>
  );
}

interface CommandWords {
  readonly label: string;
  readonly title: string;
  readonly explanation: string;
  readonly done: string;
  readonly isDestructive?: boolean;
}

/** The commands on an endpoint. */
export const endpointCommands = {
  test: {
    ...{ label: 'Send a test event', title: 'Send a test event' },
    explanation: 'Sends a signed sample event. Its identifiers begin with test_.',
    done: 'Test event sent. Its webhook shows the response.',
  },
  pause: {
    ...{ label: 'Pause', title: 'Pause the endpoint' },
    explanation: 'Events during the pause are never sent to it, not even later.',
    done: 'Endpoint paused',
  },
  resume: {
    ...{ label: 'Resume', title: 'Resume the endpoint' },
    explanation: 'It receives new events again.',
    done: 'Endpoint resumed',
  },
  rotate: {
    ...{ label: 'Rotate the secret', title: 'Rotate the signing secret' },
    explanation: 'Shows a new secret once. Webhooks are also signed with the old one for 24 hours.',
    done: '',
  },
  remove: {
    ...{ label: 'Delete', title: 'Delete the endpoint', isDestructive: true },
    explanation: 'Stops its webhooks and deletes its secret for good.',
    done: 'Endpoint deleted',
  },
} satisfies Record<string, CommandWords>;

interface EndpointCommandProps extends EndpointDialogProps {
  readonly command: keyof typeof endpointCommands;
  readonly endpoint: Endpoint;
}

/** Confirms and runs a command on an endpoint. */
export function EndpointCommand({ command, endpoint, onSecret, ...dialog }: EndpointCommandProps) {
  const client = useApolloClient();
  const { done, explanation, label, title, ...look }: CommandWords = endpointCommands[command];
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const input = { endpointId: endpoint.endpointId, idempotencyKey };
    switch (command) {
      case 'test': {
        const { data } = await client.mutate({ mutation: TestEndpointDocument, variables: { input } });
        return { userErrors: data!.sendTestWebhook.userErrors, done };
      }
      case 'rotate': {
        const { data } = await client.mutate({
          mutation: RotateEndpointSecretDocument,
          variables: { input },
        });
        const { secret, userErrors } = data!.rotateWebhookSecret;
        if (secret) onSecret(secret);
        return { userErrors, done };
      }
      case 'remove': {
        const { data } = await client.mutate({ mutation: DeleteEndpointDocument, variables: { input } });
        return { userErrors: data!.deleteWebhookEndpoint.userErrors, done };
      }
      default: {
        const changed = { ...input, disabled: command === 'pause' };
        const { data } = await client.mutate({
          mutation: ChangeEndpointDocument,
          variables: { input: changed },
        });
        return { userErrors: data!.updateWebhookEndpoint.userErrors, done };
      }
    }
  };
  return (
    <ActionDialog
      title={title}
      confirm={label}
      explanation={`${explanation} (${endpoint.url})`}
      {...look}
      run={run}
      {...dialog}
    />
  );
}
