import { Migration } from '@mikro-orm/migrations';

/**
 * What failed says so in a column of its own, by which lists find it: one that does not change when a delivery succeeds. And
 * the triggers of the queue leave out what the service queues and ends itself. A process of 0.4.0 goes on writing
 * deliveries as it did.
 */
export class Migration20261128221501_deliveries_failed extends Migration {
  override up(): void {
    this.addSql('alter table "webhook_deliveries" add column "failed_at" timestamptz(3) null');
    for (const event of ['insert', 'update']) {
      this.addSql(`drop trigger queue_after_${event} on webhook_deliveries`);
    }
    for (const text of [...queueTriggers, noteFailed, ...failedTriggers]) this.addSql(text);
  }
}

/**
 * A delivery of this release has no place of its own, and is queued with it. What ends one takes it out of the queue, in
 * 0.4.0 too. A new time of its next attempt is passed on.
 */
const queueTriggers = [
  `
  create trigger queue_after_insert after insert on webhook_deliveries
    for each row when (new.status = 'pending' and new.event_sequence <> 0) execute function queue_delivery()`,
  `
  create trigger queue_after_update after update on webhook_deliveries
    for each row when (new.status = 'pending') execute function queue_delivery()`,
];

/** Afterwards, as a trigger before an update would lock the row of each. */
const noteFailed = `
  create function note_failed_delivery() returns trigger language plpgsql as $$
  begin
    update webhook_deliveries set failed_at = new.completed_at
    where merchant_id = new.merchant_id and event_id = new.event_id and delivery_id = new.delivery_id;
    return null;
  end $$`;

const failedTriggers = ['insert', 'update'].map(
  (event) => `
  create trigger failed_after_${event} after ${event} on webhook_deliveries
    for each row when (new.status = 'failed' and new.failed_at is null) execute function note_failed_delivery()`,
);
