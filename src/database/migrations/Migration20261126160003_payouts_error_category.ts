import { Migration } from '@mikro-orm/migrations';

/** The category and name that an error mapping gives an error, of `payouts`. */
export class Migration20261126160003_payouts_error_category extends Migration {
  override up(): void {
    this.addSql(`alter table "payouts" add "error_category" text null, add "router_error" text null`);
  }
}
