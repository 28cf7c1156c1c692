import { Migration } from '@mikro-orm/migrations';

/** Idempotency keys with the answers they were given, null while the work goes on. Neither requests nor answers can be read from it. */
export class Migration20261120120500_idempotency extends Migration {
  override up(): void {
    this.addSql(`
      create table idempotency_keys (
        merchant_id text not null,
        key text not null,
        fingerprint text not null,
        object_id text,
        answer bytea,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        primary key (merchant_id, key)
      )`);
    this.addSql('create index idempotency_keys_by_expires_at on idempotency_keys (expires_at)');
    const tenant = "(select current_setting('switchyard.merchant_id', true))";
    this.addSql('alter table idempotency_keys enable row level security');
    this.addSql('alter table idempotency_keys force row level security');
    this.addSql(
      `create policy tenancy on idempotency_keys using (merchant_id = ${tenant} or ${tenant} = '*')`,
    );
  }
}
