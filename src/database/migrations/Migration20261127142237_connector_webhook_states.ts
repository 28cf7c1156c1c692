import { Migration } from '@mikro-orm/migrations';

/** When the webhooks of connector accounts arrive, and why they are refused. */
export class Migration20261127142237_connector_webhook_states extends Migration {
  override up(): void {
    this.addSql(
      `create table "connector_webhook_states" ("merchant_id" text not null, "merchant_connector_id" text not null, "received_at" timestamptz(3) null, "refused_at" timestamptz(3) null, "refused_because" text null, primary key ("merchant_id", "merchant_connector_id"))`,
    );
    this.addSql(
      `alter table "connector_webhook_states" add constraint "connector_webhook_states_merchant_id_merchant_co_2eb48_foreign" foreign key ("merchant_id", "merchant_connector_id") references "connector_accounts" ("merchant_id", "merchant_connector_id") on update no action on delete cascade`,
    );
    this.addSql(`alter table "connector_webhook_states" enable row level security`);
    this.addSql(`alter table "connector_webhook_states" force row level security`);
    this.addSql(
      `create policy "tenancy" on "connector_webhook_states" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
  }
}
