import { Migration } from '@mikro-orm/migrations';
import { sumsOfPeriods } from './baseline/statistics-functions.ts';

/**
 * Sums the totals of days up to months, and those of quarters up to hours, in place of what was folded into them since the
 * migration before. Nothing is folded meanwhile; writers of changes do not wait. A call of the function as it was before has
 * taken its locks within a second, which a new database need not wait.
 */
export class Migration20261128183101_stats_periods_summed extends Migration {
  override up(): void {
    // The owner sees the rows of every merchant only so.
    this.addSql(`select set_config('switchyard.merchant_id', '*', true)`);
    this.addSql(
      'select pg_sleep(1) where exists (select from stats_totals) or exists (select from stats_changes)',
    );
    this.addSql('lock table stats_totals in share row exclusive mode');
    this.addSql(`delete from stats_totals where period in ('month', 'hour')`);
    for (const text of sumsOfPeriods()) this.addSql(text);
    // Of periods that it knows nothing of the planner expects no rows, and joins them one by one.
    this.addSql('analyze stats_totals');
    this.addSql(`alter table "stats_totals" validate constraint "stats_totals_period_check"`);
  }
}
