import { Migration } from '@mikro-orm/migrations';

/** Who gave a member the role, and since when the member may export cards. */
export class Migration20261129165003_team_members_makers extends Migration {
  override up(): void {
    this.addSql(`alter table "team_members" add column "role_given_by" text null`);
    this.addSql(`alter table "team_members" add column "vault_export_since" timestamptz(3) null`);
  }
}
