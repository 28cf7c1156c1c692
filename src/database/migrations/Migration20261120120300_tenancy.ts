import { Migration } from '@mikro-orm/migrations';

const merchantTables = [
  'merchant_accounts',
  'business_profiles',
  'connector_accounts',
  'api_keys',
  'customers',
  'payment_methods',
  'payments',
  'attempts',
  'captures',
  'refunds',
  'disputes',
  'payouts',
  'payout_attempts',
];

/**
 * Row-level security: a session sees the rows of the merchant it has set, all of them when it has set `*`,
 * and none when it has set nothing. Forced, so that it binds the tables' owner too.
 */
export class Migration20261120120300_tenancy extends Migration {
  override up(): void {
    // Read in a subquery, the setting is looked up once a statement and not once a row.
    const tenant = "(select current_setting('switchyard.merchant_id', true))";
    for (const table of merchantTables) {
      this.addSql(`alter table ${table} enable row level security`);
      this.addSql(`alter table ${table} force row level security`);
      this.addSql(`create policy tenancy on ${table} using (merchant_id = ${tenant} or ${tenant} = '*')`);
    }
  }
}
