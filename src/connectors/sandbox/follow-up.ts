import type { CallBasics, ConnectorAccess, Money, Outcome } from '../../core/foundation/connector.ts';
import { failureOf } from './failures.ts';
import type { SandboxParts } from './parts.ts';
import { answer } from './perform.ts';
import { type Effect, findById } from './store.ts';
import { atOnce, type Course, newTransaction, type SandboxTransaction } from './transaction.ts';

/** What a capture, void or refund comes to: a refusal by its code, or a course with what changes. */
export type Decision =
  | string
  | (Pick<Effect, 'dispute'> & { readonly course: Course; readonly becomes?: Partial<SandboxTransaction> });

/** Decides from the authorization as it is, and the identifier that the new transaction will have. */
export type Decide = (authorization: SandboxTransaction, transactionId: string) => Decision;

/** Does something to an authorization: a capture, void or refund. What is refused changes nothing. */
export function followUp(
  parts: SandboxParts,
  access: ConnectorAccess,
  kind: 'capture' | 'void' | 'refund',
  request: CallBasics & Partial<Money> & { readonly connectorTransactionId: string },
  decide: Decide,
): Promise<Outcome> {
  return answer(parts, access, request, async (): Promise<Effect> => {
    const seen = await authorizationOf(parts, access, request.connectorTransactionId);
    const money = { amount: request.amount ?? 0, currency: request.currency ?? seen?.currency ?? '' };
    const fresh = {
      ...newTransaction(parts, access, { ...request, ...money }),
      kind,
      parent_id: seen?.transaction_id ?? null,
      behaviour: seen?.behaviour ?? 'succeeds',
      card_last4: seen?.card_last4 ?? null,
    } as const;
    const decision = !seen
      ? 'transaction_not_found'
      : money.currency !== seen.currency
        ? 'currency_mismatch'
        : decide(seen, fresh.transaction_id);
    if (typeof decision === 'string') {
      return { transaction: { ...fresh, ...atOnce(failureOf(decision, fresh.transaction_id), parts.now()) } };
    }
    const { becomes, course, dispute } = decision;
    return {
      transaction: { ...fresh, ...course },
      ...(seen && becomes ? { parent: { seen, becomes } } : {}),
      dispute: dispute ?? null,
    };
  });
}

/** The authorization that an identifier leads to: its own, or that of one of its captures. */
async function authorizationOf(
  parts: SandboxParts,
  access: ConnectorAccess,
  transactionId: string,
): Promise<SandboxTransaction | null> {
  const found = await findById(parts, access, transactionId);
  if (found?.kind === 'capture' && found.parent_id) return findById(parts, access, found.parent_id);
  return found?.kind === 'authorize' ? found : null;
}
