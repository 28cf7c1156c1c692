import { Migration } from '@mikro-orm/migrations';

/**
 * A column whose sample has one value seems to have no others, and a list filtered by it would be read in the order of time: all
 * rows, for a rare value. Twenty values are assumed, so that the filter's index is used.
 */
export class Migration20261130025000_payments_filters_estimated extends Migration {
  override up(): void {
    for (const column of [
      'status',
      'currency',
      'connector',
      'merchant_connector_id',
      'profile_id',
      'payment_method',
      'payment_method_type',
      'card_network',
      'billing_country',
      'error_code',
      'unified_code',
    ])
      this.addSql(`alter table payments alter column ${column} set (n_distinct = 20)`);
  }
}
