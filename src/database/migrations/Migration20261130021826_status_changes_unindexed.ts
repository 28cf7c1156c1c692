import { Migration } from '@mikro-orm/migrations';

/** The history of an object is found by the primary key, whose index begins with the object. */
export class Migration20261130021826_status_changes_unindexed extends Migration {
  override up(): void {
    this.addSql(`drop index if exists "status_changes_of_object"`);
  }
}
