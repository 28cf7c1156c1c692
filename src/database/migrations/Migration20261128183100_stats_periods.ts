import { Migration } from '@mikro-orm/migrations';
import { foldStatsIntoAll } from './baseline/statistics-functions.ts';

/**
 * Statistics have totals of months and hours too: a long time has few months, and a day of another time zone four times fewer
 * hours than quarters of an hour. The totals so far are added by the next migration. The function that folds changes of all
 * merchants would leave these periods out.
 */
export class Migration20261128183100_stats_periods extends Migration {
  static readonly contracts = '0.3.0';

  override up(): void {
    this.addSql(
      `alter table "stats_totals" drop constraint "stats_totals_period_check", add constraint "stats_totals_period_check" check (period in ('month', 'day', 'hour', 'quarter_hour')) not valid`,
    );
    this.addSql(foldStatsIntoAll());
    this.addSql('drop function if exists fold_stats(int)');
  }
}
