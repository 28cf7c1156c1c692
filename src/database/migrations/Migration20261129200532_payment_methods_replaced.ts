import { Migration } from '@mikro-orm/migrations';

/** When a card network gave a saved card another number, which only its connector knows. */
export class Migration20261129200532_payment_methods_replaced extends Migration {
  override up(): void {
    this.addSql(`alter table "payment_methods" add "number_replaced_at" timestamptz(3) null`);
  }
}
