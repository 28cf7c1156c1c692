import { Migration } from '@mikro-orm/migrations';

/** Reads the routing configuration of a ruleset. */
export class Migration20261130034006_routing_configurations_rulesets extends Migration {
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
