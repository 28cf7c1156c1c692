import { PaymentMethod } from '../entities/payment-method.ts';
import type { CardDetails } from '../foundation/connector.ts';
import type { WritingContext } from '../foundation/context.ts';
import { decryptField } from '../writes/apply-changes.ts';

/** What holds a card: a payment or payout, with its own sealed number or a saved method that has one. */
export interface CardHolder {
  readonly merchant_id: string;
  readonly card_number?: Buffer | null;
}

/** The members of a shown card that a connector is told as they are. */
interface ShownExpiry {
  readonly card_exp_month?: string | null;
  readonly card_exp_year?: string | null;
  readonly card_holder_name?: string | null;
}

/**
 * The card to charge or pay to, in the clear, for the time of a connector's call; null when no number is kept.
 * The verification code is known only in the request that gave it.
 */
export async function cardToUse(
  ctx: WritingContext,
  holder: CardHolder,
  shown: ShownExpiry | null | undefined,
  savedMethodId: string | null | undefined,
  cvc: string | null,
): Promise<CardDetails | null> {
  const number = holder.card_number
    ? decryptField(ctx, holder, 'card_number')
    : await savedNumber(ctx, holder.merchant_id, savedMethodId);
  if (typeof number !== 'string' || !shown?.card_exp_month || !shown.card_exp_year) return null;
  return {
    number,
    expMonth: shown.card_exp_month,
    expYear: shown.card_exp_year,
    holderName: shown.card_holder_name ?? null,
    cvc,
  };
}

async function savedNumber(
  ctx: WritingContext,
  merchantId: string,
  methodId: string | null | undefined,
): Promise<unknown> {
  if (!methodId) return null;
  const key = { merchant_id: merchantId, payment_method_id: methodId };
  const method = await ctx.transaction.em.findOne(PaymentMethod, key);
  return method ? decryptField(ctx, method, 'card_number') : null;
}
