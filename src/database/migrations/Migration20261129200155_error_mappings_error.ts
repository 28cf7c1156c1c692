import { Migration } from '@mikro-orm/migrations';

/** Finds the error mappings of an error in every spelling of its flow. */
export class Migration20261129200155_error_mappings_error extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists "error_mappings_error"');
    this.addSql(
      `create index concurrently error_mappings_error on error_mappings
        (md5(connector || e'\\x1f' || code || e'\\x1f' || message))`,
    );
  }
}
