import { Migration } from '@mikro-orm/migrations';
import { replacedIndex } from '../partition-indexes.ts';

/** The indexes of the lists end with the time, so that a payment writes fewer bytes. */
export class Migration20261130021829_captures_indexes_shorter extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(
      replacedIndex('captures_across_merchants', 'captures', `("created_at") where capture_id > ''`),
    );
    this.addSql(
      replacedIndex(
        'captures_by_captured_at',
        'captures',
        `("merchant_id", "captured_at") where captured_at is not null`,
      ),
    );
    this.addSql(replacedIndex('captures_by_created_at', 'captures', `("merchant_id", "created_at")`));
    this.addSql(
      replacedIndex('captures_by_payment_id', 'captures', `("merchant_id", "payment_id", "created_at")`),
    );
  }
}
