import { Migration } from '@mikro-orm/migrations';

/** Changes of balances at connector accounts, and the jobs that write those of the past. */
export class Migration20261130102850_balance_entries extends Migration {
  override up(): void {
    this.addSql(
      `create table "balance_backfills" ("merchant_id" text not null, "kind" text not null, "status" text not null, "changed_since" timestamptz(3) null, "stage" int4 not null, "after_id" text not null, "entries" int4 not null, "due_at" timestamptz(3) not null, "created_at" timestamptz(3) not null, "finished_at" timestamptz(3) null, primary key ("merchant_id", "kind"))`,
    );
    this.addSql(
      `create index "balance_backfills_due" on "balance_backfills" ("due_at") where status = 'pending'`,
    );
    this.addSql(
      `create table "balance_entries" ("merchant_id" text not null, "entry_id" text not null, "type" text not null, "gross" int8 not null, "fee" int8 null, "net" int8 generated always as (gross - coalesce(fee, 0)) stored not null, "currency" text not null, "settled_net" int8 null, "settled_currency" text null, "exchange_rate" text null, "occurred_at" timestamptz(3) not null, "available_on" timestamptz(3) null, "state" text not null default 'expected', "merchant_connector_id" text null, "profile_id" text null, "connector_reference" text null, "payment_id" text null, "capture_id" text null, "refund_id" text null, "dispute_id" text null, "payout_id" text null, "attempt_id" text null, "settlement_id" text null, primary key ("merchant_id", "entry_id"))`,
    );
    this.addSql(
      `create index "balance_entries_by_occurred_at" on "balance_entries" ("merchant_id", "occurred_at")`,
    );
    this.addSql(
      `create index "balance_entries_across_merchants" on "balance_entries" ("occurred_at") where entry_id > ''`,
    );
    this.addSql(
      `create index "balance_entries_by_payment_id" on "balance_entries" ("merchant_id", "payment_id", "occurred_at") where payment_id is not null`,
    );
    this.addSql(
      `create index "balance_entries_by_capture_id" on "balance_entries" ("merchant_id", "capture_id", "occurred_at") where capture_id is not null`,
    );
    this.addSql(
      `create index "balance_entries_by_refund_id" on "balance_entries" ("merchant_id", "refund_id", "occurred_at") where refund_id is not null`,
    );
    this.addSql(
      `create index "balance_entries_by_dispute_id" on "balance_entries" ("merchant_id", "dispute_id", "occurred_at") where dispute_id is not null`,
    );
    this.addSql(
      `create index "balance_entries_by_payout_id" on "balance_entries" ("merchant_id", "payout_id", "occurred_at") where payout_id is not null`,
    );
    this.addSql(
      `create index "balance_entries_by_settlement_id" on "balance_entries" ("merchant_id", "settlement_id", "occurred_at") where settlement_id is not null`,
    );
    this.addSql(`alter table "balance_backfills" enable row level security`);
    this.addSql(`alter table "balance_backfills" force row level security`);
    this.addSql(
      `create policy "tenancy" on "balance_backfills" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
    this.addSql(
      `alter table "balance_entries" add constraint "balance_entries_type_check" check (type in ('capture', 'capture_failure', 'refund', 'refund_failure', 'dispute', 'dispute_reversal', 'payout', 'payout_failure', 'fee', 'adjustment', 'transfer', 'conversion'))`,
    );
    this.addSql(
      `alter table "balance_entries" add constraint "balance_entries_gross_check" check (gross >= -9007199254740991 and gross <= 9007199254740991)`,
    );
    this.addSql(
      `alter table "balance_entries" add constraint "balance_entries_fee_check" check (fee >= -9007199254740991 and fee <= 9007199254740991)`,
    );
    this.addSql(
      `alter table "balance_entries" add constraint "balance_entries_net_check" check (net >= -9007199254740991 and net <= 9007199254740991)`,
    );
    this.addSql(
      `alter table "balance_entries" add constraint "balance_entries_settled_net_check" check (settled_net >= -9007199254740991 and settled_net <= 9007199254740991)`,
    );
    this.addSql(
      `alter table "balance_entries" add constraint "balance_entries_state_check" check (state in ('expected', 'reported', 'settled'))`,
    );
    this.addSql(`alter table "balance_entries" enable row level security`);
    this.addSql(`alter table "balance_entries" force row level security`);
    this.addSql(
      `create policy "tenancy" on "balance_entries" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
  }
}
