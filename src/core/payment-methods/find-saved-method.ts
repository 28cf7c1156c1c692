import { PaymentMethod, type PaymentMethodStatus } from '../entities/payment-method.ts';
import type { PaymentMethodKind, SavedCard } from '../entities/values/payment-method-data.ts';
import type { WritingContext } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import type { ValueOf } from '../model/index.ts';
import { readOne } from '../reads/index.ts';
import { requireMerchant } from '../writes/transactions.ts';
import { redeemPaymentToken } from './payment-tokens.ts';

/** A saved payment method named by identifier or token, and the names of the parameters that carried them. */
export interface SavedMethodChoice {
  readonly id: string | null | undefined;
  readonly token: string | null | undefined;
  readonly idParam: string;
  readonly tokenParam: string;
}

/** The data that a payment or payout copies from a saved payment method. */
export interface SavedMethod {
  readonly id: string;
  readonly kind: ValueOf<typeof PaymentMethodKind>;
  readonly type: string | null;
  readonly status: ValueOf<typeof PaymentMethodStatus>;
  readonly card: SavedCard | null;
}

/**
 * Finds the saved payment method a request names, or null if it names none. A token is used up.
 *
 * @param user The payment or payout that uses the method, such as `payment/pay_1`.
 * @throws {Problem} `parameters_exclusive` for both an identifier and a token; `resource_not_found`, also if the
 *   method is inactive or belongs to another customer.
 */
export async function findSavedMethod(
  ctx: WritingContext,
  { id, token, idParam, tokenParam }: SavedMethodChoice,
  customerId: string | null | undefined,
  user: string,
): Promise<SavedMethod | null> {
  if (id && token) {
    throw new Problem('parameters_exclusive', `Give either ${idParam} or ${tokenParam}, not both.`, {
      param: idParam,
    });
  }
  if (!id && !token) return null;
  const methodId = id ?? (await redeemPaymentToken(ctx, requireMerchant(ctx), token!, user));
  const row = methodId
    ? await readOne(ctx, PaymentMethod, methodId, [
        'customer_id',
        'payment_method',
        'payment_method_id',
        'payment_method_type',
        'status',
        'card',
      ])
    : null;
  if (row?.status !== 'active' || !customerId || row.customer_id !== customerId) {
    const param = id ? idParam : tokenParam;
    const message = id
      ? 'The attached customer has no such payment method.'
      : `${tokenParam} is unknown, expired, another customer's or already used. List the customer's payment methods for a new one.`;
    throw new Problem('resource_not_found', message, { param });
  }
  return {
    id: row.payment_method_id,
    kind: row.payment_method,
    type: row.payment_method_type,
    status: row.status,
    card: (row.card as SavedCard | null) ?? null,
  };
}
