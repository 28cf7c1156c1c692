import { Migration } from '@mikro-orm/migrations';

/**
 * Changes of statistics are found by their merchant: a payment writes seven of them, and an entry less of the index for each.
 * A process of 0.4.0 sorts them meanwhile.
 */
export class Migration20261128185500_stats_changes_unordered extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists "stats_changes_in_order"');
  }
}
