import { Migration } from '@mikro-orm/migrations';

/** The time of the next retry of a declined off-session charge, and its retries so far. */
export class Migration20261130070348_retry_policy_payments extends Migration {
  override up(): void {
    this.addSql(
      `alter table "payments" add "next_retry_at" timestamptz(3) null, add "retry_schedule" jsonb null`,
    );
  }
}
