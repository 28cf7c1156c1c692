import { PaymentMethod } from '../entities/payment-method.ts';
import type { CardDetails } from '../foundation/connector.ts';
import type { WritingContext } from '../foundation/context.ts';
import { decryptField } from '../writes/apply-changes.ts';
import { displayOfSavedCard } from './card-display.ts';

/** A payment or payout: either it holds an encrypted card number itself, or its saved method does. */
export interface CardHolder {
  readonly merchant_id: string;
  readonly card_number?: Buffer | null;
}

/** The display data that connectors need too. */
interface ExpiryAndHolder {
  readonly card_exp_month?: string | null;
  readonly card_exp_year?: string | null;
  readonly card_holder_name?: string | null;
}

/**
 * The decrypted card to charge or pay out to, or null if no number is stored. It must not outlive the connector
 * call. The verification code is never stored, so it comes from the current request. The expiry date of a saved card
 * is the saved method's own, which may have been renewed since the card was attached.
 */
export async function cardToUse(
  ctx: WritingContext,
  holder: CardHolder,
  display: ExpiryAndHolder | null | undefined,
  savedMethodId: string | null | undefined,
  cvc: string | null,
): Promise<CardDetails | null> {
  if (holder.card_number) return details(decryptField(ctx, holder, 'card_number'), display, cvc);
  const saved = await usableSavedMethod(ctx, holder.merchant_id, savedMethodId);
  if (!saved?.card_number) return null;
  const shown = saved.card ? displayOfSavedCard(saved.card) : display;
  return details(decryptField(ctx, saved, 'card_number'), shown, cvc);
}

/** A saved method that can still be used: it is active, and a card has its number. Null for any other. */
export async function usableSavedMethod(
  ctx: WritingContext,
  merchantId: string,
  methodId: string | null | undefined,
): Promise<PaymentMethod | null> {
  if (!methodId) return null;
  const key = { merchant_id: merchantId, payment_method_id: methodId };
  const method = await ctx.transaction.em.findOne(PaymentMethod, key);
  const isWhole = method?.payment_method !== 'card' || Boolean(method.card_number);
  return method?.status === 'active' && isWhole ? method : null;
}

function details(
  number: unknown,
  display: ExpiryAndHolder | null | undefined,
  cvc: string | null,
): CardDetails | null {
  if (typeof number !== 'string' || !display?.card_exp_month || !display.card_exp_year) return null;
  return {
    number,
    expMonth: display.card_exp_month,
    expYear: display.card_exp_year,
    holderName: display.card_holder_name ?? null,
    cvc,
  };
}
