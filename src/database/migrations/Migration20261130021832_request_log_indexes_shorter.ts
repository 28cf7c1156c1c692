import { Migration } from '@mikro-orm/migrations';
import { replacedIndex } from '../partition-indexes.ts';

/** The indexes of the lists end with the time, so that a payment writes fewer bytes. */
export class Migration20261130021832_request_log_indexes_shorter extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(
      replacedIndex('request_log_across_merchants', 'request_log', `("created_at") where log_id > ''`),
    );
    this.addSql(
      replacedIndex(
        'request_log_by_actor_id',
        'request_log',
        `("merchant_id", "actor_id", "created_at") where actor_id is not null`,
      ),
    );
    this.addSql(replacedIndex('request_log_by_created_at', 'request_log', `("merchant_id", "created_at")`));
    this.addSql(
      replacedIndex(
        'request_log_by_error_code',
        'request_log',
        `("merchant_id", "error_code", "created_at") where error_code is not null`,
      ),
    );
    this.addSql(
      replacedIndex(
        'request_log_by_operation',
        'request_log',
        `("merchant_id", "operation", "created_at") where operation is not null`,
      ),
    );
    this.addSql(
      replacedIndex(
        'request_log_by_request_id',
        'request_log',
        `("merchant_id", "request_id", "created_at")`,
      ),
    );
  }
}
