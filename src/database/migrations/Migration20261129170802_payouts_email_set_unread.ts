import { Migration } from '@mikro-orm/migrations';

/** Marks payouts whose address was set by a caller who may not read it. Those from before are trusted. */
export class Migration20261129170802_payouts_email_set_unread extends Migration {
  override up(): void {
    this.addSql('alter table "payouts" add column "email_set_unread" boolean null');
  }
}
