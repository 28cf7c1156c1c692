import { Migration } from '@mikro-orm/migrations';

/** Cards and BINs that merchants take no payment with. */
export class Migration20261126233439_blocklist extends Migration {
  override up(): void {
    this.addSql(
      `create table "blocklist_entries" ("merchant_id" text not null, "fingerprint_id" text not null, "data_kind" text not null, "created_at" timestamptz(3) not null, primary key ("merchant_id", "fingerprint_id"))`,
    );
    this.addSql(
      `create index "blocklist_entries_by_created_at" on "blocklist_entries" ("merchant_id", "created_at", "fingerprint_id")`,
    );
    this.addSql(
      `create index "blocklist_entries_across_merchants" on "blocklist_entries" ("created_at", "merchant_id", "fingerprint_id") where fingerprint_id > ''`,
    );
    this.addSql(
      `create index "blocklist_entries_by_data_kind" on "blocklist_entries" ("merchant_id", "data_kind", "created_at", "fingerprint_id")`,
    );
    this.addSql(`alter table "merchant_accounts" add "blocklist_enabled" boolean not null default true`);
    this.addSql(
      `alter table "blocklist_entries" add constraint "blocklist_entries_merchant_id_foreign" foreign key ("merchant_id") references "merchant_accounts" ("merchant_id") on update no action on delete no action`,
    );
    this.addSql(
      `alter table "blocklist_entries" add constraint "blocklist_entries_data_kind_check" check (data_kind in ('payment_method', 'card_bin', 'extended_card_bin'))`,
    );
    this.addSql(`alter table "blocklist_entries" enable row level security`);
    this.addSql(`alter table "blocklist_entries" force row level security`);
    this.addSql(
      `create policy "tenancy" on "blocklist_entries" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
  }
}
