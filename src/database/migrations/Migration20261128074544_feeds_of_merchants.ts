import { Migration } from '@mikro-orm/migrations';

/**
 * The ends of a merchant's event feed and change feed: what is below was recorded by transactions that have ended, as have all
 * that could have a lower position. On one server they are the same for all merchants; on a cluster, of a merchant's node.
 */
export class Migration20261128074544_feeds_of_merchants extends Migration {
  override up(): void {
    this.addSql(
      'create function event_feed_end(of text) returns int8 language sql stable as $$ select event_feed_end() $$',
    );
    this.addSql(
      'create function updates_end(of text) returns xid8 language sql stable as $$ select pg_snapshot_xmin(pg_current_snapshot()) $$',
    );
  }
}
