import { Migration } from '@mikro-orm/migrations';

/**
 * Failures that the card-testing guards count, for a while. What they are counted for is a keyed digest; the
 * index by expiry is for clearing away those that are over.
 */
export class Migration20261120120700_card_testing extends Migration {
  override up(): void {
    this.addSql(`
      create table card_testing_counters (
        merchant_id text not null,
        profile_id text not null,
        kind text not null check (kind in ('card_ip', 'guest_user_card', 'customer_id')),
        subject text not null,
        failures int4 not null check (failures > 0),
        expires_at timestamptz(3) not null,
        primary key (merchant_id, profile_id, kind, subject),
        constraint card_testing_counters_business_profiles_profile_id
          foreign key (merchant_id, profile_id)
          references business_profiles (merchant_id, profile_id) on delete cascade
      )`);
    this.addSql('create index card_testing_counters_by_expires_at on card_testing_counters (expires_at)');
    const tenant = "(select current_setting('switchyard.merchant_id', true))";
    this.addSql('alter table card_testing_counters enable row level security');
    this.addSql('alter table card_testing_counters force row level security');
    this.addSql(
      `create policy tenancy on card_testing_counters using (merchant_id = ${tenant} or ${tenant} = '*')`,
    );
  }
}
