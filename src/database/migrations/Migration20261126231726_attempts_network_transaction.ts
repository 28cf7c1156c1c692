import { Migration } from '@mikro-orm/migrations';

/** The card network's identifier of each attempt. */
export class Migration20261126231726_attempts_network_transaction extends Migration {
  override up(): void {
    this.addSql(`alter table "attempts" add "network_transaction_id" text null`);
  }
}
