import { Migration } from '@mikro-orm/migrations';
import { replacedIndex } from '../partition-indexes.ts';

/** The indexes of the lists end with the time, so that a payment writes fewer bytes. */
export class Migration20261130021828_attempts_indexes_shorter extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(
      replacedIndex(
        'attempts_by_error_code',
        'attempts',
        `("merchant_id", "error_code", "created_at") where error_code is not null`,
      ),
    );
    this.addSql(
      replacedIndex(
        'attempts_by_issuer_error_code',
        'attempts',
        `("merchant_id", "issuer_error_code", "created_at") where issuer_error_code is not null`,
      ),
    );
    this.addSql(
      replacedIndex('attempts_by_payment_id', 'attempts', `("merchant_id", "payment_id", "created_at")`),
    );
    this.addSql(replacedIndex('attempts_of_merchant', 'attempts', `("merchant_id", "created_at")`));
  }
}
