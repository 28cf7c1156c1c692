import { Migration } from '@mikro-orm/migrations';

/** Whether this database is the original or a copy. The first process that starts on it writes the row. */
export class Migration20261129194400_database_identity extends Migration {
  override up(): void {
    this.addSql(
      `create table "database_identity" ("name" text not null, "state" text not null, "system_identifier" text null, "places" jsonb not null default '[]', "changed_at" timestamptz(3) not null, primary key ("name"))`,
    );
    this.addSql(
      `alter table "database_identity" add constraint "database_identity_state_check" check (state in ('original', 'undecided', 'copy'))`,
    );
  }
}
