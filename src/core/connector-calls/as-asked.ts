import type { CallOperation } from '../foundation/call-record.ts';
import type { Outcome } from '../foundation/ports/connector.ts';
import type { Money } from '../foundation/ports/connector-requests.ts';

const notAsAsked = (connectorTransactionId: string, { amount, currency }: Money): Outcome => ({
  kind: 'unknown',
  reason: 'not_as_asked',
  connectorTransactionId,
  told: { amount, currency },
});

/** Whether an outcome is that the connector moved other money than it was asked to. */
export const isNotAsAsked = (outcome: Outcome | null | undefined): boolean =>
  outcome?.kind === 'unknown' && outcome.reason === 'not_as_asked';

/**
 * An outcome, unless the connector says that it moved other money than it was asked to. Then nothing is recorded as
 * succeeded: the call stays open, is looked up like any without an outcome, and somebody has to look into it. Less
 * authorized than asked is no contradiction: some issuers approve a part.
 */
export function asAsked(operation: CallOperation, request: Partial<Money>, outcome: Outcome): Outcome {
  if (outcome.kind !== 'succeeded') return outcome;
  const { connectorTransactionId: id, money, moved } = outcome;
  if (operation === 'authorize' && money) {
    const isPossible = money.authorized <= request.amount! && money.captured <= money.authorized;
    if (money.currency === request.currency && isPossible) return outcome;
    return notAsAsked(id, { amount: money.authorized, currency: money.currency });
  }
  if (moved && request.amount !== undefined) {
    const isSame = moved.amount === request.amount && moved.currency === request.currency;
    return isSame ? outcome : notAsAsked(id, moved);
  }
  return outcome;
}

/** What of an outcome is kept with its call: neither the vendor's whole answer nor the cryptogram of 3-D Secure. */
export function storedOutcome(outcome: Outcome): Outcome {
  if (outcome.kind === 'unknown') return outcome;
  const { raw: _, ...kept } = outcome;
  const { authentication } = kept;
  return authentication ? { ...kept, authentication: { ...authentication, cavv: null } } : kept;
}
