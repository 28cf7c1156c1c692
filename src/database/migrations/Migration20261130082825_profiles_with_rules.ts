import { Migration } from '@mikro-orm/migrations';

/** Finds the profiles whose rules may learn from attempts. */
export class Migration20261130082825_profiles_with_rules extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`drop index concurrently if exists "business_profiles_with_rules"`);
    this.addSql(
      `create index concurrently "business_profiles_with_rules" on "business_profiles" ("merchant_id", "profile_id") where active_rules is not null`,
    );
  }
}
