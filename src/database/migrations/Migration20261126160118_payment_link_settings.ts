import { Migration } from '@mikro-orm/migrations';

/** The settings of payments' hosted pages. */
export class Migration20261126160118_payment_link_settings extends Migration {
  override up(): void {
    this.addSql(`alter table "payments" add "payment_link_config" jsonb null`);
  }
}
