import type { Customer } from '../entities/customer.ts';
import { listDigests, listKinds } from '../entities/values/list-values.ts';
import type { WritingContext } from '../foundation/context.ts';

/** Deletes the entries of lists that name a customer: by its identifier, e-mail address or phone number. */
export async function eraseListed(
  tx: WritingContext,
  {
    customer_id,
    email,
    merchant_id,
    phone,
  }: Pick<Customer, 'merchant_id' | 'customer_id' | 'email' | 'phone'>,
): Promise<void> {
  const digests = Object.entries({ customer: customer_id, email, phone }).flatMap(([name, given]) => {
    const kind = name as 'customer' | 'email' | 'phone';
    const value = given ? listKinds[kind].normalize(given) : null;
    return value === null ? [] : listDigests(tx.ports.encryption, merchant_id, kind, value);
  });
  const text = 'delete from list_entries where merchant_id = $1 and digest = any($2::text[])';
  const statement = { text, values: [merchant_id, digests], touches: { writes: ['list_entries'] } };
  await tx.rows.query(statement, merchant_id);
}
