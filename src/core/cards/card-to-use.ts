import { PaymentMethod } from '../entities/payment-method.ts';
import type { CardDetails } from '../foundation/connector.ts';
import type { WritingContext } from '../foundation/context.ts';
import { decryptField } from '../writes/apply-changes.ts';

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
 * call. The verification code is never stored, so it comes from the current request.
 */
export async function cardToUse(
  ctx: WritingContext,
  holder: CardHolder,
  display: ExpiryAndHolder | null | undefined,
  savedMethodId: string | null | undefined,
  cvc: string | null,
): Promise<CardDetails | null> {
  const number = holder.card_number
    ? decryptField(ctx, holder, 'card_number')
    : await savedNumber(ctx, holder.merchant_id, savedMethodId);
  if (typeof number !== 'string' || !display?.card_exp_month || !display.card_exp_year) return null;
  return {
    number,
    expMonth: display.card_exp_month,
    expYear: display.card_exp_year,
    holderName: display.card_holder_name ?? null,
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
