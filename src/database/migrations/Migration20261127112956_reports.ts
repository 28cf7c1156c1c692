import { Migration } from '@mikro-orm/migrations';

/** Schedules of reports, the reports, and the parts of their files. */
export class Migration20261127112956_reports extends Migration {
  override up(): void {
    this.addSql(
      `create table "reports" ("merchant_id" text not null, "report_id" text not null, "schedule_id" text not null, "name" text not null, "list" text not null, "status" text not null, "failure_reason" text null, "period_from" timestamptz(3) not null, "period_to" timestamptz(3) not null, "time_zone" text not null, "file_name" text not null, "rows" int4 not null, "bytes" int4 not null, "mask_personal_data" boolean not null, "profile_id" text null, "filter" text null, "columns" text null, "parts_done" int4 not null, "written_to" jsonb null, "announced_at" timestamptz(3) null, "expires_at" timestamptz(3) not null, "created_at" timestamptz(3) not null, primary key ("merchant_id", "report_id"))`,
    );
    this.addSql(
      `create index "reports_by_created_at" on "reports" ("merchant_id", "created_at", "report_id")`,
    );
    this.addSql(
      `create index "reports_across_merchants" on "reports" ("created_at", "merchant_id", "report_id") where report_id > ''`,
    );
    this.addSql(
      `create index "reports_by_schedule_id" on "reports" ("merchant_id", "schedule_id", "created_at", "report_id")`,
    );
    this.addSql(
      `create index "reports_by_list" on "reports" ("merchant_id", "list", "created_at", "report_id")`,
    );
    this.addSql(
      `create index "reports_by_status" on "reports" ("merchant_id", "status", "created_at", "report_id")`,
    );
    this.addSql(
      `create index "reports_by_period_from" on "reports" ("merchant_id", "period_from", "created_at", "report_id")`,
    );
    this.addSql(`create index "reports_due" on "reports" ("created_at") where announced_at is null`);
    this.addSql(`create index "reports_by_expires_at" on "reports" ("expires_at")`);
    this.addSql(
      `alter table "reports" add constraint "reports_of_period" unique ("merchant_id", "schedule_id", "period_from", "period_to")`,
    );
    this.addSql(
      `create table "report_parts" ("merchant_id" text not null, "part_id" text not null, "report_id" text not null, "content" bytea not null, "expires_at" timestamptz(3) not null, primary key ("merchant_id", "part_id"))`,
    );
    this.addSql(`create index "report_parts_by_expires_at" on "report_parts" ("expires_at")`);
    this.addSql(
      `create table "report_schedules" ("merchant_id" text not null, "schedule_id" text not null, "name" text not null, "list" text not null, "filter" text null, "columns" text null, "period" text not null, "time_zone" text not null, "hour" int4 not null, "recipients" jsonb not null default '[]', "profile_id" text null, "mask_personal_data" boolean not null default true, "enabled" boolean not null default true, "next_run_at" timestamptz(3) not null, "next_day" text not null, "created_at" timestamptz(3) not null, "modified_at" timestamptz(3) not null, primary key ("merchant_id", "schedule_id"))`,
    );
    this.addSql(
      `create index "report_schedules_by_created_at" on "report_schedules" ("merchant_id", "created_at", "schedule_id")`,
    );
    this.addSql(
      `create index "report_schedules_across_merchants" on "report_schedules" ("created_at", "merchant_id", "schedule_id") where schedule_id > ''`,
    );
    this.addSql(
      `create index "report_schedules_by_list" on "report_schedules" ("merchant_id", "list", "created_at", "schedule_id")`,
    );
    this.addSql(
      `create index "report_schedules_by_period" on "report_schedules" ("merchant_id", "period", "created_at", "schedule_id")`,
    );
    this.addSql(
      `create index "report_schedules_enabled" on "report_schedules" ("merchant_id", "created_at", "schedule_id") where enabled`,
    );
    this.addSql(
      `create index "report_schedules_by_next_run_at" on "report_schedules" ("merchant_id", "next_run_at", "schedule_id")`,
    );
    this.addSql(`create index "report_schedules_due" on "report_schedules" ("next_run_at") where enabled`);
    this.addSql(`alter table "reports" enable row level security`);
    this.addSql(`alter table "reports" force row level security`);
    this.addSql(
      `create policy "tenancy" on "reports" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
    this.addSql(
      `alter table "report_parts" add constraint "report_parts_merchant_id_report_id_foreign" foreign key ("merchant_id", "report_id") references "reports" ("merchant_id", "report_id") on update no action on delete no action`,
    );
    this.addSql(`alter table "report_parts" enable row level security`);
    this.addSql(`alter table "report_parts" force row level security`);
    this.addSql(
      `create policy "tenancy" on "report_parts" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
    this.addSql(
      `alter table "report_schedules" add constraint "report_schedules_list_check" check (list in ('payments', 'captures', 'refunds', 'disputes', 'payouts', 'customers'))`,
    );
    this.addSql(
      `alter table "report_schedules" add constraint "report_schedules_period_check" check (period in ('daily', 'weekly', 'monthly'))`,
    );
    this.addSql(`alter table "report_schedules" enable row level security`);
    this.addSql(`alter table "report_schedules" force row level security`);
    this.addSql(
      `create policy "tenancy" on "report_schedules" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
  }
}
