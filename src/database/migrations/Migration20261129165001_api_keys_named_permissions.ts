import { Migration } from '@mikro-orm/migrations';
import { lookUp } from './baseline/table-functions.ts';

/**
 * Keys have `team:write`, `keys:write` and `vault:export` only where they name them. Those that are there keep the first two
 * for 90 days. Credentials of connector accounts were part of `connectors:write`, so keys that name it keep them.
 * `find_api_key` stays for the release before.
 */
export class Migration20261129165001_api_keys_named_permissions extends Migration {
  override up(): void {
    this.addSql(`alter table "api_keys" add column "unnamed_permissions_until" timestamptz(3) null`);
    this.addSql(`alter table "api_keys" add column "created_by" text null`);
    // The owner sees the rows of every merchant only so.
    this.addSql(`select set_config('switchyard.merchant_id', '*', true)`);
    this.addSql(
      `update api_keys set unnamed_permissions_until = now() + interval '90 days'
       where permissions is null and revoked_at is null and (expires_at is null or expires_at > now())`,
    );
    this.addSql(
      `update api_keys set permissions = permissions || '["connectors:credentials"]'
       where jsonb_exists(permissions, 'connectors:write') and not jsonb_exists(permissions, 'connectors:credentials')
         and revoked_at is null and (expires_at is null or expires_at > now())`,
    );
    this.addSql(findApiKey);
  }
}

const findApiKey = lookUp(
  `find_api_key_v2(sought text, at timestamptz, out merchant_id text, out key_id text, out suspended boolean,
     out allowed_addresses jsonb, out permissions jsonb, out keeps_unnamed boolean, out profile_id text,
     out first_key_id text)`,
  `select k.merchant_id, k.key_id, m.suspended_at is not null, k.allowed_addresses, k.permissions,
     coalesce(k.permissions is null and k.unnamed_permissions_until > at, false), k.profile_id, k.first_key_id
   into find_api_key_v2.merchant_id, find_api_key_v2.key_id, find_api_key_v2.suspended,
     find_api_key_v2.allowed_addresses, find_api_key_v2.permissions, find_api_key_v2.keeps_unnamed,
     find_api_key_v2.profile_id, find_api_key_v2.first_key_id
   from api_keys k join merchant_accounts m on m.merchant_id = k.merchant_id
   where k.hash = sought and k.revoked_at is null and (k.expires_at is null or k.expires_at > at)`,
);
