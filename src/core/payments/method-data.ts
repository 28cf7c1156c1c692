import { displayOfSavedCard, usableSavedMethod } from '../cards/card.ts';
import type { Payment } from '../entities/payment.ts';
import type { WritingContext } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';

/**
 * Checks that what a payment is to be charged with is still there, and shows the saved card as it is now: its expiry
 * date may have been renewed.
 *
 * @throws {Problem} `missing_parameter` if the saved method was deleted, or a card has no number.
 */
export async function requireMethodData(tx: WritingContext, payment: Payment): Promise<void> {
  if (!(await hasMethodData(tx, payment))) {
    const why = payment.payment_method_id
      ? 'the saved payment method of the payment was deleted'
      : 'the payment has no card number';
    throw new Problem(
      'missing_parameter',
      `payment_method_data is required: ${why}. Give a card, or another saved method in payment_method_id.`,
      { param: 'payment_method_data' },
    );
  }
  const saved = await savedMethodOf(tx, payment);
  if (!saved?.card) return;
  payment.payment_method_data = { ...payment.payment_method_data, card: displayOfSavedCard(saved.card) };
}

/** Whether what a payment is to be charged with is still there: a saved method may have been deleted meanwhile. */
export async function hasMethodData(tx: WritingContext, payment: Payment): Promise<boolean> {
  if (payment.card_number) return true;
  if (payment.payment_method_id) return (await savedMethodOf(tx, payment)) !== null;
  return payment.payment_method !== 'card';
}

const savedMethodOf = (tx: WritingContext, payment: Payment) =>
  payment.card_number ? null : usableSavedMethod(tx, payment.merchant_id, payment.payment_method_id);
