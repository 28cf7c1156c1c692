import { Migration } from '@mikro-orm/migrations';
import { indexOfPartitions } from '../partition-indexes.ts';

/** Indexes of deliveries without their identifiers. The lists of the release before are read by them as well. */
export class Migration20261130022500_deliveries_listed_by_time extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    for (const [name, terms] of Object.entries(indexes)) {
      this.addSql(indexOfPartitions(`webhook_deliveries_${name}`, 'webhook_deliveries', terms));
    }
  }
}

const indexes = {
  by_time: '("merchant_id", "created_at")',
  by_time_across_merchants: `("created_at") where delivery_id > ''`,
  by_event_id_and_time: '("merchant_id", "event_id", "created_at")',
  by_event_type_and_time: '("merchant_id", "event_type", "created_at")',
  by_profile_id_and_time: '("merchant_id", "profile_id", "created_at")',
  by_endpoint_id_and_time: '("merchant_id", "endpoint_id", "created_at")',
};
