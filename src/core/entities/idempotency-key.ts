import * as f from '../model/fields.ts';
import { Internal, MerchantScoped } from '../model/index.ts';

/**
 * A caller's idempotency key and the response to its request, neither readable from the table. The admin key's rows
 * have the merchant `*`. Each kind of API key has a separate namespace, so that a shopper, who holds the publishable
 * key, cannot use up keys of the merchant's server.
 */
@Internal({
  table: 'idempotency_keys',
  within: ['scope'],
  id: 'key',
  indexes: { idempotency_keys_by_expires_at: { columns: ['expires_at'] } },
})
export class IdempotencyKey extends MerchantScoped {
  @f.Text('The kind of API key used; for an ephemeral key also the customer.', {
    required: true,
  })
  scope!: string;
  @f.Text('The key.', { required: true }) key!: string;
  @f.Text('A keyed digest of the request.', { required: true, holds: 'token' }) fingerprint!: string;
  @f.Id('The object of the request, where the request does not name it.') object_id?: string | null;
  @f.Json('The response; null while the request is in progress.', { encrypted: true }) answer?: Buffer | null;
  @f.Json('The error of a request that was refused but left a payment failed.', { encrypted: true })
  refusal?: Buffer | null;
  @f.Id('The process that runs the request.') process_id?: string | null;
  @f.Timestamp('Time of the first use.', { required: true }) created_at!: Date;
  @f.Timestamp('Time at which it expires.', { required: true }) expires_at!: Date;
}
