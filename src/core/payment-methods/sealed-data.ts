import { usableSavedMethod } from '../cards/card.ts';
import type { WritingContext } from '../foundation/context.ts';
import { decryptField, encryptField } from '../writes/apply-changes.ts';
import type { MethodData } from './method-details.ts';
import { savedMethodData } from './saved-bank-account.ts';

/** The encrypted fields of a payment or payout. */
export interface DataHolder {
  readonly merchant_id: string;
  card_number?: Buffer | null;
  method_data?: Buffer | null;
}

/** Encrypts the details of a payment or payout other than a card. */
export function sealData(ctx: WritingContext, holder: DataHolder, data: object): void {
  encryptField(ctx, holder, 'method_data', data);
}

/** Erases the typed method of a payment or payout. A saved method keeps its data. */
export function eraseMethodData(holder: DataHolder): void {
  holder.card_number = null;
  holder.method_data = null;
}

/** The details of a payment other than a card, its own or its saved method's; null for a card, or if there are none. */
export async function methodDataOf(
  ctx: WritingContext,
  payment: DataHolder & { readonly payment_method_id?: string | null },
): Promise<MethodData | null> {
  if (payment.method_data) return decryptField(ctx, payment, 'method_data') as MethodData;
  if (payment.card_number) return null;
  const saved = await usableSavedMethod(ctx, payment.merchant_id, payment.payment_method_id);
  return saved && savedMethodData(ctx, saved);
}
