import { Migration } from '@mikro-orm/migrations';

/** The category and name that an error mapping gives an error, of `refunds`. */
export class Migration20261126160005_refunds_error_category extends Migration {
  override up(): void {
    this.addSql(`alter table "refunds" add "error_category" text null, add "router_error" text null`);
  }
}
