import { Migration } from '@mikro-orm/migrations';

/** Links to pages on which customers save payment methods. */
export class Migration20261126163933_collect_links extends Migration {
  override up(): void {
    this.addSql(
      `create table "collect_links" ("merchant_id" text not null, "pm_collect_link_id" text not null, "customer_id" text not null, "pm_collect_link_config" jsonb null, "return_url" text null, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, primary key ("merchant_id", "pm_collect_link_id"))`,
    );
    this.addSql(`create index "collect_links_by_expires_at" on "collect_links" ("expires_at")`);
    this.addSql(
      `create index "collect_links_by_customer_id" on "collect_links" ("merchant_id", "customer_id")`,
    );
    this.addSql(
      `alter table "collect_links" add constraint "collect_links_merchant_id_customer_id_foreign" foreign key ("merchant_id", "customer_id") references "customers" ("merchant_id", "customer_id") on update no action on delete no action`,
    );
    this.addSql(`alter table "collect_links" enable row level security`);
    this.addSql(`alter table "collect_links" force row level security`);
    this.addSql(
      `create policy "tenancy" on "collect_links" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
  }
}
