import { Migration } from '@mikro-orm/migrations';

/** Finds the duplicates of a line that is taken back. */
export class Migration20261130103051_settlement_files_indexed extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`drop index concurrently if exists "settlement_lines_duplicates"`);
    this.addSql(
      `create index concurrently "settlement_lines_duplicates" on "settlement_lines" ("merchant_id", "duplicate_of") where duplicate_of is not null`,
    );
  }
}
