import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import type { Outcome } from '../../act/outcome.ts';
import type { Account } from './account-draft.ts';
import { draftFor, inputOf } from './account-draft.ts';
import { AccountFields } from './account-fields.tsx';
import { WebhookUrl } from './add-account.tsx';
import { type ConnectorsQuery, UpdateConnectorAccountDocument } from './connectors.documents.ts';

interface EditAccountProps {
  readonly account: Account;
  readonly connectors: ConnectorsQuery['connectors'];
  readonly onClose: () => void;
  readonly onDone: () => unknown;
}

/** Changes an account's label, credentials, webhook secrets and methods. */
export function EditAccount({ account, connectors, onClose, onDone }: EditAccountProps) {
  const { connectorName, connectorWebhookDetails, merchantConnectorId, webhookUrl } = account;
  const connector = connectors.find(({ name }) => name === connectorName);
  const [draft, setDraft] = useState(() => draftFor(account));
  const [update] = useMutation(UpdateConnectorAccountDocument);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const input = { merchantConnectorId, ...inputOf(draft, connector, account), idempotencyKey };
    const { data } = await update({ variables: { input } });
    return { userErrors: data!.updateConnectorAccount.userErrors, done: 'Account updated' };
  };
  return (
    <ActionDialog
      title={`Edit ${account.connectorLabel ?? connectorName}`}
      confirm="Save"
      explanation={
        connectorWebhookDetails?.merchantSecret
          ? 'Applies to new requests.'
          : 'Without a webhook secret, we won’t receive its webhooks.'
      }
      run={run}
      onClose={onClose}
      onDone={onDone}
    >
      <WebhookUrl connectorName={connectorName} url={webhookUrl} />
      <AccountFields connector={connector} draft={draft} isChange onChange={setDraft} />
    </ActionDialog>
  );
}
