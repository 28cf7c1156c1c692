import { Migration } from '@mikro-orm/migrations';

/** Imports of payment methods: their progress, their rows until they are saved, and a result for each. */
export class Migration20261126232000_payment_method_imports extends Migration {
  override up(): void {
    this.addSql(
      `create table "import_keys" ("kid" text not null, "public_jwk" jsonb not null, "private_key" bytea not null, "created_at" timestamptz(3) not null, primary key ("kid"))`,
    );
    this.addSql(
      `create table "payment_method_imports" ("merchant_id" text not null, "import_id" text not null, "status" text not null, "format" text not null, "encrypted" boolean not null default false, "rows_total" int4 not null, "rows_done" int4 not null, "rows_created" int4 not null, "rows_updated" int4 not null, "rows_duplicate" int4 not null, "rows_failed" int4 not null, "created_at" timestamptz(3) not null, "completed_at" timestamptz(3) null, primary key ("merchant_id", "import_id"))`,
    );
    this.addSql(
      `create index "payment_method_imports_by_created_at" on "payment_method_imports" ("merchant_id", "created_at", "import_id")`,
    );
    this.addSql(
      `create index "payment_method_imports_across_merchants" on "payment_method_imports" ("created_at", "merchant_id", "import_id") where import_id > ''`,
    );
    this.addSql(
      `create index "payment_method_imports_by_status" on "payment_method_imports" ("merchant_id", "status", "created_at", "import_id")`,
    );
    this.addSql(
      `create index "payment_method_imports_due" on "payment_method_imports" ("created_at") where status = 'processing'`,
    );
    this.addSql(
      `create table "payment_method_import_batches" ("merchant_id" text not null, "batch_id" text not null, "import_id" text not null, "first_line" int4 not null, "rows" bytea not null, primary key ("merchant_id", "batch_id"))`,
    );
    this.addSql(
      `create index "payment_method_import_batches_in_order" on "payment_method_import_batches" ("merchant_id", "import_id", "first_line")`,
    );
    this.addSql(
      `create table "payment_method_import_results" ("merchant_id" text not null, "result_id" text not null, "import_id" text not null, "line" int4 not null, "outcome" text not null, "payment_method_id" text null, "customer_id" text null, "error_code" text null, "error_message" text null, "error_param" text null, "created_at" timestamptz(3) not null, primary key ("merchant_id", "result_id"))`,
    );
    this.addSql(
      `create index "payment_method_import_results_by_created_at" on "payment_method_import_results" ("merchant_id", "created_at", "result_id")`,
    );
    this.addSql(
      `create index "payment_method_import_results_across_merchants" on "payment_method_import_results" ("created_at", "merchant_id", "result_id") where result_id > ''`,
    );
    this.addSql(
      `create index "payment_method_import_results_by_import_id" on "payment_method_import_results" ("merchant_id", "import_id", "created_at", "result_id")`,
    );
    this.addSql(
      `create index "payment_method_import_results_by_outcome" on "payment_method_import_results" ("merchant_id", "outcome", "created_at", "result_id")`,
    );
    this.addSql(`alter table "payment_method_imports" enable row level security`);
    this.addSql(`alter table "payment_method_imports" force row level security`);
    this.addSql(
      `create policy "tenancy" on "payment_method_imports" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
    this.addSql(
      `alter table "payment_method_import_batches" add constraint "payment_method_import_batches_merchant_id_import_id_foreign" foreign key ("merchant_id", "import_id") references "payment_method_imports" ("merchant_id", "import_id") on update no action on delete no action`,
    );
    this.addSql(`alter table "payment_method_import_batches" enable row level security`);
    this.addSql(`alter table "payment_method_import_batches" force row level security`);
    this.addSql(
      `create policy "tenancy" on "payment_method_import_batches" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
    this.addSql(
      `alter table "payment_method_import_results" add constraint "payment_method_import_results_merchant_id_import_id_foreign" foreign key ("merchant_id", "import_id") references "payment_method_imports" ("merchant_id", "import_id") on update no action on delete no action`,
    );
    this.addSql(`alter table "payment_method_import_results" enable row level security`);
    this.addSql(`alter table "payment_method_import_results" force row level security`);
    this.addSql(
      `create policy "tenancy" on "payment_method_import_results" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
  }
}
