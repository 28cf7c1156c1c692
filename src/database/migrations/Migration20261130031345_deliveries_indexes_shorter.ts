import { Migration } from '@mikro-orm/migrations';
import { replacedIndex } from '../partition-indexes.ts';

/** The indexes of the lists end with the time, so that a payment writes fewer bytes. */
export class Migration20261130031345_deliveries_indexes_shorter extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    const replace = (name: string, terms: string) =>
      this.addSql(replacedIndex(`webhook_deliveries_${name}`, 'webhook_deliveries', terms));
    replace('across_merchants', `("created_at") where delivery_id > ''`);
    for (const column of ['endpoint_id', 'event_id', 'event_type', 'profile_id'])
      replace(`by_${column}`, `("merchant_id", "${column}", "created_at")`);
    replace('by_created_at', '("merchant_id", "created_at")');
  }
}
