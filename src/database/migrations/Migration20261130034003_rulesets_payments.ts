import { Migration } from '@mikro-orm/migrations';

/** The decisions that rulesets made about a payment. */
export class Migration20261130034003_rulesets_payments extends Migration {
  override up(): void {
    this.addSql(`alter table "payments" add "decisions" jsonb not null default '[]'`);
  }
}
