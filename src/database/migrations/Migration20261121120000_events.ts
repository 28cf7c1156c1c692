import { Migration } from '@mikro-orm/migrations';

/** What happened, who was told of it, and what live dashboards follow. */
export class Migration20261121120000_events extends Migration {
  override up(): void {
    this.addSql(`
      create table events (
        merchant_id text not null references merchant_accounts (merchant_id),
        event_id text not null,
        event_type text not null,
        object_type text not null,
        object_id text not null,
        payment_id text,
        payout_id text,
        profile_id text,
        test boolean not null default false,
        body text not null,
        created_at timestamptz(3) not null,
        sequence bigint not null generated always as identity,
        primary key (merchant_id, event_id)
      )`);
    this.addSql(`
      create table webhook_deliveries (
        merchant_id text not null,
        delivery_id text not null,
        event_id text not null,
        event_type text not null,
        object_id text not null,
        payment_id text,
        profile_id text not null,
        status text not null,
        url bytea,
        attempt_count int4 not null default 0,
        attempts jsonb not null default '[]',
        status_code int4,
        error_message text,
        redelivery boolean not null default false,
        next_attempt_at timestamptz(3),
        created_at timestamptz(3) not null,
        completed_at timestamptz(3),
        event_sequence bigint not null,
        lease text,
        leased_until timestamptz(3),
        primary key (merchant_id, delivery_id),
        foreign key (merchant_id, event_id) references events (merchant_id, event_id) on delete cascade,
        foreign key (merchant_id, profile_id) references business_profiles (merchant_id, profile_id)
      )`);
    // How an endpoint has been doing. There is a row only for those that have given trouble.
    this.addSql(`
      create table webhook_endpoints (
        merchant_id text not null,
        profile_id text not null,
        failures int4 not null default 0,
        resting_until timestamptz(3),
        stopped_at timestamptz(3),
        primary key (merchant_id, profile_id),
        foreign key (merchant_id, profile_id) references business_profiles (merchant_id, profile_id) on delete cascade
      )`);
    // Readers take rows whose transaction is older than every one still running: then none appears behind them.
    this.addSql(`
      create table updates (
        merchant_id text not null,
        transaction_id xid8 not null default pg_current_xact_id(),
        sequence bigint not null generated always as identity,
        object_type text not null,
        object_id text not null,
        recorded_at timestamptz(3) not null,
        primary key (merchant_id, transaction_id, sequence)
      )`);
    for (const index of indexes) this.addSql(`create index ${index}`);
    // Asking twice for an event makes one delivery of it, also for two who ask at once.
    this.addSql(`
      create unique index webhook_deliveries_asked_for on webhook_deliveries (merchant_id, event_id)
        where status = 'pending' and redelivery`);
    const tenant = "(select current_setting('switchyard.merchant_id', true))";
    for (const table of ['events', 'webhook_deliveries', 'webhook_endpoints', 'updates']) {
      this.addSql(`alter table ${table} enable row level security`);
      this.addSql(`alter table ${table} force row level security`);
      this.addSql(`create policy tenancy on ${table} using (merchant_id = ${tenant} or ${tenant} = '*')`);
    }
  }
}

const indexes = [
  'events_by_created_at on events (merchant_id, created_at, event_id)',
  "events_across_merchants on events (created_at, merchant_id, event_id) where event_id > ''",
  'events_by_event_type on events (merchant_id, event_type, created_at, event_id)',
  'events_by_object_id on events (merchant_id, object_id, created_at, event_id)',
  'events_by_payment_id on events (merchant_id, payment_id, created_at, event_id) where payment_id is not null',
  'events_by_payout_id on events (merchant_id, payout_id, created_at, event_id) where payout_id is not null',
  'webhook_deliveries_by_created_at on webhook_deliveries (merchant_id, created_at, delivery_id)',
  "webhook_deliveries_across_merchants on webhook_deliveries (created_at, merchant_id, delivery_id) where delivery_id > ''",
  'webhook_deliveries_by_event_id on webhook_deliveries (merchant_id, event_id, created_at, delivery_id)',
  'webhook_deliveries_by_profile_id on webhook_deliveries (merchant_id, profile_id, created_at, delivery_id)',
  'webhook_deliveries_by_status on webhook_deliveries (merchant_id, status, created_at, delivery_id)',
  // What is still to be delivered, by endpoint and by when; and what else of the same object is.
  "webhook_deliveries_due on webhook_deliveries (merchant_id, profile_id, next_attempt_at, event_sequence) where status = 'pending'",
  "webhook_deliveries_in_order on webhook_deliveries (merchant_id, object_id, event_sequence) where status = 'pending' and not redelivery",
  // What is being tried: few rows, which tell how many tries an endpoint has under way.
  "webhook_deliveries_under_way on webhook_deliveries (merchant_id, profile_id) where status = 'pending' and lease is not null",
  'updates_by_recorded_at on updates (recorded_at)',
];
