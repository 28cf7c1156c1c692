import { Migration } from '@mikro-orm/migrations';
import { foldStatsWithMonths } from './baseline/statistics-functions.ts';

/**
 * Statistics have totals of months too: those of a long time are few. The totals so far are added by the next migration. The
 * function that folds changes of all merchants would leave months out.
 */
export class Migration20261128183100_stats_months extends Migration {
  static readonly contracts = '0.3.0';

  override up(): void {
    this.addSql(
      `alter table "stats_totals" drop constraint "stats_totals_period_check", add constraint "stats_totals_period_check" check (period in ('month', 'day', 'quarter_hour')) not valid`,
    );
    this.addSql(foldStatsWithMonths());
    this.addSql('drop function fold_stats(int)');
  }
}
