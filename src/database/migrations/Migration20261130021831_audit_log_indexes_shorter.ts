import { Migration } from '@mikro-orm/migrations';
import { replacedIndex } from '../partition-indexes.ts';

/** The indexes of the lists end with the time, so that a payment writes fewer bytes. */
export class Migration20261130021831_audit_log_indexes_shorter extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(
      replacedIndex('audit_log_across_merchants', 'audit_log', `("created_at") where entry_id > ''`),
    );
    this.addSql(replacedIndex('audit_log_by_action', 'audit_log', `("merchant_id", "action", "created_at")`));
    this.addSql(
      replacedIndex(
        'audit_log_by_actor_id',
        'audit_log',
        `("merchant_id", "actor_id", "created_at") where actor_id is not null`,
      ),
    );
    this.addSql(replacedIndex('audit_log_by_created_at', 'audit_log', `("merchant_id", "created_at")`));
    this.addSql(
      replacedIndex('audit_log_by_object_id', 'audit_log', `("merchant_id", "object_id", "created_at")`),
    );
    this.addSql(replacedIndex('audit_log_by_request_id', 'audit_log', `("request_id")`));
  }
}
