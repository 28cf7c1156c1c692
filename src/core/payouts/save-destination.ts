import type { Payout } from '../entities/payout.ts';
import type { WritingContext } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { savePaymentMethod } from '../payment-methods/save-payment-method.ts';
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
 * Saves the typed card or bank account that a recurring payout has reached, as a payment method of its customer for
 * later payouts; wallets are not saved. If it cannot be saved (the customer was deleted, the card has expired), the
 * payout is recorded without it.
 */
export async function saveDestination(tx: WritingContext, payout: Payout): Promise<void> {
  if (!payout.recurring || !payout.customer_id || payout.payout_method_id) return;
  const typed = typedCard(tx, payout) ?? typedAccount(tx, payout);
  if (!typed) return;
  try {
    payout.payout_method_id = await savePaymentMethod(
      { ...tx, merchantId: payout.merchant_id },
      {
        customer_id: payout.customer_id,
        ...typed,
        ...(payout.billing ? { billing: payout.billing } : {}),
      },
    );
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}

function typedCard(tx: WritingContext, payout: Payout) {
  const card = payout.payout_method_data?.card;
  const number = decryptField(tx, payout, 'card_number');
  if (typeof number !== 'string' || !card?.card_exp_month || !card.card_exp_year) return null;
  return {
    payment_method: 'card',
    card: {
      card_number: number,
      card_exp_month: card.card_exp_month,
      card_exp_year: card.card_exp_year,
      card_holder_name: card.card_holder_name ?? null,
    },
  } as const;
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
