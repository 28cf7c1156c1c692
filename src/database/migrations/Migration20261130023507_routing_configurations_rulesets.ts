import { Migration } from '@mikro-orm/migrations';

/** State its purpose here. */
export class Migration20261130023507_routing_configurations_rulesets extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`drop index concurrently if exists "routing_configurations_by_ruleset_id"`);
    this.addSql(
      `create index concurrently "routing_configurations_by_ruleset_id" on "routing_configurations" ("merchant_id", "ruleset_id", "created_at", "id") where ruleset_id is not null`,
    );
  }
}
