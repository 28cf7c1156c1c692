import { Migration } from '@mikro-orm/migrations';

/** Finds the row of an entry, and the rows without one. */
export class Migration20261130104440_blocklist_listed_indexed extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`drop index concurrently if exists "blocklist_entries_by_entry_id"`);
    this.addSql(
      `create index concurrently "blocklist_entries_by_entry_id" on "blocklist_entries" ("merchant_id", "entry_id") where entry_id is not null`,
    );
    this.addSql(`drop index concurrently if exists "blocklist_entries_unlisted"`);
    this.addSql(
      `create index concurrently "blocklist_entries_unlisted" on "blocklist_entries" ("created_at") where entry_id is null`,
    );
  }
}
