import { Migration } from '@mikro-orm/migrations';
import { replacedIndex } from '../partition-indexes.ts';

/** The indexes of the lists end with the time, so that a payment writes fewer bytes. */
export class Migration20261130021830_events_indexes_shorter extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(replacedIndex('events_across_merchants', 'events', `("created_at") where event_id > ''`));
    this.addSql(replacedIndex('events_by_created_at', 'events', `("merchant_id", "created_at")`));
    this.addSql(
      replacedIndex('events_by_event_type', 'events', `("merchant_id", "event_type", "created_at")`),
    );
    this.addSql(replacedIndex('events_by_object_id', 'events', `("merchant_id", "object_id", "created_at")`));
    this.addSql(
      replacedIndex(
        'events_by_payment_id',
        'events',
        `("merchant_id", "payment_id", "created_at") where payment_id is not null`,
      ),
    );
    this.addSql(
      replacedIndex(
        'events_by_payout_id',
        'events',
        `("merchant_id", "payout_id", "created_at") where payout_id is not null`,
      ),
    );
    this.addSql(
      replacedIndex('events_by_request_id', 'events', `("request_id") where request_id is not null`),
    );
  }
}
