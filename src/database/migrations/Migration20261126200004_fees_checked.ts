import { Migration } from '@mikro-orm/migrations';

/** Checks the rows that were there before the constraints on fees. */
export class Migration20261126200004_fees_checked extends Migration {
  override up(): void {
    this.addSql(`alter table "payments" validate constraint "payments_fee_check"`);
    this.addSql(`alter table "payments" validate constraint "payments_net_check"`);
    this.addSql(`alter table "captures" validate constraint "captures_fee_check"`);
    this.addSql(`alter table "refunds" validate constraint "refunds_fee_check"`);
  }
}
