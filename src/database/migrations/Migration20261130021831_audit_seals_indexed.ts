import { Migration } from '@mikro-orm/migrations';
import { indexOfPartitions } from '../partition-indexes.ts';

/** The index of entries that were sealed in place does not grow with entries sealed apart. */
export class Migration20261130021831_audit_seals_indexed extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(
      indexOfPartitions(
        'audit_log_sealed_in_place',
        'audit_log',
        '("merchant_id", "sequence") where hash is not null',
      ),
    );
    // PostgreSQL drops no index of a partitioned table concurrently.
    this.addSql('drop index if exists "audit_log_chain"');
  }
}
