import { Migration } from '@mikro-orm/migrations';

/** Encrypted details of the cards that payments were confirmed with, until they expire. */
export class Migration20261126163046_extended_card_infos extends Migration {
  override up(): void {
    this.addSql(
      `create table "extended_card_infos" ("merchant_id" text not null, "payment_id" text not null, "payload" text not null, "expires_at" timestamptz(3) not null, primary key ("merchant_id", "payment_id"))`,
    );
    this.addSql(`create index "extended_card_infos_by_expires_at" on "extended_card_infos" ("expires_at")`);
    this.addSql(`alter table "extended_card_infos" enable row level security`);
    this.addSql(`alter table "extended_card_infos" force row level security`);
    this.addSql(
      `create policy "tenancy" on "extended_card_infos" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
  }
}
