import { Migration } from '@mikro-orm/migrations';

/**
 * The change feed names the deliveries that a transaction queued in the row of the object that it changed. Processes of the
 * release before go on writing a row for each. Their subscriptions to deliveries, while they run beside this release, report
 * its deliveries from the first attempt on.
 */
export class Migration20261130022000_updates_name_deliveries extends Migration {
  override up(): void {
    this.addSql('alter table "updates" add column "deliveries" text[] null');
  }
}
