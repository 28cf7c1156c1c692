import { Migration } from '@mikro-orm/migrations';

/** Keeps each former secret of a webhook endpoint until its own end. */
export class Migration20261129202229_webhook_endpoints_earlier_secrets extends Migration {
  override up(): void {
    this.addSql(`alter table "webhook_endpoints" add "earlier_secrets" bytea null`);
  }
}
