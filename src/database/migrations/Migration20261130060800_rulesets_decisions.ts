import { Migration } from '@mikro-orm/migrations';

/** Rulesets also decide about risk, 3-D Secure and surcharges. */
export class Migration20261130060800_rulesets_decisions extends Migration {
  override up(): void {
    this.addSql(
      `alter table "rulesets" drop constraint "rulesets_decision_check", add constraint "rulesets_decision_check" check (decision in ('risk', 'three_ds', 'surcharge', 'payment_routing', 'payout_routing')) not valid`,
    );
  }
}
