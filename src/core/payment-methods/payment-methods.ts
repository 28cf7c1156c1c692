import { PaymentMethod } from '../entities/payment-method.ts';
import type { Context } from '../foundation/context.ts';
import { notFound } from '../foundation/errors.ts';
import { restNames } from '../model/rest-view.ts';
import { type Row, readOne } from '../reads/index.ts';

/**
 * Retrieves a saved payment method. Specification: endpoint 11.
 *
 * @throws {Problem} `resource_not_found`.
 */
export async function retrievePaymentMethod(ctx: Context, paymentMethodId: string): Promise<Row> {
  const row = await readOne(ctx, PaymentMethod, paymentMethodId, restNames(PaymentMethod, 'single'));
  if (!row) throw notFound('payment method');
  return row;
}
