import { Migration } from '@mikro-orm/migrations';

/** A job deletes the entries of a deleted list: a cascade to a million would be one long statement. */
export class Migration20261130102850_list_imports_list_entries extends Migration {
  override up(): void {
    this.addSql(`alter table "list_entries" drop constraint "list_entries_merchant_id_list_id_foreign"`);
  }
}
