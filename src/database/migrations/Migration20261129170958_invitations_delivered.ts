import { Migration } from '@mikro-orm/migrations';

/** An invitation says how its link reaches the person: accepting proves the address only where it was sent there. */
export class Migration20261129170958_invitations_delivered extends Migration {
  override up(): void {
    this.addSql(`alter table "invitations" add "delivered_by" text null`);
  }
}
