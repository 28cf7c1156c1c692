import { Mandate } from '../entities/mandate.ts';
import { PaymentMethod } from '../entities/payment-method.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { notFound } from '../foundation/errors.ts';
import { readOne } from '../reads/index.ts';
import { changeStatus } from '../writes/apply-changes.ts';
import { forgetMethodAtVendors } from '../writes/forget-at-vendors.ts';
import { inTransaction, lock, requireMerchant } from '../writes/transactions.ts';

/**
 * Revokes a mandate: nothing can be charged under it again. A used or revoked mandate does not change.
 *
 * @throws {Problem} `resource_not_found`.
 */
export function revokeMandate(ctx: Context, mandateId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const found = await readOne(tx, Mandate, mandateId, ['payment_method_id']);
    if (!found) throw notFound('mandate');
    const own = { ...tx, merchantId: found.merchant_id };
    const method = await lock(own, PaymentMethod, found.payment_method_id);
    await endMandate(own, method, await lock(own, Mandate, mandateId), 'revoked');
  });
}

/** Revokes the active mandates of a locked payment method. */
export async function revokeMandatesOfMethod(tx: WritingContext, method: PaymentMethod): Promise<void> {
  const own = { ...tx, merchantId: method.merchant_id };
  for (const { mandate_id } of await activeMandates(own, method.payment_method_id)) {
    await endMandate(own, method, await lock(own, Mandate, mandate_id), 'revoked');
  }
}

/** Ends a mandate. Lock its payment method first, then the mandate. */
export async function endMandate(
  tx: WritingContext,
  method: PaymentMethod,
  mandate: Mandate,
  status: 'used' | 'revoked',
): Promise<void> {
  if (mandate.status !== 'active') return;
  changeStatus(tx, mandate, status, status === 'revoked' ? 'revoke' : 'connector');
  mandate.updated_at = tx.ports.now();
  await endConsentWithoutMandate(tx, method);
}

/** Ends the off-session consent of a locked payment method that has no active mandate left. */
export async function endConsentWithoutMandate(tx: WritingContext, method: PaymentMethod): Promise<void> {
  await tx.transaction.em.flush();
  if ((await activeMandates(tx, method.payment_method_id)).length > 0) return;
  method.recurring_enabled = false;
  await endConnectorMandates(tx, method);
  method.updated_at = tx.ports.now();
}

/** Ends the references by which connectors charge a locked payment method, and requests their deletion at the vendors. */
export async function endConnectorMandates(tx: WritingContext, method: PaymentMethod): Promise<void> {
  await forgetMethodAtVendors(tx, method);
  method.connector_mandates = null;
}

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
