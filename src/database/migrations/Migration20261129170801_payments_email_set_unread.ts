import { Migration } from '@mikro-orm/migrations';

/** Marks payments whose address was set by a caller who may not read it. Those from before are trusted. */
export class Migration20261129170801_payments_email_set_unread extends Migration {
  override up(): void {
    this.addSql('alter table "payments" add column "email_set_unread" boolean null');
  }
}
