import type { Mandate } from '../entities/mandate.ts';
import type { Context } from '../foundation/context.ts';
import { requireMerchant } from '../writes/transactions.ts';

/** The active mandates of a payment method, newest first. They are not locked. */
export function activeMandates(
  ctx: Context,
  paymentMethodId: string,
): Promise<Pick<Mandate, 'mandate_id' | 'payment_method_id'>[]> {
  const text = `select mandate_id, payment_method_id from mandates
                where merchant_id = $1 and payment_method_id = $2 and status = 'active'
                order by created_at desc, mandate_id desc`;
  const merchantId = requireMerchant(ctx);
  return ctx.rows.query(
    { text, values: [merchantId, paymentMethodId], touches: { reads: ['mandates'] } },
    merchantId,
  );
}
