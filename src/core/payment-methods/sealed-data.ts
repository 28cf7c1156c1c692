import { usableSavedMethod } from '../cards/card.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import type { ExternalAuthentication } from '../foundation/ports/connector-requests.ts';
import { decryptField, encryptField } from '../writes/apply-changes.ts';
import type { MethodData } from './method-details.ts';
import { savedMethodData } from './saved-bank-account.ts';

/** The encrypted fields of a payment or payout. */
export interface DataHolder {
  readonly merchant_id: string;
  card_number?: Buffer | null;
  method_data?: Buffer | null;
  /** Payments only. */
  brought_data?: Buffer | null;
}

/** Data from another service that a merchant adds to a payment, encrypted until the authorization. */
export interface BroughtData {
  /** The card network's identifier of the payment that stored the card. */
  readonly networkTransactionId?: string;
  /** A processor's own token of the method. */
  readonly processorToken?: string;
  /** The result of another provider's 3-D Secure authentication, until a confirmation uses it. */
  readonly authentication?: ExternalAuthentication;
}

/** The external data of a payment; an empty object without any. */
export const broughtDataOf = (ctx: Context, holder: DataHolder): BroughtData =>
  holder.brought_data ? (decryptField(ctx, holder, 'brought_data') as BroughtData) : {};

/** Encrypts the external data of a payment. */
export function sealBrought(ctx: Context, holder: DataHolder, data: BroughtData): void {
  if (Object.keys(data).length > 0) encryptField(ctx, holder, 'brought_data', data);
  else if (holder.brought_data) holder.brought_data = null;
}

/** Encrypts the details of a payment or payout other than a card. */
export function sealData(ctx: WritingContext, holder: DataHolder, data: object): void {
  encryptField(ctx, holder, 'method_data', data);
}

/** Erases the typed method of a payment or payout. A saved method keeps its data. */
export function eraseMethodData(holder: DataHolder): void {
  holder.card_number = null;
  holder.method_data = null;
  if (holder.brought_data) holder.brought_data = null;
}

/**
 * The details of a payment's method other than a card, its own or its saved method's; null for a card, or without
 * details.
 */
export async function methodDataOf(
  ctx: WritingContext,
  payment: DataHolder & { readonly payment_method_id?: string | null },
): Promise<MethodData | null> {
  if (payment.method_data) return decryptField(ctx, payment, 'method_data') as MethodData;
  if (payment.card_number) return null;
  const saved = await usableSavedMethod(ctx, payment.merchant_id, payment.payment_method_id);
  return saved && savedMethodData(ctx, saved);
}
