import { issueCustomersKey, LIFETIME_S } from '../access/ephemeral-keys.ts';
import { refuseDeleted } from '../customers/deleted-customer.ts';
import { Customer } from '../entities/customer.ts';
import { IssuedEphemeralKey } from '../entities/issued-ephemeral-key.ts';
import type { Context } from '../foundation/context.ts';
import { notFound } from '../foundation/errors.ts';
import * as f from '../model/fields.ts';
import { Input, ValueObject } from '../model/index.ts';
import { inTransaction, lock, requireMerchant } from '../writes/transactions.ts';

@Input({ about: 'Parameters for creating an ephemeral key of a customer.' })
export class EphemeralKeyCreation {
  @f.Id('Customer whose saved payment methods it gives access to.', { required: true, example: 'alice' })
  customer_id!: string;
}

@ValueObject({ about: 'An ephemeral key of a customer, independent of payments.' })
export class CustomersKey {
  @f.Id('Unique identifier of the key, for revoking it.', {
    required: true,
    example: 'eph_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  id!: string;
  @f.Id('Merchant account of the customer.', { required: true }) merchant_id!: string;
  @f.Id('Customer whose saved payment methods it gives access to.', { required: true }) customer_id!: string;
  @f.Integer('Creation time, as a Unix timestamp in seconds.', { required: true }) created_at!: number;
  @f.Integer('Expiry time, as a Unix timestamp in seconds.', { required: true }) expires!: number;
}

/**
 * Creates an ephemeral key of a customer.
 *
 * @throws {Problem} `resource_not_found` for an unknown customer; `unexpected_state` for a deleted one.
 */
export function createEphemeralKey(
  ctx: Context,
  { customer_id }: EphemeralKeyCreation,
): Promise<CustomersKey & { readonly secret: string }> {
  return inTransaction(ctx, async (tx) => {
    // A concurrent deletion of the customer waits, and then ends the key.
    refuseDeleted(await lock(tx, Customer, customer_id, 'customer_id'));
    return issueCustomersKey(tx, requireMerchant(tx), customer_id);
  });
}

/**
 * Ends an ephemeral key of a customer.
 *
 * @throws {Problem} `resource_not_found` for an unknown or ended key.
 */
export function deleteEphemeralKey(ctx: Context, keyId: string): Promise<CustomersKey> {
  return inTransaction(ctx, async (tx) => {
    const merchant_id = requireMerchant(tx);
    const key = await tx.transaction.em.findOne(IssuedEphemeralKey, { merchant_id, key_id: keyId });
    if (!key || key.expires_at <= tx.ports.now()) throw notFound('ephemeral key');
    await lock(tx, Customer, key.customer_id);
    tx.transaction.em.remove(key);
    const expires = Math.floor(key.expires_at.getTime() / 1000);
    return {
      id: keyId,
      merchant_id,
      customer_id: key.customer_id,
      created_at: expires - LIFETIME_S,
      expires,
    };
  });
}
