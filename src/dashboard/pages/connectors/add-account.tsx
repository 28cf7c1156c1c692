import { useMutation } from '@apollo/client/react';
import { Button, Code, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { ActionDialog } from '../../act/action-dialog.tsx';
import { Dialog } from '../../act/dialog.tsx';
import type { Outcome } from '../../act/outcome.ts';
import { pagePath } from '../../data/page-paths.ts';
import { CopyText } from '../../show/identifier.tsx';
import { type AccountKind, emptyDraft, inputOf, kindNames, kindsOf } from './account-draft.ts';
import { AccountFields } from './account-fields.tsx';
import {
  type ConnectorsQuery,
  CreateConnectorAccountDocument,
  type CreateConnectorAccountMutation,
} from './connectors.documents.ts';

type Added = NonNullable<CreateConnectorAccountMutation['createConnectorAccount']['connectorAccount']>;

interface AddAccountProps {
  readonly data: ConnectorsQuery;
  readonly onClose: () => void;
  readonly onDone: () => unknown;
}

/** Adds a connector account, then shows its webhook URL. */
export function AddAccount({ data: { businessProfiles, connectors }, onClose, onDone }: AddAccountProps) {
  const profiles = businessProfiles?.nodes ?? [];
  const [name, setName] = useState(connectors[0]?.name ?? '');
  const connector = connectors.find((one) => one.name === name);
  const kinds = connector ? kindsOf(connector) : [];
  const [draft, setDraft] = useState(() => emptyDraft(kinds[0] ?? 'payment_processor', null));
  const [added, setAdded] = useState<Added | null>(null);
  const [create] = useMutation(CreateConnectorAccountDocument);
  const keys = connector?.credentials[0]?.keys ?? [];
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const input = {
      connectorName: name,
      connectorType: draft.kind,
      ...(draft.profileId ? { profileId: draft.profileId } : {}),
      ...(inputOf(draft, connector, null) as { connectorAccountDetails: object }),
      idempotencyKey,
    };
    const { data } = await create({ variables: { input } });
    const { connectorAccount, userErrors } = data!.createConnectorAccount;
    setAdded(connectorAccount as Added | null);
    return { userErrors, done: 'Account added' };
  };
  if (added) return <WebhookAddress of={added} onClose={onClose} />;
  return (
    <ActionDialog
      title="Add an account"
      confirm="Add"
      explanation="The profile’s routing can send new payments through it at once. Secrets are stored encrypted and shown masked."
      isDisabled={keys.some((key) => key.required && !draft.credentials[key.name])}
      run={run}
      onClose={onClose}
      onNext={() => undefined}
      onDone={onDone}
    >
      <Select
        label="Connector"
        data={connectors.map((one) => one.name)}
        value={name}
        allowDeselect={false}
        onChange={(value) => {
          const chosen = connectors.find((one) => one.name === value);
          setName(value ?? '');
          setDraft(emptyDraft((chosen && kindsOf(chosen)[0]) ?? 'payment_processor', draft.profileId));
        }}
      />
      {kinds.length > 1 && (
        <Select
          label="For"
          data={kinds.map((value) => ({ value, label: kindNames[value] }))}
          value={draft.kind}
          allowDeselect={false}
          onChange={(kind) => setDraft({ ...draft, kind: kind as AccountKind, methods: [], currencies: [] })}
        />
      )}
      {profiles.length > 1 && (
        <Select
          label="Profile"
          placeholder="The default profile"
          data={profiles.map(({ profileId, profileName }) => ({ value: profileId, label: profileName }))}
          value={draft.profileId}
          clearable
          onChange={(profileId) => setDraft({ ...draft, profileId })}
        />
      )}
      <AccountFields connector={connector} draft={draft} isChange={false} onChange={setDraft} />
    </ActionDialog>
  );
}

/** A new account's webhook URL, for the connector's settings. */
function WebhookAddress({ of: account, onClose }: { of: Added; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="One more step at the connector" size="lg">
      <Stack>
        <WebhookUrl connectorName={account.connectorName} url={account.webhookUrl} />
        <Text size="sm">
          Then enter the connector’s signing secret as the account’s webhook secret, and set countries,
          networks and amounts by method, on{' '}
          <Link href={pagePath.account(account.merchantConnectorId)} onClick={onClose}>
            the account’s page
          </Link>
          .
        </Text>
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** A connector's webhook URL, to copy. */
export function WebhookUrl({ connectorName, url }: { connectorName: string; url: string }) {
  return (
    <div>
      <Text size="sm">Give {connectorName} this webhook URL:</Text>
      <Group wrap="nowrap" gap="xs" mt={4}>
        <Code className="identifier">{url}</Code>
        <CopyText label="Copy the webhook URL" text={url} />
      </Group>
    </div>
  );
}
