import { Migration } from '@mikro-orm/migrations';

/** Each row of the blocklist is an entry of the list `blocklist`, which may expire. */
export class Migration20261130104438_blocklist_listed_blocklist_entries extends Migration {
  override up(): void {
    this.addSql(
      `alter table "blocklist_entries" add "entry_id" text null, add "expires_at" timestamptz(3) null`,
    );
    this.addSql(
      `alter table "blocklist_entries" add constraint "blocklist_entries_merchant_id_entry_id_foreign" foreign key ("merchant_id", "entry_id") references "list_entries" ("merchant_id", "entry_id") on update no action on delete cascade not valid`,
    );
  }
}
