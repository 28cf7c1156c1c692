import { Migration } from '@mikro-orm/migrations';

/** The category and name that an error mapping gives an error, of `payments`. */
export class Migration20261126160001_payments_error_category extends Migration {
  override up(): void {
    this.addSql(`alter table "payments" add "error_category" text null, add "router_error" text null`);
  }
}
