import { Migration } from '@mikro-orm/migrations';

/** What needs a merchant's attention and the rules of what does. */
export class Migration20261127113348_notifications extends Migration {
  override up(): void {
    this.addSql(
      `create table "notifications" ("merchant_id" text not null, "notification_id" text not null, "kind" text not null, "object_id" text not null, "profile_id" text null, "payment_id" text null, "connector" text null, "merchant_connector_id" text null, "value" int4 null, "threshold" int4 null, "due_at" timestamptz(3) null, "error_code" text null, "read" boolean generated always as (read_at is not null) stored not null, "read_at" timestamptz(3) null, "resolved_at" timestamptz(3) null, "created_at" timestamptz(3) not null, "mail_due" boolean not null default false, primary key ("merchant_id", "notification_id"))`,
    );
    this.addSql(
      `create index "notifications_by_created_at" on "notifications" ("merchant_id", "created_at", "notification_id")`,
    );
    this.addSql(
      `create index "notifications_across_merchants" on "notifications" ("created_at", "merchant_id", "notification_id") where notification_id > ''`,
    );
    this.addSql(
      `create index "notifications_by_kind" on "notifications" ("merchant_id", "kind", "created_at", "notification_id")`,
    );
    this.addSql(
      `create index "notifications_by_profile_id" on "notifications" ("merchant_id", "profile_id", "created_at", "notification_id") where profile_id is not null`,
    );
    this.addSql(
      `create index "notifications_of_object" on "notifications" ("merchant_id", "object_id", "kind")`,
    );
    this.addSql(
      `create index "notifications_to_resolve" on "notifications" ("kind", "merchant_id") where resolved_at is null`,
    );
    this.addSql(`create index "notifications_to_mail" on "notifications" ("created_at") where mail_due`);
    this.addSql(
      `create unique index "notifications_open" on "notifications" ("merchant_id", "kind", "object_id") where resolved_at is null`,
    );
    this.addSql(`alter table "merchant_accounts" add "notification_rules" jsonb null`);
    this.addSql(`alter table "notifications" enable row level security`);
    this.addSql(`alter table "notifications" force row level security`);
    this.addSql(
      `create policy "tenancy" on "notifications" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
  }
}
