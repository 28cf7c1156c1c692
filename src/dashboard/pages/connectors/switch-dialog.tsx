import { useMutation } from '@apollo/client/react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import type { Outcome } from '../../act/outcome.ts';
import type { Account } from './account-draft.ts';
import { UpdateConnectorAccountDocument } from './connectors.documents.ts';

interface SwitchDialogProps {
  readonly account: Account;
  readonly onClose: () => void;
  readonly onDone: () => unknown;
}

/** Disables an account, or enables it again. */
export function SwitchDialog({ account, onClose, onDone }: SwitchDialogProps) {
  const [update] = useMutation(UpdateConnectorAccountDocument);
  const { disabled, merchantConnectorId } = account;
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const { data } = await update({
      variables: { input: { merchantConnectorId, disabled: !disabled, idempotencyKey } },
    });
    return {
      userErrors: data!.updateConnectorAccount.userErrors,
      done: disabled ? 'Account enabled' : 'Account disabled',
    };
  };
  return (
    <ActionDialog
      title={`${disabled ? 'Enable' : 'Disable'} the account`}
      confirm={disabled ? 'Enable' : 'Disable'}
      isDestructive={!disabled}
      explanation={
        disabled
          ? 'Routing can send new payments through it again.'
          : 'New payments no longer go through it. Its existing payments can still be captured and refunded.'
      }
      run={run}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
