import { Migration } from '@mikro-orm/migrations';

/** When a declined off-session charge is retried, and what was retried of it. */
export class Migration20261130070348_retry_policy_payments extends Migration {
  override up(): void {
    this.addSql(
      `alter table "payments" add "next_retry_at" timestamptz(3) null, add "retry_schedule" jsonb null`,
    );
  }
}
