import { Migration } from '@mikro-orm/migrations';

/**
 * A delivery takes its place from the sequence of events itself, so that it can be inserted beside its event, by values. The
 * releases before give it the number of its event, which orders it likewise.
 */
export class Migration20261128022000_delivery_places extends Migration {
  override up(): void {
    this.addSql(
      `create function delivery_place() returns int8 language sql as $$ select nextval('events_sequence_seq') $$`,
    );
    this.addSql('alter table webhook_deliveries alter column event_sequence set default delivery_place()');
  }
}
