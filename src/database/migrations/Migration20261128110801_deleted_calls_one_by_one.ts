import { Migration } from '@mikro-orm/migrations';
import { recordDeletedCalls } from './baseline/statistics-functions.ts';

/**
 * On a node of a cluster a statement that writes another table does not know the rows that a trigger's statement deleted: so they
 * are counted one by one.
 */
export class Migration20261128110801_deleted_calls_one_by_one extends Migration {
  override up(): void {
    for (const text of recordDeletedCalls()) this.addSql(text);
  }
}
