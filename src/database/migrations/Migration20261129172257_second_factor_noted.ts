import { Migration } from '@mikro-orm/migrations';

/** Owners are told once that their merchant account requires no second factor. */
export class Migration20261129172257_second_factor_noted extends Migration {
  override up(): void {
    this.addSql(`alter table "merchant_accounts" add "second_factor_noted_at" timestamptz(3) null`);
  }
}
