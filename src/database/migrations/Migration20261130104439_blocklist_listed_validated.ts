import { Migration } from '@mikro-orm/migrations';

/** The constraints of lists of cards and of the blocklist hold for all rows. */
export class Migration20261130104439_blocklist_listed_validated extends Migration {
  override up(): void {
    this.addSql(`alter table "value_lists" validate constraint "value_lists_kind_check"`);
    this.addSql(
      `alter table "blocklist_entries" validate constraint "blocklist_entries_merchant_id_entry_id_foreign"`,
    );
  }
}
