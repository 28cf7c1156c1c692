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
    return { userErrors: data!.updateConnectorAccount.userErrors, done: 'The account is changed.' };
  };
  return (
    <ActionDialog
      title={`Edit ${account.connectorLabel ?? connectorName}`}
      confirm="Save"
      explanation={
        connectorWebhookDetails?.merchantSecret
          ? 'What is changed holds for requests from now on.'
          : 'This account has no webhook secret: nothing that the connector reports by itself is heard of.'
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
