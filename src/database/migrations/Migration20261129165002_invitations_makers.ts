import { Migration } from '@mikro-orm/migrations';

/** Who invited a person, and who accepted. */
export class Migration20261129165002_invitations_makers extends Migration {
  override up(): void {
    this.addSql(`alter table "invitations" add column "invited_by" text null`);
    this.addSql(`alter table "invitations" add column "accepted_by" text null`);
  }
}
