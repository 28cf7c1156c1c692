import { Migration } from '@mikro-orm/migrations';

/**
 * Tokens that stand for a saved payment method for a while. Only their digests are kept; the index by expiry
 * is for clearing away those that are over.
 */
export class Migration20261120120400_payment_tokens extends Migration {
  override up(): void {
    this.addSql(`
      create table payment_tokens (
        merchant_id text not null,
        token text not null,
        payment_method_id text not null,
        expires_at timestamptz(3) not null,
        primary key (merchant_id, token),
        constraint payment_tokens_payment_methods_payment_method_id
          foreign key (merchant_id, payment_method_id)
          references payment_methods (merchant_id, payment_method_id) on delete cascade
      )`);
    this.addSql('create index payment_tokens_by_expires_at on payment_tokens (expires_at)');
    // Deleting a payment method looks for its tokens.
    this.addSql(
      'create index payment_tokens_by_payment_method_id on payment_tokens (merchant_id, payment_method_id)',
    );

    const tenant = "(select current_setting('switchyard.merchant_id', true))";
    this.addSql('alter table payment_tokens enable row level security');
    this.addSql('alter table payment_tokens force row level security');
    this.addSql(`create policy tenancy on payment_tokens using (merchant_id = ${tenant} or ${tenant} = '*')`);
  }
}
