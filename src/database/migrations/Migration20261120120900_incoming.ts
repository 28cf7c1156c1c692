import { Migration } from '@mikro-orm/migrations';

/** What connectors tell by themselves: which events were dealt with, the disputes they open, and their answers. */
export class Migration20261120120900_incoming extends Migration {
  override up(): void {
    this.addSql(`
      create table incoming_events (
        merchant_id text not null,
        merchant_connector_id text not null,
        event_id text not null,
        received_at timestamptz(3) not null,
        processed_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        primary key (merchant_id, merchant_connector_id, event_id)
      )`);
    this.addSql('create index incoming_events_by_expires_at on incoming_events (expires_at)');

    this.addSql(`
      create table dispute_answers (
        merchant_id text not null,
        answer_id text not null,
        dispute_id text not null,
        dispute_stage text not null,
        action text not null check (action in ('accept', 'challenge')),
        evidence bytea,
        metadata jsonb,
        created_at timestamptz(3) not null,
        sent_at timestamptz(3),
        primary key (merchant_id, answer_id),
        constraint dispute_answers_disputes_dispute_id
          foreign key (merchant_id, dispute_id) references disputes (merchant_id, dispute_id)
      )`);
    this.addSql(`
      create unique index dispute_answers_on_their_way on dispute_answers (merchant_id, dispute_id, dispute_stage)
      where sent_at is null`);

    this.addSql(`
      create unique index disputes_by_connector_dispute_id
      on disputes (merchant_id, merchant_connector_id, connector_dispute_id)
      where merchant_connector_id is not null and connector_dispute_id is not null`);
    this.addSql(`
      create index attempts_by_connector_transaction_id
      on attempts (merchant_id, merchant_connector_id, connector_transaction_id)
      where connector_transaction_id is not null`);
    // Whether an account has an answer outstanding is asked when it tells of a transaction that nobody knows.
    this.addSql(`
      create index connector_calls_unanswered on connector_calls (merchant_id, merchant_connector_id, created_at)
      where status = 'intended'`);

    const tenant = "(select current_setting('switchyard.merchant_id', true))";
    for (const table of ['incoming_events', 'dispute_answers']) {
      this.addSql(`alter table ${table} enable row level security`);
      this.addSql(`alter table ${table} force row level security`);
      this.addSql(`create policy tenancy on ${table} using (merchant_id = ${tenant} or ${tenant} = '*')`);
    }
  }
}
