import { Migration } from '@mikro-orm/migrations';

/** Index by which ephemeral keys of customers are ended. */
export class Migration20261127001157_customers_keys_found extends Migration {
  override isTransactional(): boolean {
    return false;
  }
  override up(): void {
    this.addSql(`drop index concurrently if exists "ephemeral_keys_by_key_id"`);
    this.addSql(
      `create index concurrently "ephemeral_keys_by_key_id" on "ephemeral_keys" ("merchant_id", "key_id") where key_id is not null`,
    );
  }
}
