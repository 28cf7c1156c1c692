import { Migration } from '@mikro-orm/migrations';

/** Indexes of the list of captures. */
export class Migration20261126200005_captures_listed extends Migration {
  override isTransactional(): boolean {
    return false;
  }
  override up(): void {
    this.addSql(`drop index concurrently if exists "captures_by_created_at"`);
    this.addSql(
      `create index concurrently "captures_by_created_at" on "captures" ("merchant_id", "created_at", "capture_id")`,
    );
    this.addSql(`drop index concurrently if exists "captures_across_merchants"`);
    this.addSql(
      `create index concurrently "captures_across_merchants" on "captures" ("created_at", "merchant_id", "capture_id") where capture_id > ''`,
    );
    this.addSql(`drop index concurrently if exists "captures_by_captured_at"`);
    this.addSql(
      `create index concurrently "captures_by_captured_at" on "captures" ("merchant_id", "captured_at", "created_at", "capture_id") where captured_at is not null`,
    );
  }
}
