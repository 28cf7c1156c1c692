import { Migration } from '@mikro-orm/migrations';

/** Finds the profiles whose algorithm a release without rulesets set. */
export class Migration20261130102344_replay_adopt_algorithms extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`drop index concurrently if exists "business_profiles_without_rules"`);
    this.addSql(
      `create index concurrently "business_profiles_without_rules" on "business_profiles" ("modified_at") where (jsonb_strip_nulls(coalesce(nullif(routing_algorithm, 'null'), '{}')) <> jsonb_strip_nulls(coalesce(nullif(active_rules #> '{payment_routing,algorithm}', 'null'), '{}')) or jsonb_strip_nulls(coalesce(nullif(payout_routing_algorithm, 'null'), '{}')) <> jsonb_strip_nulls(coalesce(nullif(active_rules #> '{payout_routing,algorithm}', 'null'), '{}')))`,
    );
  }
}
