import { Migration } from '@mikro-orm/migrations';

/** Drops the indexes that narrower ones replace, of the release before too. */
export class Migration20261130022501_deliveries_listed_once extends Migration {
  static readonly contracts = '0.6.0';

  override up(): void {
    for (const name of replaced) this.addSql(`drop index "webhook_deliveries_${name}"`);
  }
}

const replaced = [
  'by_created_at',
  'across_merchants',
  'by_event_id',
  'by_event_type',
  'by_profile_id',
  'by_endpoint_id',
];
