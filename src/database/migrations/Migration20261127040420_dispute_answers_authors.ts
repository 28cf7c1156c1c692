import { Migration } from '@mikro-orm/migrations';

/** Who answered a dispute; null for older answers. */
export class Migration20261127040420_dispute_answers_authors extends Migration {
  override up(): void {
    this.addSql(
      `alter table "dispute_answers" add "author_type" text null, add "author_id" text null, add "author_name" text null`,
    );
  }
}
