import { Migration } from '@mikro-orm/migrations';

/** Finds due retries, and counts the attempts of a card whose customer is absent. */
export class Migration20261130070349_retry_policy_indexed extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`drop index concurrently if exists "payments_to_retry"`);
    this.addSql(
      `create index concurrently "payments_to_retry" on "payments" ("next_retry_at") where status = 'failed' and next_retry_at is not null`,
    );
    this.addSql(`drop index concurrently if exists "payments_off_session_by_card"`);
    this.addSql(
      `create index concurrently "payments_off_session_by_card" on "payments" ("merchant_id", "fingerprint") where off_session and fingerprint is not null`,
    );
  }
}
