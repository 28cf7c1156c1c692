import { displayOfSavedCard, isExpired } from '../cards/card.ts';
import { Customer } from '../entities/customer.ts';
import type { Payment } from '../entities/payment.ts';
import { PaymentMethod } from '../entities/payment-method.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { returning } from '../foundation/permissions.ts';
import { evenIfSuspended } from '../foundation/suspension.ts';
import { givesConsent } from '../mandates/consent.ts';
import { activeMethods, withTokens } from '../payment-methods/customer-payment-methods.ts';
import { kindOfData } from '../payment-methods/method-details.ts';
import { type QuotedTotal, shownTotal } from '../payment-methods/quote-surcharge.ts';
import { methodDataOf } from '../payment-methods/sealed-data.ts';
import { brandOf, hasMethodData } from '../payments/method/method-data.ts';
import { type Row, readOne } from '../reads/index.ts';
import { type Payable, paidWith, payableOf } from '../wallets/payable.ts';
import { paymentOfSecret } from '../wallets/payment-of-secret.ts';
import { inTransaction } from '../writes/transactions.ts';

/**
 * The saved methods of a payment's customer that the payment can be paid with, most recently used first, each with a
 * token for the confirmation. Expired cards are omitted: the customer enters a new one. A constant number of statements,
 * one of which stores the tokens.
 *
 * @throws {Problem} As `offerPaymentMethods`.
 */
export function offerSavedMethods(ctx: Context, clientSecret: string): Promise<Row> {
  return inTransaction(evenIfSuspended(ctx), async (tx) => {
    const payment = await paymentOfSecret(tx, clientSecret);
    const { customer_id: customerId, merchant_id } = payment;
    if (!customerId) return { customer_payment_methods: [], is_guest_customer: true };
    const payable = await payableOf(tx, payment);
    const takable = payable ? await takableMethods(tx, payment, payable) : new Map<unknown, QuotedTotal>();
    const customer = await readOne(tx, Customer, customerId, ['default_payment_method_id']);
    const rows = takable.size === 0 ? [] : await activeMethods(returning(tx), customerId);
    const offered = rows
      .filter((row) => takable.has(row.payment_method_id))
      .map((row) => ({ ...row, ...shownTotal(takable.get(row.payment_method_id)!) }));
    return {
      customer_payment_methods: await withTokens(
        tx,
        merchant_id,
        offered,
        customer?.default_payment_method_id ?? null,
      ),
      is_guest_customer: false,
    };
  });
}

/** The total of the payment with each of the customer's methods that some account accepts, by identifier. */
async function takableMethods(
  tx: WritingContext,
  payment: Payment,
  { quotes, takers }: Payable,
): Promise<Map<unknown, QuotedTotal>> {
  const { customer_id, merchant_id } = payment;
  const where = { merchant_id, customer_id: customer_id!, status: 'active' as const };
  // Loaded together, so that later look-ups need no statement.
  const methods = await tx.transaction.em.find(PaymentMethod, where);
  const usable = methods.filter((method) => !hasExpired(method, tx.ports.now()));
  const paidWithEach: Payment[] = [];
  for (const method of usable) paidWithEach.push(await paidWithSaved(tx, payment, method));
  const totals = await quotes.known(paidWithEach.map((paid) => ({ paid, network: brandOf(paid) })));
  const takable = new Map<unknown, QuotedTotal>();
  for (const [i, method] of usable.entries()) {
    const paid = paidWithEach[i]!;
    const isUsable = await hasMethodData(tx, paid);
    const isConsented = !payment.off_session || givesConsent(paid) || method.recurring_enabled;
    const total = totals[i];
    const isTaken = total && isUsable && isConsented && (await takers(paid)).length > 0;
    if (isTaken) takable.set(method.payment_method_id, total);
  }
  return takable;
}

/** Whether a saved method is an expired card; false if its expiry is unknown. */
const hasExpired = ({ card }: PaymentMethod, now: Date): boolean =>
  Boolean(card?.expiry_month && card.expiry_year && isExpired(card.expiry_month, card.expiry_year, now));

/** The payment with a saved method attached, as a confirmation would do. The method's account may determine its type. */
async function paidWithSaved(tx: WritingContext, payment: Payment, method: PaymentMethod): Promise<Payment> {
  const paid = paidWith(payment, {
    payment_method: method.payment_method,
    payment_method_type: method.payment_method_type ?? null,
    payment_method_id: method.payment_method_id,
    payment_method_data: method.card ? { card: { ...displayOfSavedCard(method.card) }, billing: null } : null,
    fingerprint: method.card?.card_fingerprint ?? null,
    card_number: null,
    method_data: null,
  });
  const details = await methodDataOf(tx, paid);
  return details ? { ...paid, payment_method_type: kindOfData(details).type } : paid;
}
