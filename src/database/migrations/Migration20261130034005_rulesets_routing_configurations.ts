import { Migration } from '@mikro-orm/migrations';

/** The ruleset of a routing configuration, whose rules an algorithm need not be able to express. */
export class Migration20261130034005_rulesets_routing_configurations extends Migration {
  override up(): void {
    this.addSql(`alter table "routing_configurations" add "ruleset_id" text null`);
    this.addSql(`alter table "routing_configurations" alter column "algorithm" drop not null`);
  }
}
