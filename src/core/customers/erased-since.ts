import { Customer } from '../entities/customer.ts';
import { Mandate } from '../entities/mandate.ts';
import { Note } from '../entities/note.ts';
import { Payment } from '../entities/payment.ts';
import { PaymentMethod } from '../entities/payment-method.ts';
import { Payout } from '../entities/payout.ts';
import { type Context, withinMerchant } from '../foundation/context.ts';
import { type DescribedClass, resourceOf } from '../model/index.ts';
import { readOne } from '../reads/index.ts';

/** The objects that hold, or copy, who a customer is, and lose it when the customer is deleted. */
const holders: ReadonlySet<DescribedClass> = new Set([Customer, Mandate, Payment, PaymentMethod, Payout]);

/**
 * Whether data of an object have been erased since a response with it was stored: its customer was deleted, or it is a saved
 * payment method that was. The response must then not be given again; the object as it now stands may be.
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
  // A note that was deleted is answered as it was: it is not there to be read.
  if (target === Note) return (await readOne(own, Note, id, ['text']))?.text === null;
  const columns = target === PaymentMethod ? ['customer_id', 'status'] : ['customer_id'];
  const now = await readOne(own, target, id, columns);
  if (now?.status === 'inactive') return true;
  // A payment may have been given to another customer since.
  const customers = new Set(
    [answer.customer_id, now?.customer_id].filter((each) => typeof each === 'string'),
  );
  for (const customerId of customers) {
    const customer = await readOne(own, Customer, customerId, ['deleted_at']);
    if (customer?.deleted_at) return true;
  }
  return false;
}
