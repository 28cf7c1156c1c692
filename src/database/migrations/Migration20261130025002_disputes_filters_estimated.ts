import { Migration } from '@mikro-orm/migrations';

/**
 * A column whose sample has one value seems to have no others, and a list filtered by it would be read in the order of time: all
 * rows, for a rare value. Twenty values are assumed, so that the filter's index is used.
 */
export class Migration20261130025002_disputes_filters_estimated extends Migration {
  override up(): void {
    for (const column of [
      'dispute_stage',
      'dispute_status',
      'currency',
      'connector',
      'profile_id',
      'payment_method',
    ])
      this.addSql(`alter table disputes alter column ${column} set (n_distinct = 20)`);
  }
}
