import { Migration } from '@mikro-orm/migrations';

/** The rules of the decisions of business profiles. */
export class Migration20261130034001_rulesets extends Migration {
  override up(): void {
    this.addSql(
      `create table "rulesets" ("merchant_id" text not null, "ruleset_id" text not null, "profile_id" text not null, "decision" text not null, "version" int4 not null, "name" text not null, "description" text null, "status" text not null default 'draft', "rules" jsonb not null, "default" jsonb null, "warnings" jsonb not null default '[]', "created_at" timestamptz(3) not null, "activated_at" timestamptz(3) null, "modified_at" timestamptz(3) not null, primary key ("merchant_id", "ruleset_id"))`,
    );
    this.addSql(
      `create index "rulesets_by_created_at" on "rulesets" ("merchant_id", "created_at", "ruleset_id")`,
    );
    this.addSql(
      `create index "rulesets_across_merchants" on "rulesets" ("created_at", "merchant_id", "ruleset_id") where ruleset_id > ''`,
    );
    this.addSql(
      `create index "rulesets_by_profile_id" on "rulesets" ("merchant_id", "profile_id", "created_at", "ruleset_id")`,
    );
    this.addSql(
      `create index "rulesets_by_decision" on "rulesets" ("merchant_id", "decision", "created_at", "ruleset_id")`,
    );
    this.addSql(
      `create index "rulesets_by_status" on "rulesets" ("merchant_id", "status", "created_at", "ruleset_id")`,
    );
    this.addSql(
      `create unique index "rulesets_one_active" on "rulesets" ("merchant_id", "profile_id", "decision") where status = 'active'`,
    );
    this.addSql(
      `alter table "rulesets" add constraint "rulesets_versions" unique ("merchant_id", "profile_id", "decision", "version")`,
    );
    this.addSql(
      `alter table "rulesets" add constraint "rulesets_merchant_id_profile_id_foreign" foreign key ("merchant_id", "profile_id") references "business_profiles" ("merchant_id", "profile_id") on update no action on delete cascade`,
    );
    this.addSql(
      `alter table "rulesets" add constraint "rulesets_decision_check" check (decision in ('payment_routing', 'payout_routing'))`,
    );
    this.addSql(
      `alter table "rulesets" add constraint "rulesets_status_check" check (status in ('draft', 'active', 'retired'))`,
    );
    this.addSql(`alter table "rulesets" enable row level security`);
    this.addSql(`alter table "rulesets" force row level security`);
    this.addSql(
      `create policy "tenancy" on "rulesets" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
  }
}
