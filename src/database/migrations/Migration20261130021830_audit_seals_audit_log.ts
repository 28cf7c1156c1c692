import { Migration } from '@mikro-orm/migrations';

/**
 * New entries of the audit log are queued, and are sealed apart by this release only: the previous one seals entries
 * without a place, of which there are none any more.
 */
export class Migration20261130021830_audit_seals_audit_log extends Migration {
  override up(): void {
    // The lock of sealing: a process of the previous release that seals has ended then.
    this.addSql('select pg_advisory_xact_lock(4717001)');
    this.addSql(`alter table "audit_log" alter column "sequence" set default 0`);
    this.addSql(`
      create trigger audit_log_queued after insert on audit_log
        for each row execute function queue_audit_entry()`);
    this.addSql(`select set_config('switchyard.merchant_id', '*', true)`);
    this.addSql(`
      insert into unsealed_audit_entries (merchant_id, entry_id, created_at)
      select merchant_id, entry_id, created_at from audit_log where sequence is null returning 1`);
    this.addSql('update audit_log set sequence = 0 where sequence is null');
  }
}
