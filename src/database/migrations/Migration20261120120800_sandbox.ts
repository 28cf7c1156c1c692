import { Migration } from '@mikro-orm/migrations';

/**
 * What the sandbox connector remembers, as a payment provider of its own would: what it did under which key,
 * the disputes that came of it, and what it still has to tell.
 */
export class Migration20261120120800_sandbox extends Migration {
  override up(): void {
    this.addSql(`
      create table sandbox_transactions (
        merchant_id text not null,
        merchant_connector_id text not null,
        idempotency_key text not null,
        transaction_id text not null unique,
        parent_id text,
        kind text not null check (kind in ('authorize', 'capture', 'void', 'refund', 'payout', 'authenticate')),
        behaviour text not null,
        card_last4 text,
        amount int8 not null,
        currency text not null,
        authorized int8 not null,
        captured int8 not null,
        refunded int8 not null,
        voided boolean not null,
        first_outcome jsonb not null,
        outcome jsonb,
        settles_at timestamptz(3),
        authentication jsonb,
        challenge_token text,
        return_url text,
        calls int4 not null,
        version int4 not null,
        created_at timestamptz(3) not null,
        primary key (merchant_id, merchant_connector_id, idempotency_key),
        check (captured between 0 and authorized),
        check (refunded between 0 and captured)
      )`);
    this.addSql(`
      create table sandbox_disputes (
        merchant_id text not null,
        merchant_connector_id text not null,
        dispute_id text not null,
        transaction_id text not null,
        amount int8 not null,
        currency text not null,
        status text not null check (status in ('opened', 'challenged', 'accepted', 'won', 'lost')),
        opens_at timestamptz(3) not null,
        respond_by timestamptz(3) not null,
        primary key (merchant_id, merchant_connector_id, dispute_id)
      )`);
    this.addSql(`
      create table sandbox_events (
        merchant_id text not null,
        merchant_connector_id text not null,
        event_id text not null,
        body text not null,
        next_at timestamptz(3) not null,
        tries int4 not null,
        told_at timestamptz(3),
        primary key (merchant_id, merchant_connector_id, event_id)
      )`);
    this.addSql('create index sandbox_events_to_tell on sandbox_events (next_at) where told_at is null');

    const tenant = "(select current_setting('switchyard.merchant_id', true))";
    for (const table of ['sandbox_transactions', 'sandbox_disputes', 'sandbox_events']) {
      this.addSql(`alter table ${table} enable row level security`);
      this.addSql(`alter table ${table} force row level security`);
      this.addSql(`create policy tenancy on ${table} using (merchant_id = ${tenant} or ${tenant} = '*')`);
    }
  }
}
