import { displayOfSavedCard, usableSavedMethod } from '../cards/card.ts';
import type { Payout } from '../entities/payout.ts';
import type { WritingContext } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';

/**
 * Checks that the destination of a payout is still there, and shows the saved card as it is now: its expiry date may
 * have been renewed.
 *
 * @throws {Problem} `missing_parameter` if the saved method was deleted meanwhile.
 */
export async function requirePayoutMethodData(tx: WritingContext, payout: Payout): Promise<void> {
  if (payout.card_number || !payout.payout_method_id) return;
  const saved = await usableSavedMethod(tx, payout.merchant_id, payout.payout_method_id);
  if (!saved) {
    const mend =
      payout.status === 'requires_fulfillment'
        ? 'Cancel the payout, and create another.'
        : 'Give a card, or another saved method in payout_method_id.';
    throw new Problem(
      'missing_parameter',
      `payout_method_data is required: the saved method of the payout was deleted. ${mend}`,
      { param: 'payout_method_data' },
    );
  }
  if (saved.card)
    payout.payout_method_data = { card: { ...displayOfSavedCard(saved.card), bank_code: null } };
}
