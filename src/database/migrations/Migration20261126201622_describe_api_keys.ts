import { Migration } from '@mikro-orm/migrations';

/** What the key is for, in the words of its owner. */
export class Migration20261126201622_describe_api_keys extends Migration {
  override up(): void {
    this.addSql(`alter table "api_keys" add "description" text null`);
  }
}
