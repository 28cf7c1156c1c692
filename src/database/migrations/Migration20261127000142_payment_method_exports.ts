import { Migration } from '@mikro-orm/migrations';

/** Exports of payment methods, and their files until they were downloaded. */
export class Migration20261127000142_payment_method_exports extends Migration {
  override up(): void {
    this.addSql(
      `create table "payment_method_exports" ("merchant_id" text not null, "export_id" text not null, "status" text not null, "public_key" text not null, "public_key_sha256" text not null, "requested_by" text not null, "approvals" jsonb not null default '[]', "approve_before" timestamptz(3) not null, "rows_done" int4 not null, "files_done" int4 not null, "last_method_id" text null, "download_before" timestamptz(3) null, "created_at" timestamptz(3) not null, primary key ("merchant_id", "export_id"))`,
    );
    this.addSql(
      `create index "payment_method_exports_by_created_at" on "payment_method_exports" ("merchant_id", "created_at", "export_id")`,
    );
    this.addSql(
      `create index "payment_method_exports_across_merchants" on "payment_method_exports" ("created_at", "merchant_id", "export_id") where export_id > ''`,
    );
    this.addSql(
      `create index "payment_method_exports_by_status" on "payment_method_exports" ("merchant_id", "status", "created_at", "export_id")`,
    );
    this.addSql(
      `create index "payment_method_exports_due" on "payment_method_exports" ("created_at") where status in ('awaiting_approval', 'processing')`,
    );
    this.addSql(
      `create table "payment_method_export_files" ("merchant_id" text not null, "file_id" text not null, "export_id" text not null, "content" text not null, "written_at" timestamptz(3) not null, primary key ("merchant_id", "file_id"))`,
    );
    this.addSql(
      `create index "payment_method_export_files_by_written_at" on "payment_method_export_files" ("written_at")`,
    );
    this.addSql(`alter table "payment_method_exports" enable row level security`);
    this.addSql(`alter table "payment_method_exports" force row level security`);
    this.addSql(
      `create policy "tenancy" on "payment_method_exports" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
    this.addSql(
      `alter table "payment_method_export_files" add constraint "payment_method_export_files_merchant_id_export_id_foreign" foreign key ("merchant_id", "export_id") references "payment_method_exports" ("merchant_id", "export_id") on update no action on delete no action`,
    );
    this.addSql(`alter table "payment_method_export_files" enable row level security`);
    this.addSql(`alter table "payment_method_export_files" force row level security`);
    this.addSql(
      `create policy "tenancy" on "payment_method_export_files" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
  }
}
