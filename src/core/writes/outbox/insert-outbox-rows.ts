import type { WritingContext } from '../../foundation/context.ts';
import type { NewEvent } from '../../foundation/new-event.ts';
import type { ChangedObject } from './changed-objects.ts';

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
  ), queued as (
    insert into webhook_deliveries (merchant_id, delivery_id, event_id, event_type, object_id, payment_id, profile_id,
                                    status, next_attempt_at, created_at, event_sequence)
    select t.merchant_id, t.delivery_id, t.event_id, t.event_type, t.object_id, t.payment_id, t.profile_id, 'pending',
           t.created_at, t.created_at, r.sequence
    from told t join recorded r using (event_id) where t.delivery_id is not null
  )
  insert into updates (merchant_id, object_type, object_id, recorded_at)
  select merchant_id, object_type, object_id, $16::timestamptz
  from unnest($13::text[], $14::text[], $15::text[]) as u(merchant_id, object_type, object_id)`;

/** Writes events in their order, their deliveries, due at once, and updates: one statement, however many. */
export async function insertOutboxRows(
  tx: WritingContext,
  events: readonly NewEvent[],
  updates: readonly ChangedObject[],
): Promise<void> {
  await tx.rows.query(
    {
      text,
      values: [
        events.map((event) => event.merchantId),
        events.map((event) => event.eventId),
        events.map((event) => event.type),
        events.map((event) => event.objectType),
        events.map((event) => event.objectId),
        events.map((event) => event.paymentId),
        events.map((event) => event.payoutId),
        events.map((event) => event.profileId),
        events.map((event) => event.body),
        events.map((event) => event.deliveryId),
        events.map((event) => event.test ?? false),
        events.map((event) => event.at.toISOString()),
        updates.map((update) => update.merchantId),
        updates.map((update) => update.type),
        updates.map((update) => update.id),
        tx.now().toISOString(),
      ],
    },
    tx.merchantId,
  );
}
