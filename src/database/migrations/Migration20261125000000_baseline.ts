import { Migration } from '@mikro-orm/migrations';
import { authTables, entityTables } from './baseline/baseline-tables.ts';
import { partitionFunctions } from './baseline/partition-functions.ts';
import { personFunctions } from './baseline/person-functions.ts';
import { searchFunctions } from './baseline/search-functions.ts';
import { statisticsFunctions } from './baseline/statistics-functions.ts';
import { tableFunctions } from './baseline/table-functions.ts';

/**
 * Everything that a new database has: the tables, as they are generated, and the functions and triggers that no entity
 * describes, written by hand.
 */
export class Migration20261125000000_baseline extends Migration {
  override up(): void {
    const statements = [
      entityTables,
      authTables,
      ...tableFunctions(),
      ...statisticsFunctions(),
      ...searchFunctions(),
      ...personFunctions(),
      ...partitionFunctions(),
    ];
    for (const statement of statements) this.addSql(statement);
  }
}
