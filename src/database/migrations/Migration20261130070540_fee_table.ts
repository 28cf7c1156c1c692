import { Migration } from '@mikro-orm/migrations';

/** Adds the fees of a connector account, which routing by cost compares. */
export class Migration20261130070540_fee_table extends Migration {
  override up(): void {
    this.addSql(`alter table "connector_accounts" add "fee_table" jsonb not null default '[]'`);
  }
}
