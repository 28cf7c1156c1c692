import { chooseProfile } from '../access/choose-profile.ts';
import { EventType, type EventTypeValue } from '../entities/event-types.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { invalidParameter } from '../foundation/errors.ts';
import { requireOutgoingCalls } from '../foundation/outgoing-calls.ts';
import * as f from '../model/fields.ts';
import { Input, ValueObject } from '../model/index.ts';
import { requireEndpoint } from '../webhook-endpoints/endpoint.ts';
import { recordAudit } from '../writes/outbox/audit-log.ts';
import { inTransaction, requireMerchant } from '../writes/transactions.ts';

/** The events to send again: a profile's, in a range of time, of all types or some. */
@Input({ about: 'Parameters for replaying webhooks: a range of at most 5 000 events.' })
export class WebhookReplayRequest {
  @f.Id("Business profile of the events; the merchant's default or only profile if omitted.")
  profile_id?: string | null;
  @f.Id("Additional endpoint of the profile; the profile's own endpoint if omitted.")
  endpoint_id?: string | null;
  @f.Timestamp('Time of the earliest events, inclusive.', { required: true, example: '2026-03-01T12:00:00Z' })
  created_from!: string;
  @f.Timestamp('Time of the latest events, exclusive; now if omitted.', {
    example: '2026-03-01T18:00:00Z',
  })
  created_to?: string | null;
  @f.EnumerationList(() => EventType, 'Types of the events; all types if omitted.')
  event_types?: EventTypeValue[] | null;
}

/** The result of a replay. */
@ValueObject({ about: 'Events of a business profile that are resent.' })
export class WebhookReplay {
  @f.Id('Business profile of the events.', { required: true }) profile_id!: string;
  @f.Id("Endpoint that receives the events; the profile's own endpoint has the profile's identifier.", {
    required: true,
  })
  endpoint_id!: string;
  @f.Timestamp('Time of the earliest events, inclusive.', { required: true }) created_from!: string;
  @f.Timestamp('Time of the latest events, exclusive.', { required: true }) created_to!: string;
  @f.Integer(
    'Number of events sent, each in a separate delivery. Events with a pending delivery and test events are neither sent nor counted.',
    { required: true },
  )
  event_count!: number;
}

/** Events of one replay. */
const EVENTS_MAX = 5_000;
/** Deliveries that one statement inserts. */
const BATCH = 1_000;

const findText = `
  select e.event_id from events e
  where e.merchant_id = $1 and e.profile_id = $2 and e.created_at >= $3::timestamptz and e.created_at < $4::timestamptz
    and ($5::text[] is null or e.event_type = any($5::text[])) and not e.test
    and not exists (
      select from pending_deliveries d
      where d.merchant_id = e.merchant_id and d.object_id = e.object_id and d.event_id = e.event_id
        and d.endpoint_id = $6 and not d.redelivery)
  order by e.created_at, e.event_id limit ${EVENTS_MAX + 1}`;

// Another request may have queued a redelivery meanwhile, which then is the one.
const queueText = `
  insert into pending_deliveries (merchant_id, delivery_id, event_id, event_type, object_id, profile_id, endpoint_id,
                                  redelivery, next_attempt_at, created_at, event_sequence)
  select e.merchant_id, n.delivery_id, e.event_id, e.event_type, e.object_id, e.profile_id, $5, true,
         $4::timestamptz, $4::timestamptz, e.sequence
  from unnest($2::text[], $3::text[]) n(event_id, delivery_id)
  join events e on e.merchant_id = $1 and e.event_id = n.event_id
  on conflict (merchant_id, event_id, endpoint_id) where redelivery do nothing
  returning delivery_id`;

const recordText = `
  insert into webhook_deliveries (merchant_id, delivery_id, event_id, event_type, object_id, payment_id, profile_id,
                                  endpoint_id, status, redelivery, next_attempt_at, created_at, event_sequence)
  select e.merchant_id, q.delivery_id, e.event_id, e.event_type, e.object_id, e.payment_id, e.profile_id, q.endpoint_id,
         'pending', true, q.next_attempt_at, q.created_at, 0
  from pending_deliveries q join events e on e.merchant_id = $1 and e.event_id = q.event_id
  where q.merchant_id = $1 and q.delivery_id = any($2::text[])
  returning delivery_id`;

