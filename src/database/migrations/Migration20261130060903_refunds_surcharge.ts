import { Migration } from '@mikro-orm/migrations';

/** The part of a refund that returns the surcharge of its payment. */
export class Migration20261130060903_refunds_surcharge extends Migration {
  override up(): void {
    this.addSql(`alter table "refunds" add "surcharge_amount" int8 null`);
    this.addSql(
      `alter table "refunds" add constraint "refunds_surcharge_amount_check" check (surcharge_amount >= 0 and surcharge_amount <= 999999999999) not valid`,
    );
  }
}
