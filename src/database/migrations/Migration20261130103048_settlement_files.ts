import { Migration } from '@mikro-orm/migrations';

/** Imports of settlement files and bank statements, and the lines of statements. */
export class Migration20261130103048_settlement_files extends Migration {
  override up(): void {
    this.addSql(
      `create table "finance_imports" ("merchant_id" text not null, "import_id" text not null, "kind" text not null, "status" text not null, "merchant_connector_id" text null, "format" text not null, "mapping_name" text null, "mapping" jsonb null, "columns" jsonb not null default '[]', "first_lines" jsonb not null default '[]', "sums" jsonb not null default '[]', "refused" jsonb not null default '[]', "lines_read" int4 not null, "lines_refused" int4 not null, "lines_taken" int4 not null, "lines_duplicate" int4 not null, "progress" int4 not null, "failure_reason" text null, "content_digest" text not null, "takes_back" boolean not null default false, "created_at" timestamptz(3) not null, "confirmed_at" timestamptz(3) null, "finished_at" timestamptz(3) null, "expires_at" timestamptz(3) null, primary key ("merchant_id", "import_id"))`,
    );
    this.addSql(
      `create index "finance_imports_by_created_at" on "finance_imports" ("merchant_id", "created_at", "import_id")`,
    );
    this.addSql(
      `create index "finance_imports_across_merchants" on "finance_imports" ("created_at", "merchant_id", "import_id") where import_id > ''`,
    );
    this.addSql(
      `create index "finance_imports_by_kind" on "finance_imports" ("merchant_id", "kind", "created_at", "import_id")`,
    );
    this.addSql(
      `create index "finance_imports_by_status" on "finance_imports" ("merchant_id", "status", "created_at", "import_id")`,
    );
    this.addSql(
      `create index "finance_imports_by_merchant_connector_id" on "finance_imports" ("merchant_id", "merchant_connector_id", "created_at", "import_id") where merchant_connector_id is not null`,
    );
    this.addSql(
      `create index "finance_imports_due" on "finance_imports" ("created_at") where status = 'running'`,
    );
    this.addSql(
      `create index "finance_imports_by_expires_at" on "finance_imports" ("expires_at") where expires_at is not null`,
    );
    this.addSql(
      `create unique index "finance_imports_files" on "finance_imports" ("merchant_id", "content_digest") where status in ('preview', 'running', 'done')`,
    );
    this.addSql(
      `create table "bank_statement_lines" ("merchant_id" text not null, "line_id" text not null, "import_id" text not null, "line_number" int4 not null, "booked_on" timestamptz(3) not null, "amount" int8 not null, "currency" text not null, "reference" text null, "counterparty" bytea null, "settlement_id" text null, "duplicate_of" text null, "content_digest" text not null, "created_at" timestamptz(3) not null, primary key ("merchant_id", "line_id"))`,
    );
    this.addSql(
      `create index "bank_statement_lines_by_created_at" on "bank_statement_lines" ("merchant_id", "created_at", "line_id")`,
    );
    this.addSql(
      `create index "bank_statement_lines_across_merchants" on "bank_statement_lines" ("created_at", "merchant_id", "line_id") where line_id > ''`,
    );
    this.addSql(
      `create index "bank_statement_lines_by_booked_on" on "bank_statement_lines" ("merchant_id", "booked_on", "created_at", "line_id")`,
    );
    this.addSql(
      `create index "bank_statement_lines_by_settlement_id" on "bank_statement_lines" ("merchant_id", "settlement_id", "created_at", "line_id") where settlement_id is not null`,
    );
    this.addSql(
      `create index "bank_statement_lines_duplicates" on "bank_statement_lines" ("merchant_id", "duplicate_of") where duplicate_of is not null`,
    );
    this.addSql(
      `create index "bank_statement_lines_unmatched" on "bank_statement_lines" ("merchant_id", "currency", "amount") where settlement_id is null and duplicate_of is null and amount > 0`,
    );
    this.addSql(
      `create unique index "bank_statement_lines_contents" on "bank_statement_lines" ("merchant_id", "content_digest") where duplicate_of is null`,
    );
    this.addSql(
      `alter table "bank_statement_lines" add constraint "bank_statement_lines_of_import" unique ("merchant_id", "import_id", "line_number")`,
    );
    this.addSql(
      `create table "finance_import_batches" ("merchant_id" text not null, "batch_id" text not null, "import_id" text not null, "place" int4 not null, "lines" bytea not null, primary key ("merchant_id", "batch_id"))`,
    );
    this.addSql(
      `alter table "finance_import_batches" add constraint "finance_import_batches_in_order" unique ("merchant_id", "import_id", "place")`,
    );
    this.addSql(
      `create table "finance_import_refusals" ("merchant_id" text not null, "refusal_id" text not null, "import_id" text not null, "line" int4 not null, "reason" text not null, "created_at" timestamptz(3) not null, primary key ("merchant_id", "refusal_id"))`,
    );
    this.addSql(
      `create index "finance_import_refusals_by_created_at" on "finance_import_refusals" ("merchant_id", "created_at", "refusal_id")`,
    );
    this.addSql(
      `create index "finance_import_refusals_across_merchants" on "finance_import_refusals" ("created_at", "merchant_id", "refusal_id") where refusal_id > ''`,
    );
    this.addSql(
      `create index "finance_import_refusals_by_import_id" on "finance_import_refusals" ("merchant_id", "import_id", "created_at", "refusal_id")`,
    );
    this.addSql(
      `create table "finance_mappings" ("merchant_id" text not null, "mapping_name" text not null, "mapping" jsonb not null, "kept_at" timestamptz(3) not null, primary key ("merchant_id", "mapping_name"))`,
    );
    this.addSql(
      `alter table "finance_imports" add constraint "finance_imports_kind_check" check (kind in ('settlement', 'bank_statement'))`,
    );
    this.addSql(
      `alter table "finance_imports" add constraint "finance_imports_status_check" check (status in ('preview', 'running', 'done', 'failed', 'undone'))`,
    );
    this.addSql(`alter table "finance_imports" enable row level security`);
    this.addSql(`alter table "finance_imports" force row level security`);
    this.addSql(
      `create policy "tenancy" on "finance_imports" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
    this.addSql(
      `alter table "bank_statement_lines" add constraint "bank_statement_lines_merchant_id_import_id_foreign" foreign key ("merchant_id", "import_id") references "finance_imports" ("merchant_id", "import_id") on update no action on delete no action`,
    );
    this.addSql(
      `alter table "bank_statement_lines" add constraint "bank_statement_lines_amount_check" check (amount >= -9007199254740991 and amount <= 9007199254740991)`,
    );
    this.addSql(`alter table "bank_statement_lines" enable row level security`);
    this.addSql(`alter table "bank_statement_lines" force row level security`);
    this.addSql(
      `create policy "tenancy" on "bank_statement_lines" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
    this.addSql(
      `alter table "finance_import_batches" add constraint "finance_import_batches_merchant_id_import_id_foreign" foreign key ("merchant_id", "import_id") references "finance_imports" ("merchant_id", "import_id") on update no action on delete cascade`,
    );
    this.addSql(`alter table "finance_import_batches" enable row level security`);
    this.addSql(`alter table "finance_import_batches" force row level security`);
    this.addSql(
      `create policy "tenancy" on "finance_import_batches" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
    this.addSql(
      `alter table "finance_import_refusals" add constraint "finance_import_refusals_merchant_id_import_id_foreign" foreign key ("merchant_id", "import_id") references "finance_imports" ("merchant_id", "import_id") on update no action on delete cascade`,
    );
    this.addSql(`alter table "finance_import_refusals" enable row level security`);
    this.addSql(`alter table "finance_import_refusals" force row level security`);
    this.addSql(
      `create policy "tenancy" on "finance_import_refusals" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
    this.addSql(`alter table "finance_mappings" enable row level security`);
    this.addSql(`alter table "finance_mappings" force row level security`);
    this.addSql(
      `create policy "tenancy" on "finance_mappings" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
  }
}
