import { Migration } from '@mikro-orm/migrations';

/** Whether a process reads statistics from recent objects; null for a process of 0.5.0, which reads totals and changes only. */
export class Migration20261130021800_processes_count_objects extends Migration {
  override up(): void {
    this.addSql(`alter table "processes" add "counts_objects" boolean null`);
  }
}
