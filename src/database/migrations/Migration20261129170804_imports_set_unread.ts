import { Migration } from '@mikro-orm/migrations';

/** Marks an import by a caller who may not read the addresses that it brings. */
export class Migration20261129170804_imports_set_unread extends Migration {
  override up(): void {
    this.addSql('alter table "payment_method_imports" add column "sets_unread" boolean null');
  }
}
