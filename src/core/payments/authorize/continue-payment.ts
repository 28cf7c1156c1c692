import { ConnectorCall } from '../../entities/connector-call.ts';
import { Payment } from '../../entities/payment.ts';
import type { Context } from '../../foundation/context.ts';
import { notFound, Problem } from '../../foundation/errors.ts';
import type { Outcome } from '../../foundation/ports/connector.ts';
import type { FormAction } from '../../foundation/ports/customer-action.ts';
import { readOne } from '../../reads/index.ts';
import { inTransaction } from '../../writes/transactions.ts';
import { activeAttemptId } from '../attempt/attempts.ts';

/**
 * The customer's next step on the way to their bank: submit a form at the connector or issuer, or be authenticated by an
 * authentication connector.
 *
 * @throws {Problem} `resource_not_found`; `unexpected_state` if the payment waits for neither, or no longer.
 */
export async function customerStepOf(
  ctx: Context,
  paymentId: string,
): Promise<FormAction | { readonly type: 'authentication' }> {
  const payment = await readOne(ctx, Payment, paymentId, [
    'merchant_id',
    'status',
    'attempt_count',
    'reference_id',
    'expires_on',
    'next_action',
  ]);
  if (!payment) throw notFound('payment');
  const { merchant_id, next_action, status } = payment;
  const { attempt_count, reference_id } = payment;
  const part_id = activeAttemptId({ payment_id: paymentId, attempt_count, reference_id });
  const key = {
    merchant_id,
    object_id: paymentId,
    part_id,
    operation: 'authorize',
    status: 'intended',
  } as const;
  // It expires at its moment, before the job that ends it comes to it.
  const isWaiting = status === 'requires_customer_action' && new Date(payment.expires_on) > ctx.ports.now();
  if (isWaiting && next_action?.type === 'three_ds_invoke') return { type: 'authentication' };
  const call = isWaiting
    ? await inTransaction(ctx, (tx) => tx.transaction.em.findOne(ConnectorCall, key))
    : null;
  const outcome = call?.outcome as Outcome | null | undefined;
  if (outcome?.kind === 'requires_action' && outcome.action.type === 'form') return outcome.action;
  throw new Problem('unexpected_state', 'The payment no longer waits for its customer on this page.');
}
