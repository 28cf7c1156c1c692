import { Migration } from '@mikro-orm/migrations';

/** The refusal of a request that left a payment failed, which its repetition gets. */
export class Migration20261130091419_idempotency_refusals extends Migration {
  override up(): void {
    this.addSql(`alter table "idempotency_keys" add "refusal" bytea null`);
  }
}
