import { BalanceBackfill } from '../entities/balance-entry.ts';
import { MerchantAccount } from '../entities/merchant-account.ts';
import { type Context, organizationOf, type WritingContext, withinMerchant } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { requirePermission, working } from '../foundation/permissions.ts';
import { readOne } from '../reads/index.ts';
import { inTransaction, lock, requireMerchant } from '../writes/transactions.ts';

/** The columns of a merchant account that switch reconciliation. */
type Switch = Pick<MerchantAccount, 'is_recon_enabled' | 'recon_status'>;

/**
 * Whether reconciliation acts for a merchant: changes have balance entries, and imports are accepted. It is enabled, and
 * its status does not say that the operator has yet to agree.
 */
export const reconIsActive = ({ is_recon_enabled, recon_status }: Switch): boolean =>
  is_recon_enabled === true && recon_status === 'active';

/**
 * Checks that reconciliation is active for the merchant of a context.
 *
 * @throws {Problem} `unexpected_state` with `param` `is_recon_enabled`; `missing_parameter` for the admin key without a
 *   merchant.
 */
export async function requireRecon(ctx: Context): Promise<void> {
  const columns = ['is_recon_enabled', 'recon_status'] as const;
  const row = await readOne(working(ctx), MerchantAccount, requireMerchant(ctx), columns);
  if (row && reconIsActive(row)) return;
  const mend = row?.is_recon_enabled
    ? 'The operator sets its recon_status to active.'
    : 'Set its is_recon_enabled to true.';
  throw new Problem('unexpected_state', `Reconciliation is not active for the merchant account. ${mend}`, {
    param: 'is_recon_enabled',
  });
}

/** The fields of an input that switch reconciliation. */
interface SwitchChanges {
  readonly is_recon_enabled?: unknown;
  readonly recon_status?: unknown;
}

/**
 * The changes of a merchant account with those that follow from its switch: enabling reconciliation makes it active,
 * disabling it `disabled`, unless the operator sets `recon_status` as well.
 *
 * @param before The account; null if it is new.
 * @throws {Problem} `not_permitted` without `finance:write`; `wrong_key_kind` for `recon_status` without the admin key.
 */
export function withReconSwitch<C extends SwitchChanges>(ctx: Context, before: Switch | null, changes: C): C {
  const { is_recon_enabled: enabled, recon_status: status } = changes;
  if (status !== undefined && !isOperator(ctx)) {
    const message = 'recon_status requires the admin API key. Set is_recon_enabled instead.';
    throw new Problem('wrong_key_kind', message, { param: 'recon_status' });
  }
  const isSwitched = typeof enabled === 'boolean' && enabled !== (before?.is_recon_enabled ?? false);
  if (!isSwitched) return changes;
  requirePermission(ctx, 'finance:write');
  return { ...changes, recon_status: status ?? (enabled ? 'active' : 'disabled') };
}

const isOperator = ({ caller }: Context): boolean =>
  caller.kind === 'admin_key' && organizationOf(caller) === null;

/** Records on an account the time at which its reconciliation became active, or ceased to be. */
export async function noteReconSwitch(
  tx: WritingContext,
  wasActive: boolean,
  account: MerchantAccount,
): Promise<void> {
  const isActive = reconIsActive(account);
  if (isActive === wasActive) return;
  const now = tx.ports.now();
  if (isActive) {
    account.recon_since = now;
    await catchUp(tx, account, account.recon_until ?? now);
  } else account.recon_until = now;
}

/** The time in which every process has learnt of a switch, and transactions from before it have ended. */
const LEARNT_MS = 60_000;

/**
 * Has a job write the entries that changes since a time lack: from the time in which reconciliation was off, and of
 * transactions that did not know yet that it is on.
 */
async function catchUp(tx: WritingContext, { merchant_id }: MerchantAccount, since: Date): Promise<void> {
  const now = tx.ports.now();
  const known = await tx.transaction.em.findOne(BalanceBackfill, { merchant_id, kind: 'switch' });
  const job = Object.assign(known ?? new BalanceBackfill(), {
    ...({ merchant_id, kind: 'switch', status: 'pending' } as const),
    ...{ changed_since: new Date(since.getTime() - LEARNT_MS), stage: 0, after_id: '', entries: 0 },
    ...{ due_at: new Date(now.getTime() + LEARNT_MS), created_at: now, finished_at: null },
  });
  if (!known) tx.transaction.em.persist(job);
}

/** Maximum number of merchant accounts per run. */
const STARTED_MAX = 500;

/**
 * Starts reconciliation for the accounts that had `is_recon_enabled` before it acted: the upgrade made them active.
 *
 * @returns Their identifiers.
 */
export async function startStoredRecon(ctx: Context): Promise<readonly string[]> {
  const text = `select merchant_id from merchant_accounts
                where is_recon_enabled and recon_status = 'active' and recon_since is null
                order by merchant_id limit $1`;
  const found = await ctx.rows.query<{ merchant_id: string }>(
    { text, values: [STARTED_MAX], touches: { reads: ['merchant_accounts'] } },
    null,
  );
  for (const { merchant_id: merchantId } of found) {
    await inTransaction(withinMerchant(ctx, merchantId), async (tx) => {
      const account = await lock(tx, MerchantAccount, merchantId);
      if (reconIsActive(account) && !account.recon_since) await noteReconSwitch(tx, false, account);
    });
  }
  return found.map(({ merchant_id }) => merchant_id);
}
