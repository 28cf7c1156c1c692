import { Migration } from '@mikro-orm/migrations';

/** Checks the surcharge parts of the refunds that exist, beside writes. */
export class Migration20261130060904_refunds_surcharge_checked extends Migration {
  override up(): void {
    this.addSql(`alter table "refunds" validate constraint "refunds_surcharge_amount_check"`);
  }
}
