import { Migration } from '@mikro-orm/migrations';

/** The policy of retries of a profile. */
export class Migration20261130070347_retry_policy_business_profiles extends Migration {
  override up(): void {
    this.addSql(`alter table "business_profiles" add "retry_policy" jsonb null`);
  }
}
