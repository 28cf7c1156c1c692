import type { Payout } from '../entities/payout.ts';
import type { WritingContext } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { saveTypedMethod, typedCard } from '../payment-methods/save-typed-method.ts';
import { payoutMethodType } from '../routing/routing-request.ts';
import { decryptField } from '../writes/apply-changes.ts';
import { type DestinationData, receivedAccount } from './destination.ts';

/**
 * Checks that a recurring payout has a customer, to whom its destination will belong.
 *
 * @throws {Problem} `missing_parameter`.
 */
export function requireRecipient({ customer_id, recurring }: Payout): void {
  if (!recurring || customer_id) return;
  throw new Problem(
    'missing_parameter',
    'customer_id is required for a recurring payout: its destination is saved for the customer.',
    { param: 'customer_id' },
  );
}

/**
 * Saves the typed card or bank account of a completed recurring payout as its customer's payment method, for later
 * payouts. Wallets are not saved.
 */
export async function saveDestination(tx: WritingContext, payout: Payout): Promise<void> {
  const { billing, customer_id } = payout;
  if (!payout.recurring || !customer_id || payout.payout_method_id) return;
  const typed = typedCard(tx, payout, payout.payout_method_data?.card) ?? typedAccount(tx, payout);
  if (!typed) return;
  payout.payout_method_id = await saveTypedMethod(tx, payout, {
    customer_id,
    ...typed,
    ...(billing ? { billing } : {}),
  });
}

function typedAccount(tx: WritingContext, payout: Payout) {
  const data = decryptField(tx, payout, 'method_data') as DestinationData | null;
  if (!data?.bank) return null;
  return {
    payment_method: 'bank_transfer',
    payment_method_type: payoutMethodType(payout),
    bank_transfer: receivedAccount(data.bank),
  } as const;
}
