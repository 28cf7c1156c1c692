import { Migration } from '@mikro-orm/migrations';

/** The index of exports that a job looks at has the approved ones, and invitations are found by who accepted. */
export class Migration20261129165005_payment_method_exports_open extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`drop index concurrently if exists "payment_method_exports_open"`);
    this.addSql(
      `create index concurrently "payment_method_exports_open" on "payment_method_exports" ("created_at") where status in ('awaiting_approval', 'approved', 'processing')`,
    );
    this.addSql(`drop index concurrently if exists "payment_method_exports_due"`);
    this.addSql(`drop index concurrently if exists "invitations_by_accepted_by"`);
    this.addSql(
      `create index concurrently "invitations_by_accepted_by" on "invitations" ("merchant_id", "accepted_by") where accepted_by is not null`,
    );
  }
}
