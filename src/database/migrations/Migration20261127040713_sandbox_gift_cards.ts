import { Migration } from '@mikro-orm/migrations';

/** Gift cards of the sandbox, beside its transactions. */
export class Migration20261127040713_sandbox_gift_cards extends Migration {
  override up(): void {
    this.addSql(
      `alter table "sandbox_transactions" drop constraint "sandbox_transactions_kind_check", add constraint "sandbox_transactions_kind_check" check (kind in ('authorize', 'increment', 'capture', 'void', 'refund', 'payout', 'authenticate', 'screen', 'gift_card')) not valid`,
    );
  }
}
