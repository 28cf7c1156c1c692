import { Migration } from '@mikro-orm/migrations';

/** Settlements and their lines, the reports that they are read from, and when each account is asked for reports. */
export class Migration20261130102744_settlements extends Migration {
  override up(): void {
    this.addSql(
      `create table "settlements" ("merchant_id" text not null, "settlement_id" text not null, "connector" text not null, "merchant_connector_id" text not null, "profile_id" text not null, "settlement_reference" text not null, "period_start" timestamptz(3) not null, "period_end" timestamptz(3) not null, "currency" text not null, "gross" int8 not null, "fee" int8 not null, "net" int8 not null, "transferred" int8 null, "line_count" int4 not null, "bank_reference" text null, "state" text not null, "paid_at" timestamptz(3) null, "created_at" timestamptz(3) not null, primary key ("merchant_id", "settlement_id"))`,
    );
    this.addSql(
      `create index "settlements_by_created_at" on "settlements" ("merchant_id", "created_at", "settlement_id")`,
    );
    this.addSql(
      `create index "settlements_across_merchants" on "settlements" ("created_at", "merchant_id", "settlement_id") where settlement_id > ''`,
    );
    this.addSql(
      `create index "settlements_by_merchant_connector_id" on "settlements" ("merchant_id", "merchant_connector_id", "created_at", "settlement_id")`,
    );
    this.addSql(
      `create index "settlements_by_period_start" on "settlements" ("merchant_id", "period_start", "created_at", "settlement_id")`,
    );
    this.addSql(
      `create index "settlements_by_period_end" on "settlements" ("merchant_id", "period_end", "created_at", "settlement_id")`,
    );
    this.addSql(
      `create index "settlements_by_currency" on "settlements" ("merchant_id", "currency", "created_at", "settlement_id")`,
    );
    this.addSql(
      `create index "settlements_by_state" on "settlements" ("merchant_id", "state", "created_at", "settlement_id")`,
    );
    this.addSql(
      `alter table "settlements" add constraint "settlements_references" unique ("merchant_id", "merchant_connector_id", "settlement_reference", "currency")`,
    );
    this.addSql(
      `create table "settlement_feeds" ("merchant_id" text not null, "merchant_connector_id" text not null, "next_at" timestamptz(3) not null, "failure_reason" text null, primary key ("merchant_id", "merchant_connector_id"))`,
    );
    this.addSql(`create index "settlement_feeds_due" on "settlement_feeds" ("next_at")`);
    // Its few rows change with each batch of lines that is read.
    this.addSql(
      `alter table "settlement_feeds" set (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 10000000)`,
    );
    this.addSql(
      `create table "settlement_lines" ("merchant_id" text not null, "line_id" text not null, "settlement_id" text null, "merchant_connector_id" text not null, "profile_id" text not null, "import_id" text null, "report_reference" text not null, "line_number" int4 not null, "type" text not null, "connector_reference" text null, "order_reference" text null, "settlement_reference" text null, "gross" int8 not null, "fee" int8 null, "net" int8 not null, "currency" text not null, "settled_net" int8 null, "settled_fee" int8 null, "settled_currency" text null, "occurred_at" timestamptz(3) not null, "available_on" timestamptz(3) null, "entry_id" text null, "duplicate_of" text null, "content_digest" text not null, "created_at" timestamptz(3) not null, primary key ("merchant_id", "line_id"))`,
    );
    this.addSql(
      `create index "settlement_lines_by_created_at" on "settlement_lines" ("merchant_id", "created_at", "line_id")`,
    );
    this.addSql(
      `create index "settlement_lines_across_merchants" on "settlement_lines" ("created_at", "merchant_id", "line_id") where line_id > ''`,
    );
    this.addSql(
      `create index "settlement_lines_by_settlement_id" on "settlement_lines" ("merchant_id", "settlement_id", "created_at", "line_id") where settlement_id is not null`,
    );
    this.addSql(
      `create index "settlement_lines_of_import" on "settlement_lines" ("merchant_id", "import_id") where import_id is not null`,
    );
    this.addSql(
      `alter table "settlement_lines" add constraint "settlement_lines_of_report" unique ("merchant_id", "merchant_connector_id", "report_reference", "line_number")`,
    );
    this.addSql(
      `create unique index "settlement_lines_contents" on "settlement_lines" ("merchant_id", "merchant_connector_id", "content_digest") where duplicate_of is null`,
    );
    this.addSql(
      `create table "settlement_reports" ("merchant_id" text not null, "merchant_connector_id" text not null, "report_reference" text not null, "reported_at" timestamptz(3) not null, "checked_at" timestamptz(3) null, "lines_read" int4 not null, "read_to" text null, "lines_refused" int4 not null, "finished_at" timestamptz(3) null, "is_paid" boolean not null, "failure_reason" text null, primary key ("merchant_id", "merchant_connector_id", "report_reference"))`,
    );
    this.addSql(
      `create index "settlement_reports_by_reported_at" on "settlement_reports" ("merchant_id", "merchant_connector_id", "reported_at")`,
    );
    this.addSql(
      `alter table "settlements" add constraint "settlements_gross_check" check (gross >= -9007199254740991 and gross <= 9007199254740991)`,
    );
    this.addSql(
      `alter table "settlements" add constraint "settlements_fee_check" check (fee >= -9007199254740991 and fee <= 9007199254740991)`,
    );
    this.addSql(
      `alter table "settlements" add constraint "settlements_net_check" check (net >= -9007199254740991 and net <= 9007199254740991)`,
    );
    this.addSql(
      `alter table "settlements" add constraint "settlements_transferred_check" check (transferred >= -9007199254740991 and transferred <= 9007199254740991)`,
    );
    this.addSql(
      `alter table "settlements" add constraint "settlements_state_check" check (state in ('open', 'in_transit', 'paid', 'differs'))`,
    );
    this.addSql(
      `alter table "settlements" add constraint "settlements_net_of_fees" check (net = gross - fee)`,
    );
    this.addSql(`alter table "settlements" enable row level security`);
    this.addSql(`alter table "settlements" force row level security`);
    this.addSql(
      `create policy "tenancy" on "settlements" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
    this.addSql(`alter table "settlement_feeds" enable row level security`);
    this.addSql(`alter table "settlement_feeds" force row level security`);
    this.addSql(
      `create policy "tenancy" on "settlement_feeds" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
    this.addSql(
      `alter table "settlement_lines" add constraint "settlement_lines_type_check" check (type in ('capture', 'capture_failure', 'refund', 'refund_failure', 'dispute', 'dispute_reversal', 'payout', 'payout_failure', 'fee', 'adjustment', 'transfer', 'conversion'))`,
    );
    this.addSql(
      `alter table "settlement_lines" add constraint "settlement_lines_gross_check" check (gross >= -9007199254740991 and gross <= 9007199254740991)`,
    );
    this.addSql(
      `alter table "settlement_lines" add constraint "settlement_lines_fee_check" check (fee >= -9007199254740991 and fee <= 9007199254740991)`,
    );
    this.addSql(
      `alter table "settlement_lines" add constraint "settlement_lines_net_check" check (net >= -9007199254740991 and net <= 9007199254740991)`,
    );
    this.addSql(
      `alter table "settlement_lines" add constraint "settlement_lines_settled_net_check" check (settled_net >= -9007199254740991 and settled_net <= 9007199254740991)`,
    );
    this.addSql(
      `alter table "settlement_lines" add constraint "settlement_lines_settled_fee_check" check (settled_fee >= -9007199254740991 and settled_fee <= 9007199254740991)`,
    );
    this.addSql(
      `alter table "settlement_lines" add constraint "settlement_lines_net_of_fee" check (net = gross - coalesce(fee, 0))`,
    );
    this.addSql(`alter table "settlement_lines" enable row level security`);
    this.addSql(`alter table "settlement_lines" force row level security`);
    this.addSql(
      `create policy "tenancy" on "settlement_lines" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
    this.addSql(`alter table "settlement_reports" enable row level security`);
    this.addSql(`alter table "settlement_reports" force row level security`);
    this.addSql(
      `create policy "tenancy" on "settlement_reports" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
  }
}
