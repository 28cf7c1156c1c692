import { Migration } from '@mikro-orm/migrations';

/** Checks the decisions of the rulesets that exist, beside writes. */
export class Migration20261130060801_rulesets_decisions_checked extends Migration {
  override up(): void {
    this.addSql(`alter table "rulesets" validate constraint "rulesets_decision_check"`);
  }
}
