import { Migration } from '@mikro-orm/migrations';

/** Evidence that is being written. */
export class Migration20261127040419_disputes_evidence_draft extends Migration {
  override up(): void {
    this.addSql(`alter table "disputes" add "evidence_draft" bytea null`);
  }
}
