import { IssuedEphemeralKey } from '../entities/issued-ephemeral-key.ts';
import type { Payment } from '../entities/payment.ts';
import type { EphemeralKey } from '../entities/values/payment-parts.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { notFound } from '../foundation/errors.ts';
import { randomBase62 } from '../foundation/ids.ts';
import { clientSecretFor } from '../foundation/permissions.ts';
import { apiKeyHash } from './authenticate.ts';

/** How long an ephemeral key is valid, in seconds. */
export const LIFETIME_S = 60 * 60;
const LENGTH = 43;

/**
 * Issues the ephemeral key of a new payment's customer, or null if it has none. With it the customer's page reads and
 * confirms the payment, and manages the customer's saved payment methods. It is returned once and stored as a digest.
 * It ends with the payment, at the latest after an hour. Issued to a caller without `personal_data:read`,
 * it shows personal data masked.
 */
export function issueEphemeralKey(
  tx: WritingContext,
  { created, customer_id, merchant_id, payment_id }: Payment,
): EphemeralKey | null {
  if (!customer_id) return null;
  const secret = clientSecretFor(tx, 'epk', randomBase62(LENGTH, tx.ports.randomBytes));
  const createdAt = Math.floor(created.getTime() / 1000);
  const expires = createdAt + LIFETIME_S;
  const issued = Object.assign(new IssuedEphemeralKey(), {
    merchant_id,
    hash: apiKeyHash(secret),
    customer_id,
    payment_id,
    expires_at: new Date(expires * 1000),
  });
  tx.transaction.em.persist(issued);
  return { customer_id, created_at: createdAt, expires, secret };
}

/** Issues a customer's key without a payment. It ends after an hour. */
export function issueCustomersKey(tx: WritingContext, merchant_id: string, customer_id: string) {
  const secret = clientSecretFor(tx, 'epk', randomBase62(LENGTH, tx.ports.randomBytes));
  const created_at = Math.floor(tx.ports.now().getTime() / 1000);
  const expires = created_at + LIFETIME_S;
  const key_id = tx.ports.ids.make('eph');
  const expires_at = new Date(expires * 1000);
  const issued = { merchant_id, hash: apiKeyHash(secret), key_id, customer_id, expires_at };
  tx.transaction.em.persist(Object.assign(new IssuedEphemeralKey(), issued));
  return { id: key_id, merchant_id, customer_id, created_at, expires, secret };
}

/** Ends the ephemeral keys of a customer. */
export async function revokeEphemeralKeys(
  tx: WritingContext,
  merchantId: string,
  customerId: string,
): Promise<void> {
  const where = { merchant_id: merchantId, customer_id: customerId };
  await tx.transaction.em.nativeDelete(IssuedEphemeralKey, where);
}

/**
 * Checks that a request with an ephemeral key names only objects of its customer. Merchants' keys pass.
 *
 * @throws {Problem} `resource_not_found`: whether another customer's object exists is not revealed.
 */
export function requireOwnCustomer({ caller }: Context, noun: string, customerId: string | null): void {
  if (caller.kind === 'ephemeral_key' && caller.customerId !== customerId) throw notFound(noun);
}

/** A saved payment method as its customer may see it: without the merchant's notes on it. */
export function asCustomerSees<Seen extends object>({ caller }: Context, method: Seen): Seen {
  const isCustomers = caller.kind === 'ephemeral_key' || caller.kind === 'publishable_key';
  return isCustomers ? { ...method, metadata: null } : method;
}
