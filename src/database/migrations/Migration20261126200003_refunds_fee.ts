import { Migration } from '@mikro-orm/migrations';

/** Fees of refunds, and where the connector accounts for them. */
export class Migration20261126200003_refunds_fee extends Migration {
  override up(): void {
    this.addSql(
      `alter table "refunds" add "fee" int8 null, add "fee_currency" text null, add "settlement_reference" text null, add "available_on" timestamptz(3) null`,
    );
    this.addSql(
      `alter table "refunds" add constraint "refunds_fee_check" check (fee >= -9007199254740991 and fee <= 9007199254740991) not valid`,
    );
  }
}
