import { Migration } from '@mikro-orm/migrations';

/**
 * Up to when a merchant's objects of each type are in `stats_totals`; objects created since are counted from their own
 * tables. Without a row, as for every merchant while a process of 0.5.0 runs, each change is recorded in `stats_changes`.
 */
export class Migration20261130021700_stats_progress extends Migration {
  override up(): void {
    this.addSql(
      `create table "stats_progress" ("merchant_id" text not null, "object_type" text not null, "counted_until" timestamptz(3) null, "calls_from" text null, primary key ("merchant_id", "object_type"))`,
    );
    this.addSql(`alter table "stats_progress" enable row level security`);
    this.addSql(`alter table "stats_progress" force row level security`);
    this.addSql(
      `create policy "tenancy" on "stats_progress" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
    // Each row changes every minute, and ANALYZE makes all sessions plan payments' triggers anew.
    this.addSql(
      `alter table "stats_progress" set (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 10000000)`,
    );
  }
}
