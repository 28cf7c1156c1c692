import { Migration } from '@mikro-orm/migrations';

/** The active rulesets of a profile, copied to it so that a decision reads no further row. */
export class Migration20261130034002_rulesets_business_profiles extends Migration {
  override up(): void {
    this.addSql(
      `alter table "business_profiles" add "routing_ruleset_id" text null, add "payout_routing_ruleset_id" text null, add "active_rules" jsonb null`,
    );
  }
}
