import { Migration } from '@mikro-orm/migrations';

/** Authentications of cardholders by authentication connectors: at most one for each attempt at a payment. */
export class Migration20261120121000_authentications extends Migration {
  override up(): void {
    this.addSql(`
      create table authentications (
        merchant_id text not null,
        authentication_id text not null,
        payment_id text not null,
        attempt_id text not null,
        merchant_connector_id text not null,
        connector text not null,
        status text not null default 'started'
          check (status in ('started', 'challenged', 'succeeded', 'failed')),
        response jsonb,
        asking_until timestamptz(3),
        created_at timestamptz(3) not null,
        modified_at timestamptz(3) not null,
        primary key (merchant_id, authentication_id),
        constraint authentications_payments_payment_id
          foreign key (merchant_id, payment_id) references payments (merchant_id, payment_id) on delete cascade
      )`);
    this.addSql(
      'create unique index authentications_by_attempt on authentications (merchant_id, attempt_id)',
    );
    this.addSql('create index authentications_by_payment on authentications (merchant_id, payment_id)');
    const tenant = "(select current_setting('switchyard.merchant_id', true))";
    this.addSql('alter table authentications enable row level security');
    this.addSql('alter table authentications force row level security');
    this.addSql(
      `create policy tenancy on authentications using (merchant_id = ${tenant} or ${tenant} = '*')`,
    );
  }
}
