import { Migration } from '@mikro-orm/migrations';

/** Checks the rows that were there before, and finds the payments of a gift card. */
export class Migration20261127040714_sandbox_gift_cards_charged extends Migration {
  override isTransactional(): boolean {
    return false;
  }
  override up(): void {
    this.addSql(`alter table "sandbox_transactions" validate constraint "sandbox_transactions_kind_check"`);
    this.addSql(`drop index concurrently if exists "sandbox_transactions_of_gift_cards"`);
    this.addSql(
      `create index concurrently "sandbox_transactions_of_gift_cards" on "sandbox_transactions" ("parent_id") where kind = 'authorize' and parent_id is not null`,
    );
  }
}
