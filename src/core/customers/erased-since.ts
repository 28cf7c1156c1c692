import { Customer } from '../entities/customer.ts';
import { Mandate } from '../entities/mandate.ts';
import { Note } from '../entities/note.ts';
import { Payment } from '../entities/payment.ts';
import { PaymentMethod } from '../entities/payment-method.ts';
import { Payout } from '../entities/payout.ts';
import { type Context, withinMerchant } from '../foundation/context.ts';
import { type DescribedClass, resourceOf } from '../model/index.ts';
import { readOne } from '../reads/index.ts';

/** The objects that hold or copy a customer's personal data, which is erased with the customer. */
const holders: ReadonlySet<DescribedClass> = new Set([Customer, Mandate, Payment, PaymentMethod, Payout]);

/**
 * Whether an object's data has been erased since a response with it was stored: its customer, or the saved payment method
 * itself, was deleted. The stored response must then not be replayed; the current object may be shown.
 *
 * @param answer The stored response, in its REST form.
 */
export async function isErasedSince(
  ctx: Context,
  target: DescribedClass,
  answer: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  if (!holders.has(target) && target !== Note) return false;
  const id = answer[resourceOf(target).id];
  if (typeof id !== 'string') return false;
  const { merchant_id: merchantId } = answer;
  const own = {
    ...(typeof merchantId === 'string' ? withinMerchant(ctx, merchantId) : ctx),
    purpose: 'work' as const,
  };
  // A deleted note's response is replayed: the note can no longer be read.
  if (target === Note) return (await readOne(own, Note, id, ['text']))?.text === null;
  const columns = target === PaymentMethod ? ['customer_id', 'status'] : ['customer_id'];
  const now = await readOne(own, target, id, columns);
  if (now?.status === 'inactive') return true;
  // The payment may belong to another customer now.
  const customers = new Set(
    [answer.customer_id, now?.customer_id].filter((each) => typeof each === 'string'),
  );
  for (const customerId of customers) {
    const customer = await readOne(own, Customer, customerId, ['deleted_at']);
    if (customer?.deleted_at) return true;
  }
  return false;
}
