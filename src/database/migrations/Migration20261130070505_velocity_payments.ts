import { Migration } from '@mikro-orm/migrations';

/** The channel of an order. */
export class Migration20261130070505_velocity_payments extends Migration {
  override up(): void {
    this.addSql(`alter table "payments" add "payment_channel" text null`);
  }
}
