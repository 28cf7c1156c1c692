import { Migration } from '@mikro-orm/migrations';
import { lookUp } from './baseline/table-functions.ts';

/** Ephemeral keys of customers without a payment: `find_ephemeral_key` finds them with an empty payment. */
export class Migration20261127001156_customers_keys extends Migration {
  override up(): void {
    this.addSql(`alter table "ephemeral_keys" add "key_id" text null`);
    this.addSql(`alter table "ephemeral_keys" alter column "payment_id" drop not null`);
    const found = lookUp(
      `find_ephemeral_key(sought text, at timestamptz, out merchant_id text, out customer_id text, out payment_id text,
         out suspended boolean)`,
      `select k.merchant_id, k.customer_id, coalesce(k.payment_id, ''), m.suspended_at is not null
       into find_ephemeral_key.merchant_id, find_ephemeral_key.customer_id, find_ephemeral_key.payment_id,
         find_ephemeral_key.suspended
       from ephemeral_keys k left join payments p
         on p.merchant_id = k.merchant_id and p.payment_id = k.payment_id and p.customer_id = k.customer_id
         join merchant_accounts m on m.merchant_id = k.merchant_id
       where k.hash = sought and k.expires_at > at
         and (k.payment_id is null or (p.status not in ('succeeded', 'cancelled', 'expired', 'partially_captured')
           and (p.status <> 'failed' or p.manual_retry_allowed)))`,
    );
    this.addSql(found.replace('create function', 'create or replace function'));
  }
}
