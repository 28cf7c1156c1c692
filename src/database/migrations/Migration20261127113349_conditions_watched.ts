import { Migration } from '@mikro-orm/migrations';

/** Indexes by which conditions that need attention are found over all merchants. */
export class Migration20261127113349_conditions_watched extends Migration {
  override isTransactional(): boolean {
    return false;
  }
  override up(): void {
    this.addSql(`drop index concurrently if exists "disputes_to_answer"`);
    this.addSql(
      `create index concurrently "disputes_to_answer" on "disputes" ("deadline") where dispute_status = 'dispute_opened'`,
    );
    this.addSql(`drop index concurrently if exists "payouts_failed"`);
    this.addSql(
      `create index concurrently "payouts_failed" on "payouts" ("updated") where status in ('failed', 'ineligible')`,
    );
    this.addSql(`drop index concurrently if exists "webhook_endpoint_states_stopped"`);
    this.addSql(
      `create index concurrently "webhook_endpoint_states_stopped" on "webhook_endpoint_states" ("stopped_at") where stopped_at is not null`,
    );
  }
}
