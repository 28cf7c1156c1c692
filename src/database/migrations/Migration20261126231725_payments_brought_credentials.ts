import { Migration } from '@mikro-orm/migrations';

/** What another service stored or authenticated for a payment, and the network's identifier of the payment. */
export class Migration20261126231725_payments_brought_credentials extends Migration {
  override up(): void {
    this.addSql(
      `alter table "payments" add "brought_data" bytea null, add "recurring_source" jsonb null, add "network_transaction_id" text null`,
    );
  }
}
