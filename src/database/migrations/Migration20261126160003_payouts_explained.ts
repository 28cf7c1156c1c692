import { Migration } from '@mikro-orm/migrations';

/** Why a payout was cancelled, and the category and name that an error mapping gives an error, of `payouts`. */
export class Migration20261126160003_payouts_explained extends Migration {
  override up(): void {
    this.addSql(
      `alter table "payouts" add "cancellation_reason" text null, add "error_category" text null, add "router_error" text null`,
    );
  }
}
