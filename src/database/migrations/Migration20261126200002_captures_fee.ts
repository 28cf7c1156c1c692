import { Migration } from '@mikro-orm/migrations';

/** Fees of captures, where the connector accounts for them, and the profile, which restricted keys list them by. */
export class Migration20261126200002_captures_fee extends Migration {
  override up(): void {
    this.addSql(
      `alter table "captures" add "fee" int8 null, add "fee_currency" text null, add "settlement_reference" text null, add "available_on" timestamptz(3) null, add "profile_id" text null`,
    );
    this.addSql(
      `alter table "captures" add constraint "captures_fee_check" check (fee >= -9007199254740991 and fee <= 9007199254740991) not valid`,
    );
  }
}
