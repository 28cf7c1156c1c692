import { Migration } from '@mikro-orm/migrations';
import { indexOfPartitions } from '../partition-indexes.ts';

/** An index of the failed deliveries, and one pending redelivery of an event to an endpoint, of whichever release. */
export class Migration20261128221503_deliveries_listed extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`drop index concurrently if exists "pending_deliveries_asked_for"`);
    this.addSql(
      `create unique index concurrently "pending_deliveries_asked_for" on "pending_deliveries" ("merchant_id", "event_id", "endpoint_id") where redelivery`,
    );
    this.addSql(
      indexOfPartitions(
        'webhook_deliveries_failed',
        'webhook_deliveries',
        '("merchant_id", "created_at", "delivery_id") where failed_at is not null',
      ),
    );
  }
}
