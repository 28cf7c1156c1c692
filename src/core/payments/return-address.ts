import type { Payment } from '../entities/payment.ts';
import type { Context } from '../foundation/context.ts';

/** Where a connector sends the customer's browser back to: the service, which sends it on to the merchant. */
export function returnAddress(ctx: Context, payment: Payment): string {
  return `${ctx.publicUrl()}/return/${payment.merchant_id}/${payment.payment_id}`;
}
