import type { ClientDetails, Context } from '../foundation/context.ts';
import type { FieldChange } from '../foundation/transaction.ts';
import { EVERY_MERCHANT } from '../reads/index.ts';
import { recordAudit } from '../writes/outbox/audit-log.ts';
import { inTransaction } from '../writes/transactions.ts';
import { readMemberships } from './persons.ts';

/** A person's actions on their own account, as the audit log names them. */
export type PersonEvent =
  | 'signIn'
  | 'signInWithPasskey'
  | 'failSignIn'
  | 'verifySecondFactor'
  | 'failSecondFactor'
  | 'failPassword'
  | 'changeName'
  | 'renewBackupCodes'
  | 'showSecondFactor'
  | 'signOut'
  | 'enableTwoFactor'
  | 'disableTwoFactor'
  | 'addPasskey'
  | 'renamePasskey'
  | 'removePasskey'
  | 'changePassword'
  | 'resetPassword'
  | 'revokeSession'
  | 'takeOverAccount';

/** The context of a person without a chosen merchant account. */
export const asPerson = (ctx: Context, personId: string, action: string, client: ClientDetails): Context => ({
  ...ctx,
  caller: {
    kind: 'person',
    personId,
    sessionId: '',
    merchantId: '',
    role: null,
    permissions: new Set(),
    secondFactorAt: null,
  },
  client,
  command: { name: action, recorded: new Set() },
});

/** An event, and its passkey. */
export interface PersonAction {
  readonly event: PersonEvent;
  readonly passkeyId?: string | undefined;
}

function changesOf({ event, passkeyId }: PersonAction): FieldChange[] {
  const passkey = { field: 'passkey_id', before: null, after: null, concealed: false };
  const concealed = { before: null, after: null, concealed: true };
  switch (event) {
    case 'enableTwoFactor':
      return [{ field: 'two_factor_enabled', before: false, after: true, concealed: false }];
    case 'disableTwoFactor':
      return [{ field: 'two_factor_enabled', before: true, after: false, concealed: false }];
    case 'changePassword':
    case 'resetPassword':
    case 'takeOverAccount':
      return [{ field: 'password', ...concealed }];
    case 'addPasskey':
      return [{ ...passkey, after: passkeyId ?? null }];
    case 'removePasskey':
      return [{ ...passkey, before: passkeyId ?? null }];
    case 'changeName':
      return [{ field: 'name', ...concealed }];
    case 'renewBackupCodes':
      return [{ field: 'backup_codes', ...concealed }];
    case 'renamePasskey':
      return [{ field: 'passkey_name', ...concealed }];
    default:
      return [];
  }
}

/**
 * Records a person's change of their own account in the audit log of each of their merchant accounts, for the owners;
 * without one, in the operator's audit log.
 */
export async function recordPersonEvent(
  ctx: Context,
  personId: string,
  action: PersonAction,
  client: ClientDetails,
): Promise<void> {
  const memberships = await readMemberships(ctx, personId);
  const merchantIds = memberships.map(({ merchantId }) => merchantId);
  const changes = changesOf(action);
  // One transaction for all merchants.
  const anywhere = { ...asPerson(ctx, personId, action.event, client), merchantId: null };
  await inTransaction(anywhere, async (tx) => {
    for (const merchantId of merchantIds.length > 0 ? merchantIds : [EVERY_MERCHANT]) {
      recordAudit(tx, { merchantId, objectType: 'person', objectId: personId, changes });
    }
  });
}
