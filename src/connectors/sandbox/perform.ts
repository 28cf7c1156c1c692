import type { ConnectorAccess, Outcome } from '../../core/foundation/ports/connector.ts';
import type { CallBasics, Money } from '../../core/foundation/ports/connector-requests.ts';
import type { SandboxContext } from './context.ts';
import { failureOf } from './failures.ts';
import { neverRespond, simulateNetwork } from './settings.ts';
import { type Effect, findById, writeEffect } from './store.ts';
import {
  type Course,
  decidedNow,
  newTransaction,
  outcomeAsOf,
  type SandboxTransaction,
} from './transaction.ts';

/** Retries under contention; beyond it the call fails, as it would at an overloaded connector. */
const TRIES_MAX = 200;

/**
 * Performs a request at most once per idempotency key. Optimistic: each try decides from the state it read and writes
 * only if that state still holds, and otherwise decides again. Under an existing key the decision has no effect, and
 * the first request's transaction is returned.
 */
export async function performOnce(
  ctx: SandboxContext,
  access: ConnectorAccess,
  request: CallBasics,
  decide: () => Promise<Effect>,
): Promise<SandboxTransaction> {
  await simulateNetwork(access, request.signal);
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const written = await writeEffect(ctx, await decide());
    if (written) return written;
  }
  throw new Error('Too many requests change this sandbox transaction at once.');
}

/** Performs a request and resolves with its current outcome. Refuses live accounts: the sandbox moves no money. */
export async function performPayment(
  ctx: SandboxContext,
  access: ConnectorAccess,
  request: CallBasics,
  decide: () => Promise<Effect>,
): Promise<Outcome> {
  if (!access.testMode) return failureOf('test_mode_only', null);
  const transaction = await performOnce(ctx, access, request, decide);
  const createsMoney = transaction.kind === 'authorize' || transaction.kind === 'payout';
  // The `timeout` card: the effect is committed and only the response is lost. A repeated call gets it.
  if (createsMoney && transaction.behaviour === 'timeout' && transaction.calls === 1) {
    await neverRespond(request.signal);
  }
  return outcomeAsOf(transaction, ctx.now());
}

/** The result of an increase, capture, void or refund: a failure code, or a course and its changes. */
type Decision =
  | string
  | (Pick<Effect, 'dispute'> & { readonly course: Course; readonly changes?: Partial<SandboxTransaction> });

/**
 * Increases, captures, voids or refunds an authorization, or cancels a payout, as `decide` says. A failure changes
 * nothing.
 */
export function modifyAuthorization(
  ctx: SandboxContext,
  access: ConnectorAccess,
  kind: 'increment' | 'capture' | 'void' | 'refund',
  request: CallBasics & Partial<Money> & { readonly connectorTransactionId: string },
  decide: (authorization: SandboxTransaction, transactionId: string) => Decision | Promise<Decision>,
  of: 'authorize' | 'payout' = 'authorize',
): Promise<Outcome> {
  const decided = async (): Promise<Effect> => {
    const authorization = await findTarget(ctx, access, request.connectorTransactionId, of);
    const currency = request.currency ?? authorization?.currency ?? '';
    const draft = {
      ...newTransaction(ctx, access, { ...request, amount: request.amount ?? 0, currency }),
      kind,
      parent_id: authorization?.transaction_id ?? null,
      behaviour: authorization?.behaviour ?? 'succeeds',
      card_last4: authorization?.card_last4 ?? null,
    } as const;
    const decision = !authorization
      ? 'transaction_not_found'
      : currency !== authorization.currency
        ? 'currency_mismatch'
        : await decide(authorization, draft.transaction_id);
    if (typeof decision === 'string') {
      const course = decidedNow(failureOf(decision, draft.transaction_id), ctx.now());
      return { transaction: { ...draft, ...course } };
    }
    const { changes, course, dispute } = decision;
    return {
      transaction: { ...draft, ...course },
      ...(authorization && changes ? { parent: { before: authorization, changes } } : {}),
      dispute: dispute ?? null,
    };
  };
  return performPayment(ctx, access, request, decided);
}

/** The authorization or payout with this identifier, or the authorization of the capture with this identifier. */
async function findTarget(
  ctx: SandboxContext,
  access: ConnectorAccess,
  transactionId: string,
  of: 'authorize' | 'payout',
): Promise<SandboxTransaction | null> {
  const found = await findById(ctx, access, transactionId);
  if (found?.kind === 'capture' && found.parent_id) return findById(ctx, access, found.parent_id);
  return found?.kind === of ? found : null;
}
