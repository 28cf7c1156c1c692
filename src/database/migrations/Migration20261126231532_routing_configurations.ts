import { Migration } from '@mikro-orm/migrations';

/** Routing algorithms of business profiles under names. */
export class Migration20261126231532_routing_configurations extends Migration {
  override up(): void {
    this.addSql(
      `create table "routing_configurations" ("merchant_id" text not null, "id" text not null, "profile_id" text not null, "name" text not null, "description" text null, "algorithm" jsonb not null, "transaction_type" text not null default 'payment', "active" boolean not null default false, "created_at" timestamptz(3) not null, "modified_at" timestamptz(3) not null, primary key ("merchant_id", "id"))`,
    );
    this.addSql(
      `create index "routing_configurations_by_created_at" on "routing_configurations" ("merchant_id", "created_at", "id")`,
    );
    this.addSql(
      `create index "routing_configurations_across_merchants" on "routing_configurations" ("created_at", "merchant_id", "id") where id > ''`,
    );
    this.addSql(
      `create index "routing_configurations_by_profile_id" on "routing_configurations" ("merchant_id", "profile_id", "created_at", "id")`,
    );
    this.addSql(
      `create index "routing_configurations_by_transaction_type" on "routing_configurations" ("merchant_id", "transaction_type", "created_at", "id")`,
    );
    this.addSql(
      `create index "routing_configurations_active" on "routing_configurations" ("merchant_id", "created_at", "id") where active`,
    );
    this.addSql(
      `create unique index "routing_configurations_one_active" on "routing_configurations" ("merchant_id", "profile_id", "transaction_type") where active`,
    );
    this.addSql(
      `alter table "routing_configurations" add constraint "routing_configurations_merchant_id_profile_id_foreign" foreign key ("merchant_id", "profile_id") references "business_profiles" ("merchant_id", "profile_id") on update no action on delete cascade`,
    );
    this.addSql(
      `alter table "routing_configurations" add constraint "routing_configurations_transaction_type_check" check (transaction_type in ('payment', 'payout'))`,
    );
    this.addSql(`alter table "routing_configurations" enable row level security`);
    this.addSql(`alter table "routing_configurations" force row level security`);
    this.addSql(
      `create policy "tenancy" on "routing_configurations" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
  }
}
