import { Migration } from '@mikro-orm/migrations';

/** Settlements of the sandbox. */
export class Migration20261130103535_sandbox_settlements extends Migration {
  override up(): void {
    this.addSql(
      `create table "sandbox_settled" ("merchant_id" text not null, "merchant_connector_id" text not null, "movement_id" text not null, "settlement_id" text null, "line_number" int4 null, "line" jsonb not null, "held_until" timestamptz(3) null, "created_at" timestamptz(3) not null, primary key ("merchant_id", "merchant_connector_id", "movement_id"))`,
    );
    this.addSql(
      `create index "sandbox_settled_lines" on "sandbox_settled" ("merchant_id", "merchant_connector_id", "settlement_id", "line_number")`,
    );
    this.addSql(
      `create table "sandbox_settlements" ("merchant_id" text not null, "merchant_connector_id" text not null, "settlement_id" text not null, "currency" text not null, "amount" int8 not null, "line_count" int4 not null, "created_at" timestamptz(3) not null, "pays_at" timestamptz(3) not null, primary key ("merchant_id", "merchant_connector_id", "settlement_id"))`,
    );
    this.addSql(
      `create table "sandbox_settling" ("merchant_id" text not null, "merchant_connector_id" text not null, "settles_at" timestamptz(3) not null, primary key ("merchant_id", "merchant_connector_id"))`,
    );
    this.addSql(`alter table "sandbox_settled" enable row level security`);
    this.addSql(`alter table "sandbox_settled" force row level security`);
    this.addSql(
      `create policy "tenancy" on "sandbox_settled" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
    this.addSql(`alter table "sandbox_settlements" enable row level security`);
    this.addSql(`alter table "sandbox_settlements" force row level security`);
    this.addSql(
      `create policy "tenancy" on "sandbox_settlements" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
    this.addSql(`alter table "sandbox_settling" enable row level security`);
    this.addSql(`alter table "sandbox_settling" force row level security`);
    this.addSql(
      `create policy "tenancy" on "sandbox_settling" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
  }
}
