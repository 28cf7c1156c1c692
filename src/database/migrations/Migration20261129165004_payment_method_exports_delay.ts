import { Migration } from '@mikro-orm/migrations';

/** An approved export starts after a delay, in which it can be stopped. */
export class Migration20261129165004_payment_method_exports_delay extends Migration {
  override up(): void {
    this.addSql(`alter table "payment_method_exports" add column "starts_at" timestamptz(3) null`);
    this.addSql(`alter table "payment_method_exports" add column "stopped_by" text null`);
  }
}
