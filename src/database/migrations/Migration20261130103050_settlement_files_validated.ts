import { Migration } from '@mikro-orm/migrations';

/** Its range holds for every row. */
export class Migration20261130103050_settlement_files_validated extends Migration {
  override up(): void {
    this.addSql(`alter table "settlements" validate constraint "settlements_bank_amount_check"`);
  }
}
