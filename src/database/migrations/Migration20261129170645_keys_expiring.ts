import { Migration } from '@mikro-orm/migrations';

/** Finds the API keys that end soon. */
export class Migration20261129170645_keys_expiring extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists "api_keys_expiring"');
    this.addSql(
      `create index concurrently "api_keys_expiring" on "api_keys" ("expires_at") where expires_at is not null and revoked_at is null`,
    );
  }
}
