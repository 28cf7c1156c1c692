import { Mandate } from '../entities/mandate.ts';
import type { Payment } from '../entities/payment.ts';
import { PaymentMethod } from '../entities/payment-method.ts';
import type { WritingContext } from '../foundation/context.ts';
import { moneyText } from '../foundation/currencies.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import { readOne } from '../reads/index.ts';
import { lock } from '../writes/transactions.ts';
import { givesConsent } from './consent.ts';
import { activeMandates } from './revoke-mandate.ts';

/**
 * Checks that a locked payment, about to be confirmed, complies with its mandate: the named mandate, or for an absent
 * customer the newest mandate of its saved method that allows the charge, which the payment then names. A saved method
 * without a mandate must be `recurring_enabled`. The mandate stays locked, so that concurrent charges cannot both use a
 * single-use one.
 *
 * @param isAbsent Whether the customer is absent although the payment is not `off_session`. Consent in the payment itself
 *   does not count then: no authorization has stored it.
 * @throws {Problem} `mandate_inactive`, `mandate_exceeded`.
 */
export async function chargeUnderMandate(
  tx: WritingContext,
  payment: Payment,
  isAbsent = false,
): Promise<void> {
  if (givesConsent(payment) && !isAbsent) return;
  if (payment.mandate_id) {
    const refusal = await refusalOf(tx, await namedMandate(tx, payment.mandate_id), payment);
    if (refusal) throw refusal;
  } else if ((payment.off_session || isAbsent) && payment.payment_method_id) {
    payment.mandate_id = await chooseMandate(tx, payment, payment.payment_method_id);
  }
}

/**
 * Checks that a payment which is charged again without its customer names a mandate or a saved method, whose consent
 * {@link chargeUnderMandate} then checks.
 *
 * @throws {Problem} `mandate_inactive`.
 */
export function requireNamedConsent({ mandate_id, payment_method_id }: Payment): void {
  if (mandate_id || payment_method_id) return;
  throw inactive(
    'payment_method_data',
    "A failed payment is not charged again without its customer, unless they consented. Send the method that they entered for this confirmation (payment_method_data or payment_token); or their consent (mandate_id, a payment_method_id that is recurring_enabled, or recurring_details); or send them the payment's link.",
  );
}

/**
 * Checks that an increased payment stays within the amount of its mandate.
 *
 * @throws {Problem} `mandate_exceeded`.
 */
export async function requireWithinMandate(
  tx: WritingContext,
  payment: Payment,
  netAmount: number,
): Promise<void> {
  if (!payment.mandate_id || givesConsent(payment)) return;
  const mandate = await lock(tx, Mandate, payment.mandate_id);
  const refusal = excess(mandate, { currency: payment.currency, net_amount: netAmount });
  if (refusal) throw refusal;
}

async function namedMandate(tx: WritingContext, mandateId: string): Promise<Mandate> {
  try {
    return await lock(tx, Mandate, mandateId);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw inactive('mandate_id', 'The payment names a mandate that does not exist. Name another, or null.');
  }
}

/** The mandate to charge under; null if the payment method was saved for off-session charges without one. */
async function chooseMandate(tx: WritingContext, payment: Payment, methodId: string): Promise<string | null> {
  const active = await activeMandates(tx, methodId);
  const refusals: Problem[] = [];
  for (const { mandate_id } of active) {
    const refusal = await refusalOf(tx, await lock(tx, Mandate, mandate_id), payment);
    if (!refusal) return mandate_id;
    refusals.push(refusal);
  }
  if (refusals[0]) throw refusals[0];
  const key = { merchant_id: payment.merchant_id, payment_method_id: methodId };
  const method = await tx.transaction.em.findOne(PaymentMethod, key);
  if (method?.recurring_enabled) return null;
  throw inactive(
    'payment_method_id',
    'The customer has not consented to be charged while absent: recurring_enabled of the payment method is false. Let them pay with it once with setup_future_usage off_session and mandate_data.customer_acceptance.',
  );
}

const inactive = (param: string, message: string) => new Problem('mandate_inactive', message, { param });
const exceeded = (param: string, message: string) => new Problem('mandate_exceeded', message, { param });

/** Why a locked mandate does not allow a payment; null if it does. */
async function refusalOf(tx: WritingContext, mandate: Mandate, payment: Payment): Promise<Problem | null> {
  const { currency, end_date: end, start_date: start, status } = mandate;
  if (status !== 'active') return inactive('mandate_id', `The mandate is ${status}.`);
  if (mandate.payment_method_id !== payment.payment_method_id) {
    return inactive('mandate_id', 'The mandate is for another payment method than the attached one.');
  }
  if (start && tx.ports.now() < start) return inactive('mandate_id', 'The mandate is not valid yet.');
  if (end && tx.ports.now() > end) return inactive('mandate_id', 'The mandate is no longer valid.');
  if (currency && currency !== payment.currency) {
    return exceeded('currency', 'The mandate allows charges in another currency only.');
  }
  if (mandate.usage === 'single_use' && (await isChargedByOther(tx, mandate, payment))) {
    return inactive('mandate_id', 'The mandate is for one charge, and another payment is being charged.');
  }
  return excess(mandate, payment);
}

/** The reason why a mandate does not allow a charge of a net amount; null if it does. */
function excess(
  { amount }: Mandate,
  { currency, net_amount }: Pick<Payment, 'currency' | 'net_amount'>,
): Problem | null {
  if (typeof amount !== 'number' || net_amount <= amount) return null;
  return exceeded('amount', `The mandate allows charges of at most ${moneyText(amount, currency)} each.`);
}

/**
 * Whether another payment charges under a mandate, decided or not. Payments that set it up, those with `mandate_data`,
 * do not count.
 */
async function isChargedByOther(
  tx: WritingContext,
  { mandate_id: mandateId, merchant_id: merchantId }: Mandate,
  payment: Payment,
): Promise<boolean> {
  const text = `
    select 1 as found from payments
    where merchant_id = $1 and mandate_id = $2 and payment_id <> $3
      and coalesce(mandate_data, 'null') = 'null'
      and status not in ('requires_payment_method', 'requires_confirmation', 'failed', 'cancelled', 'expired')
    limit 1`;
  const values = [merchantId, mandateId, payment.payment_id];
  const statement = { text, values, touches: { reads: ['payments'] } };
  return (await tx.rows.query(statement, merchantId)).length > 0;
}

/** A mandate to charge under: its customer and its saved method. */
export type NamedMandate = Pick<Mandate, 'customer_id' | 'payment_method_id'>;

/**
 * The mandate that a request names to charge under.
 *
 * @param customerId The customer of the payment; null for the mandate's.
 * @throws {Problem} `resource_not_found` unless it is a mandate of the customer; `mandate_inactive`.
 */
export async function readNamedMandate(
  ctx: WritingContext,
  mandateId: string,
  customerId: string | null,
): Promise<NamedMandate> {
  const columns = ['customer_id', 'payment_method_id', 'status'] as const;
  const mandate = await readOne(ctx, Mandate, mandateId, columns);
  const isTheirs = customerId === null || mandate?.customer_id === customerId;
  if (!mandate || !isTheirs) throw notFound('mandate', 'mandate_id');
  if (mandate.status === 'active') return mandate;
  throw new Problem('mandate_inactive', `The mandate is ${mandate.status}.`, { param: 'mandate_id' });
}
