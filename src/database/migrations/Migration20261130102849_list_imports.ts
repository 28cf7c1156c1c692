import { Migration } from '@mikro-orm/migrations';

/** Imports of list entries, and the lists whose entries are still to be deleted. */
export class Migration20261130102849_list_imports extends Migration {
  override up(): void {
    this.addSql(
      `create table "deleted_lists" ("merchant_id" text not null, "list_id" text not null, "deleted_at" timestamptz(3) not null, primary key ("merchant_id", "list_id"))`,
    );
    this.addSql(
      `create table "list_imports" ("merchant_id" text not null, "import_id" text not null, "list_id" text not null, "status" text not null, "progress" int4 not null, "lines_total" int4 not null, "lines_read" int4 not null, "lines_added" int4 not null, "lines_known" int4 not null, "lines_refused" int4 not null, "refused" jsonb not null default '[]', "failure_reason" text null, "created_at" timestamptz(3) not null, "ended_at" timestamptz(3) null, primary key ("merchant_id", "import_id"))`,
    );
    this.addSql(
      `create index "list_imports_by_created_at" on "list_imports" ("merchant_id", "created_at", "import_id")`,
    );
    this.addSql(
      `create index "list_imports_across_merchants" on "list_imports" ("created_at", "merchant_id", "import_id") where import_id > ''`,
    );
    this.addSql(
      `create index "list_imports_by_list_id" on "list_imports" ("merchant_id", "list_id", "created_at", "import_id")`,
    );
    this.addSql(
      `create index "list_imports_by_status" on "list_imports" ("merchant_id", "status", "created_at", "import_id")`,
    );
    this.addSql(
      `create index "list_imports_due" on "list_imports" ("created_at") where status in ('pending', 'running')`,
    );
    this.addSql(
      `create table "list_import_batches" ("merchant_id" text not null, "batch_id" text not null, "import_id" text not null, "list_id" text not null, "first_line" int4 not null, "rows" bytea not null, "created_at" timestamptz(3) not null, primary key ("merchant_id", "batch_id"))`,
    );
    this.addSql(
      `create index "list_import_batches_in_order" on "list_import_batches" ("merchant_id", "import_id", "first_line")`,
    );
    this.addSql(
      `create index "list_import_batches_by_list_id" on "list_import_batches" ("merchant_id", "list_id")`,
    );
    this.addSql(`create index "list_import_batches_by_created_at" on "list_import_batches" ("created_at")`);
    this.addSql(
      `create table "list_import_refusals" ("merchant_id" text not null, "refusal_id" text not null, "import_id" text not null, "list_id" text not null, "line" int4 not null, "reason" text not null, "created_at" timestamptz(3) not null, primary key ("merchant_id", "refusal_id"))`,
    );
    this.addSql(
      `create index "list_import_refusals_by_created_at" on "list_import_refusals" ("merchant_id", "created_at", "refusal_id")`,
    );
    this.addSql(
      `create index "list_import_refusals_across_merchants" on "list_import_refusals" ("created_at", "merchant_id", "refusal_id") where refusal_id > ''`,
    );
    this.addSql(
      `create index "list_import_refusals_by_import_id" on "list_import_refusals" ("merchant_id", "import_id", "created_at", "refusal_id")`,
    );
    this.addSql(
      `create index "list_import_refusals_by_list_id" on "list_import_refusals" ("merchant_id", "list_id")`,
    );
    this.addSql(`alter table "deleted_lists" enable row level security`);
    this.addSql(`alter table "deleted_lists" force row level security`);
    this.addSql(
      `create policy "tenancy" on "deleted_lists" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
    this.addSql(
      `alter table "list_imports" add constraint "list_imports_status_check" check (status in ('pending', 'running', 'succeeded', 'failed'))`,
    );
    this.addSql(`alter table "list_imports" enable row level security`);
    this.addSql(`alter table "list_imports" force row level security`);
    this.addSql(
      `create policy "tenancy" on "list_imports" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
    this.addSql(`alter table "list_import_batches" enable row level security`);
    this.addSql(`alter table "list_import_batches" force row level security`);
    this.addSql(
      `create policy "tenancy" on "list_import_batches" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
    this.addSql(`alter table "list_import_refusals" enable row level security`);
    this.addSql(`alter table "list_import_refusals" force row level security`);
    this.addSql(
      `create policy "tenancy" on "list_import_refusals" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
    // Rows come and go: ANALYZE would make every session plan their statements anew.
    for (const table of ['list_import_batches', 'deleted_lists']) {
      this.addSql(
        `alter table "${table}" set (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 10000000)`,
      );
    }
  }
}
