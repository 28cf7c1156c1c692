import { Migration } from '@mikro-orm/migrations';

/** The notices that owners were given before an API key ends. */
export class Migration20261129170644_key_expiry_notices extends Migration {
  override up(): void {
    this.addSql(`alter table "api_keys" add "expiry_noticed_days" int4 null`);
  }
}
