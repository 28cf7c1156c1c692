import { Migration } from '@mikro-orm/migrations';
import { primaryKeyOfPartitions } from '../partition-indexes.ts';

/** The key of a status change finds its object's history, so that the other index can go. */
export class Migration20261130021825_status_changes_key extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(primaryKeyOfPartitions('status_changes', ['merchant_id', 'object_id', 'change_id']));
  }
}
