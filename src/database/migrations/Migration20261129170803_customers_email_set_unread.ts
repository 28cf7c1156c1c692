import { Migration } from '@mikro-orm/migrations';

/** Marks customers whose address was set by a caller who may not read it. Those from before are trusted. */
export class Migration20261129170803_customers_email_set_unread extends Migration {
  override up(): void {
    this.addSql('alter table "customers" add column "email_set_unread" boolean null');
  }
}
