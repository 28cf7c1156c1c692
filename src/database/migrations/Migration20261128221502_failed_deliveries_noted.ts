import { Migration } from '@mikro-orm/migrations';

/** Notes the deliveries that failed before the triggers were there. */
export class Migration20261128221502_failed_deliveries_noted extends Migration {
  override up(): void {
    // The owner sees the rows of every merchant only so.
    this.addSql(`select set_config('switchyard.merchant_id', '*', true)`);
    this.addSql(
      `update webhook_deliveries set failed_at = completed_at where status = 'failed' and failed_at is null`,
    );
  }
}
