import { Migration } from '@mikro-orm/migrations';

/** The category and name that an error mapping gives an error, of `attempts`. */
export class Migration20261126160002_attempts_error_category extends Migration {
  override up(): void {
    this.addSql(`alter table "attempts" add "error_category" text null, add "router_error" text null`);
  }
}
