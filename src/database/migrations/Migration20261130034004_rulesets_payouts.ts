import { Migration } from '@mikro-orm/migrations';

/** The decisions that rulesets made about a payout. */
export class Migration20261130034004_rulesets_payouts extends Migration {
  override up(): void {
    this.addSql(`alter table "payouts" add "decisions" jsonb not null default '[]'`);
  }
}
