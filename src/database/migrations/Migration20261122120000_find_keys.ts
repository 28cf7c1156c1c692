import { Migration } from '@mikro-orm/migrations';

/**
 * Whose a key is, found in one statement whoever's rows the session sees: it is asked before every request, and a
 * session that had to be told to see everybody's for it would have to be told twice for each. What the session
 * sees is put back before the functions return.
 */
export class Migration20261122120000_find_keys extends Migration {
  override up(): void {
    this.addSql(
      lookUp(
        'find_api_key(sought text, at timestamptz, out merchant_id text, out key_id text)',
        `select k.merchant_id, k.key_id into find_api_key.merchant_id, find_api_key.key_id from api_keys k
         where k.hash = sought and k.revoked_at is null and (k.expires_at is null or k.expires_at > at)`,
      ),
    );
    this.addSql(
      lookUp(
        'find_publishable_key(sought text, out merchant_id text)',
        `select m.merchant_id into find_publishable_key.merchant_id from merchant_accounts m
         where m.publishable_key = sought`,
      ),
    );
  }
}

const lookUp = (signature: string, query: string) => `
  create function ${signature} language plpgsql as $function$
  declare
    seen text := coalesce(current_setting('switchyard.merchant_id', true), '');
  begin
    perform set_config('switchyard.merchant_id', '*', true);
    ${query};
    perform set_config('switchyard.merchant_id', seen, true);
  end
  $function$`;
