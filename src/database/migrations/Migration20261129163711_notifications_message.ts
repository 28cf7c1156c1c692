import { Migration } from '@mikro-orm/migrations';

/** The message of a notice to the owners of a merchant. */
export class Migration20261129163711_notifications_message extends Migration {
  override up(): void {
    this.addSql(`alter table "notifications" add "message" text null`);
  }
}
