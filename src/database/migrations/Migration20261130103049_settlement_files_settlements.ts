import { Migration } from '@mikro-orm/migrations';

/** The amount of a settlement at the bank. */
export class Migration20261130103049_settlement_files_settlements extends Migration {
  override up(): void {
    this.addSql(`alter table "settlements" add "bank_amount" int8 null`);
    this.addSql(
      `alter table "settlements" add constraint "settlements_bank_amount_check" check (bank_amount >= -9007199254740991 and bank_amount <= 9007199254740991) not valid`,
    );
  }
}
