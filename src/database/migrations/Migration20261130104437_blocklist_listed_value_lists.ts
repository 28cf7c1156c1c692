import { Migration } from '@mikro-orm/migrations';

/** Lists of cards, by BIN or fingerprint. */
export class Migration20261130104437_blocklist_listed_value_lists extends Migration {
  override up(): void {
    this.addSql(`alter table "value_lists" drop constraint "value_lists_kind_check"`);
    this.addSql(
      `alter table "value_lists" add constraint "value_lists_kind_check" check (kind in ('card', 'bin', 'card_fingerprint', 'email', 'email_domain', 'ip_address', 'country', 'customer', 'phone')) not valid`,
    );
  }
}
