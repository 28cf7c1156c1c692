import { Migration } from '@mikro-orm/migrations';

/** Replays of rulesets over the payments of a period, and the payments that they would change. */
export class Migration20261130065651_replays extends Migration {
  override up(): void {
    this.addSql(
      `create table "rule_replays" ("merchant_id" text not null, "replay_id" text not null, "ruleset_id" text not null, "profile_id" text not null, "decision" text not null, "status" text not null, "progress" int4 not null, "failure_reason" text null, "created_gte" timestamptz(3) not null, "created_lt" timestamptz(3) not null, "payments" int4 not null, "moved" jsonb not null default '[]', "challenged" int4 not null, "exempted" int4 not null, "blocked" int4 not null, "reviewed" int4 not null, "surcharged" int4 not null, "expected" jsonb null, "unknown_facts" jsonb not null default '[]', "tally" jsonb null, "read_to" jsonb null, "created_at" timestamptz(3) not null, "finished_at" timestamptz(3) null, "expires_at" timestamptz(3) not null, primary key ("merchant_id", "replay_id"))`,
    );
    this.addSql(
      `create index "rule_replays_by_created_at" on "rule_replays" ("merchant_id", "created_at", "replay_id")`,
    );
    this.addSql(
      `create index "rule_replays_across_merchants" on "rule_replays" ("created_at", "merchant_id", "replay_id") where replay_id > ''`,
    );
    this.addSql(
      `create index "rule_replays_by_ruleset_id" on "rule_replays" ("merchant_id", "ruleset_id", "created_at", "replay_id")`,
    );
    this.addSql(`create index "rule_replays_due" on "rule_replays" ("created_at") where status = 'pending'`);
    this.addSql(`create index "rule_replays_by_expires_at" on "rule_replays" ("expires_at")`);
    this.addSql(
      `create table "rule_replay_payments" ("merchant_id" text not null, "replayed_id" text not null, "replay_id" text not null, "profile_id" text not null, "payment_id" text not null, "amount" int8 not null, "currency" text not null, "from_account" text not null, "to_account" text not null, "moved" boolean not null, "challenged" boolean not null, "exempted" boolean not null, "blocked" boolean not null, "reviewed" boolean not null, "surcharged" boolean not null, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, primary key ("merchant_id", "replayed_id"))`,
    );
    this.addSql(
      `create index "rule_replay_payments_by_created_at" on "rule_replay_payments" ("merchant_id", "created_at", "replayed_id")`,
    );
    this.addSql(
      `create index "rule_replay_payments_across_merchants" on "rule_replay_payments" ("created_at", "merchant_id", "replayed_id") where replayed_id > ''`,
    );
    this.addSql(
      `create index "rule_replay_payments_by_replay_id" on "rule_replay_payments" ("merchant_id", "replay_id", "created_at", "replayed_id")`,
    );
    this.addSql(`create index "rule_replay_payments_by_expires_at" on "rule_replay_payments" ("expires_at")`);
    this.addSql(
      `alter table "rule_replays" add constraint "rule_replays_status_check" check (status in ('pending', 'succeeded', 'failed'))`,
    );
    this.addSql(`alter table "rule_replays" enable row level security`);
    this.addSql(`alter table "rule_replays" force row level security`);
    this.addSql(
      `create policy "tenancy" on "rule_replays" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
    this.addSql(
      `alter table "rule_replay_payments" add constraint "rule_replay_payments_amount_check" check (amount >= 0 and amount <= 999999999999)`,
    );
    this.addSql(`alter table "rule_replay_payments" enable row level security`);
    this.addSql(`alter table "rule_replay_payments" force row level security`);
    this.addSql(
      `create policy "tenancy" on "rule_replay_payments" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
  }
}
