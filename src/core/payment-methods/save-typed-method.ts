import { Customer } from '../entities/customer.ts';
import type { Contact } from '../entities/values/contact.ts';
import type { WritingContext } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import type { KeptMethod } from '../foundation/ports/connector-capabilities.ts';
import { decryptField } from '../writes/apply-changes.ts';
import { insert, lock } from '../writes/transactions.ts';
import type { PaymentMethodCreation } from './payment-method-input.ts';
import { newMethod, savePaymentMethod } from './save-payment-method.ts';
import type { DataHolder } from './sealed-data.ts';

/** The displayed part of a payment's or payout's card. */
interface ShownCard {
  readonly card_exp_month?: string | null;
  readonly card_exp_year?: string | null;
  readonly card_holder_name?: string | null;
  readonly nick_name?: string | null;
}

/** The saved form of a typed card of a payment or payout; null without one. */
export function typedCard(tx: WritingContext, holder: DataHolder, shown: ShownCard | null | undefined) {
  const number = decryptField(tx, holder, 'card_number');
  if (typeof number !== 'string' || !shown?.card_exp_month || !shown.card_exp_year) return null;
  return {
    payment_method: 'card',
    card: {
      card_number: number,
      card_exp_month: shown.card_exp_month,
      card_exp_year: shown.card_exp_year,
      card_holder_name: shown.card_holder_name ?? null,
      ...(shown.nick_name ? { nick_name: shown.nick_name } : {}),
    },
  } as const;
}

/**
 * Saves the typed method of a payment or payout as its customer's payment method.
 *
 * @returns Its identifier; null if the customer was deleted or the card has expired. The payment or payout is recorded
 *   anyway.
 */
export async function saveTypedMethod(
  tx: WritingContext,
  { merchant_id }: DataHolder,
  method: PaymentMethodCreation,
): Promise<string | null> {
  try {
    return await savePaymentMethod({ ...tx, merchantId: merchant_id }, method);
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

/** A customer's method that only a connector stores. */
type KeptOf = KeptMethod & { readonly customer_id: string; readonly billing?: Contact };

/**
 * Saves the method that a connector stored for a payment as its customer's payment method. The reference that charges it
 * is recorded with the authorization, or when the connector reports it.
 *
 * @returns As {@link saveTypedMethod}.
 */
export async function saveKeptMethod(
  tx: WritingContext,
  { merchant_id }: DataHolder,
  { customer_id, ...kept }: KeptOf,
): Promise<string | null> {
  const own = { ...tx, merchantId: merchant_id };
  const customer = await lock(own, Customer, customer_id);
  if (customer.deleted_at) return null;
  const method = newMethod(own, merchant_id, customer_id, tx.ports.ids.make('pm'));
  Object.assign(method, kept, { updated_at: tx.ports.now() });
  await insert(own, method);
  return method.payment_method_id;
}
