import { Migration } from '@mikro-orm/migrations';

/** Lists of values that the conditions of rulesets compare with. */
export class Migration20261130065916_lists extends Migration {
  override up(): void {
    this.addSql(
      `create table "value_lists" ("merchant_id" text not null, "list_id" text not null, "name" text not null, "kind" text not null, "created_at" timestamptz(3) not null, primary key ("merchant_id", "list_id"))`,
    );
    this.addSql(
      `create index "value_lists_by_created_at" on "value_lists" ("merchant_id", "created_at", "list_id")`,
    );
    this.addSql(
      `create index "value_lists_across_merchants" on "value_lists" ("created_at", "merchant_id", "list_id") where list_id > ''`,
    );
    this.addSql(
      `create index "value_lists_by_name" on "value_lists" ("merchant_id", "name", "created_at", "list_id")`,
    );
    this.addSql(
      `create index "value_lists_by_kind" on "value_lists" ("merchant_id", "kind", "created_at", "list_id")`,
    );
    this.addSql(
      `alter table "value_lists" add constraint "value_lists_names" unique ("merchant_id", "name")`,
    );
    this.addSql(
      `create table "list_entries" ("merchant_id" text not null, "entry_id" text not null, "list_id" text not null, "value" bytea not null, "hint" text not null, "digest" text not null, "expires_at" timestamptz(3) null, "reason" text null, "created_at" timestamptz(3) not null, primary key ("merchant_id", "entry_id"))`,
    );
    this.addSql(
      `create index "list_entries_by_created_at" on "list_entries" ("merchant_id", "created_at", "entry_id")`,
    );
    this.addSql(
      `create index "list_entries_across_merchants" on "list_entries" ("created_at", "merchant_id", "entry_id") where entry_id > ''`,
    );
    this.addSql(
      `create index "list_entries_by_list_id" on "list_entries" ("merchant_id", "list_id", "created_at", "entry_id")`,
    );
    this.addSql(`create index "list_entries_by_digest" on "list_entries" ("merchant_id", "digest")`);
    this.addSql(
      `create index "list_entries_by_expires_at" on "list_entries" ("expires_at") where expires_at is not null`,
    );
    this.addSql(
      `alter table "list_entries" add constraint "list_entries_values" unique ("merchant_id", "list_id", "digest")`,
    );
    this.addSql(
      `alter table "value_lists" add constraint "value_lists_kind_check" check (kind in ('bin', 'card_fingerprint', 'email', 'email_domain', 'ip_address', 'country', 'customer', 'phone'))`,
    );
    this.addSql(`alter table "value_lists" enable row level security`);
    this.addSql(`alter table "value_lists" force row level security`);
    this.addSql(
      `create policy "tenancy" on "value_lists" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
    this.addSql(
      `alter table "list_entries" add constraint "list_entries_merchant_id_list_id_foreign" foreign key ("merchant_id", "list_id") references "value_lists" ("merchant_id", "list_id") on update no action on delete cascade`,
    );
    this.addSql(`alter table "list_entries" enable row level security`);
    this.addSql(`alter table "list_entries" force row level security`);
    this.addSql(
      `create policy "tenancy" on "list_entries" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
  }
}
