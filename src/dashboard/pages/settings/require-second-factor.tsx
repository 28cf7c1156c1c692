import { useMutation } from '@apollo/client/react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import type { Outcome } from '../../act/outcome.ts';
import { useSession } from '../../session/session.tsx';
import { ChangeMerchantAccountDocument } from './settings.documents.ts';

interface RequireSecondFactorProps {
  /** Whether one is required now. */
  readonly isRequired: boolean;
  readonly onClose: () => void;
}

/** Requires a second factor of everyone in the merchant account, or makes it optional. */
export function RequireSecondFactor({ isRequired, onClose }: RequireSecondFactorProps) {
  const { merchantId } = useSession();
  const [update] = useMutation(ChangeMerchantAccountDocument);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const input = { merchantId, requireSecondFactor: !isRequired, idempotencyKey };
    const { data } = await update({ variables: { input } });
    return { userErrors: data!.updateMerchantAccount.userErrors, done: '' };
  };
  return isRequired ? (
    <ActionDialog
      title="Stop requiring a second factor"
      confirm="Stop requiring it"
      explanation="Each person chooses whether to use a second factor."
      run={run}
      onClose={onClose}
    />
  ) : (
    <ActionDialog
      title="Require a second factor"
      confirm="Require it"
      explanation="Everyone, including you, must sign in with an authenticator app or a passkey. Members without one set it up first."
      run={run}
      onClose={onClose}
      // A session that started without a second factor must prove one at once.
      onDone={() => window.location.reload()}
    />
  );
}