/**
 * Sends the events of a profile in a range of time again, to its current endpoint, as {@link redeliverWebhook} sends one:
 * the same bodies under the same `webhook-id`, each in a separate delivery, also of types that are switched off. They are
 * sent from the oldest on, several at once, and wait for the end of a pause.
 *
 * @throws {Problem} `invalid_parameter` for an empty range, or one of more than 5 000 events; `resource_not_found` for an
 * unknown profile, `missing_parameter` if there are several to choose from, `unexpected_state` without an enabled endpoint;
 * `outgoing_calls_off`.
 */
export function replayWebhooks(ctx: Context, input: WebhookReplayRequest): Promise<WebhookReplay> {
  return inTransaction(ctx, async (tx) => {
    requireOutgoingCalls(tx.ports);
    const merchantId = requireMerchant(tx);
    const { profileId } = await chooseProfile(tx, input.profile_id);
    const { endpointId } = await requireEndpoint(tx, merchantId, profileId, input.endpoint_id);
    const { created_from: from, event_types: types = null } = input;
    const to = input.created_to ?? tx.ports.now().toISOString();
    if (Date.parse(from) >= Date.parse(to)) {
      throw invalidParameter(
        'created_from',
        'created_from must be earlier than created_to, or than now without one.',
      );
    }
    const eventIds = await findEvents(tx, [merchantId, profileId, from, to, types, endpointId]);
    if (eventIds.length > EVENTS_MAX) {
      throw invalidParameter(
        'created_to',
        `The range has more than ${EVENTS_MAX} events. Replay shorter ranges one after the other.`,
      );
    }
    let count = 0;
    for (let start = 0; start < eventIds.length; start += BATCH) {
      count += await queueRedeliveries(tx, merchantId, endpointId, eventIds.slice(start, start + BATCH));
    }
    const shown = (field: string, after: unknown) => ({ field, before: null, after, concealed: false });
    recordAudit(tx, {
      merchantId,
      objectType: 'webhook_replay',
      objectId: profileId,
      changes: [
        shown('endpoint_id', endpointId),
        shown('created_from', from),
        shown('created_to', to),
        ...(types ? [shown('event_types', types)] : []),
        shown('event_count', count),
      ],
    });
    tx.idempotency?.refersTo(profileId);
    return {
      profile_id: profileId,
      endpoint_id: endpointId,
      created_from: from,
      created_to: to,
      event_count: count,
    };
  });
}

async function findEvents(tx: WritingContext, values: readonly unknown[]): Promise<string[]> {
  const touches = { reads: ['events', 'pending_deliveries'] };
  const rows = await tx.rows.query<{ event_id: string }>(
    { text: findText, values: [...values], touches },
    tx.merchantId,
  );
  return rows.map(({ event_id: eventId }) => eventId);
}

/** @returns How many are queued. */
async function queueRedeliveries(
  tx: WritingContext,
  merchantId: string,
  endpointId: string,
  eventIds: readonly string[],
): Promise<number> {
  const deliveryIds = eventIds.map(() => tx.ports.ids.make('whd'));
  const rows = await tx.rows.query<{ delivery_id: string }>(
    {
      text: queueText,
      values: [merchantId, eventIds, deliveryIds, tx.ports.now().toISOString(), endpointId],
      touches: { reads: ['events'], writes: ['pending_deliveries'] },
    },
    tx.merchantId,
  );
  const queued = rows.map(({ delivery_id: deliveryId }) => ({ merchantId, deliveryId }));
  await tx.rows.query(
    {
      text: recordText,
      values: [merchantId, queued.map(({ deliveryId }) => deliveryId)],
      touches: { reads: ['events', 'pending_deliveries'], writes: ['webhook_deliveries'] },
    },
    tx.merchantId,
  );
  tx.transaction.outbox.queuedDeliveries.push(...queued);
  return queued.length;
}
