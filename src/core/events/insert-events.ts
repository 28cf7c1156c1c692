import type { WritingContext } from '../transactions.ts';
import { type EventTypeValue, objectOf } from './event-types.ts';

/** An event to be recorded, and the delivery that goes with it where somebody is to hear of it. */
export interface NewEvent {
  readonly merchantId: string;
  readonly eventId: string;
  readonly type: EventTypeValue;
  readonly objectId: string;
  readonly paymentId: string | null;
  readonly payoutId: string | null;
  readonly profileId: string | null;
  readonly body: string;
  /** When it happened, as its body says too. */
  readonly at: Date;
  readonly deliveryId: string | null;
  readonly test?: boolean;
}

const text = `
  with told as (
    select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
                         $9::text[], $10::text[], $11::boolean[], $12::timestamptz[])
      with ordinality as e(merchant_id, event_id, event_type, object_type, object_id, payment_id, payout_id, profile_id,
                           body, delivery_id, test, created_at, place)
  ), recorded as (
    insert into events (merchant_id, event_id, event_type, object_type, object_id, payment_id, payout_id, profile_id,
                        body, test, created_at)
    select merchant_id, event_id, event_type, object_type, object_id, payment_id, payout_id, profile_id, body, test,
           created_at
    from told order by place
    returning event_id, sequence
  )
  insert into webhook_deliveries (merchant_id, delivery_id, event_id, event_type, object_id, payment_id, profile_id,
                                  status, next_attempt_at, created_at, event_sequence)
  select t.merchant_id, t.delivery_id, t.event_id, t.event_type, t.object_id, t.payment_id, t.profile_id, 'pending',
         t.created_at, t.created_at, r.sequence
  from told t join recorded r using (event_id) where t.delivery_id is not null`;

/** Writes events in their order, and their deliveries, due at once: one statement, however many. */
export async function insertEvents(tx: WritingContext, events: readonly NewEvent[]): Promise<void> {
  const all = <T>(pick: (event: NewEvent) => T): T[] => events.map(pick);
  await tx.rows.query(
    {
      text,
      values: [
        all((event) => event.merchantId),
        all((event) => event.eventId),
        all((event) => event.type),
        all((event) => objectOf(event.type)),
        all((event) => event.objectId),
        all((event) => event.paymentId),
        all((event) => event.payoutId),
        all((event) => event.profileId),
        all((event) => event.body),
        all((event) => event.deliveryId),
        all((event) => event.test ?? false),
        all((event) => event.at.toISOString()),
      ],
    },
    tx.merchantId,
  );
  for (const { merchantId, deliveryId } of events) {
    if (deliveryId !== null) tx.transaction.news.queued.push({ merchantId, deliveryId });
  }
}
