import { Migration } from '@mikro-orm/migrations';

/**
 * A pending delivery takes its place in the queue there, so that both can be inserted beside each other, by values. The
 * release before has its deliveries queued by a trigger, with their own place.
 */
export class Migration20261128221500_deliveries_queued extends Migration {
  override up(): void {
    this.addSql('alter table pending_deliveries alter column event_sequence set default delivery_place()');
  }
}
