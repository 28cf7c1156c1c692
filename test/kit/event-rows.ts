import { ulid } from 'ulid';
import { objectClassOf } from '../../src/core/entities/event-objects.ts';
import { type EventTypeValue, objectOf } from '../../src/core/entities/event-types.ts';
import { ulidMaker } from '../../src/core/foundation/ids.ts';
import { resourceOf } from '../../src/core/model/index.ts';
import { sampleEventObject } from '../../src/core/webhooks/sample-object.ts';
import { eventBody } from '../../src/core/writes/outbox/events.ts';
import type { Values } from './insert.ts';

const ids = ulidMaker();

/** The row of an event, `payment_succeeded` by default, whose body describes the referenced object. */
export function eventRow(owner: { merchantId: string; profileId: string }, row: Values): Values {
  const type = (row.event_type ?? 'payment_succeeded') as EventTypeValue;
  const { id, prefix } = resourceOf(objectClassOf(type));
  const ownerId = objectOf(type) === 'payout' ? 'payout_id' : 'payment_id';
  const objectId = row.object_id ?? row[id] ?? ids.make(prefix);
  const references = {
    profile_id: row.profile_id === undefined ? owner.profileId : row.profile_id,
    [ownerId]: id === ownerId ? objectId : (row[ownerId] ?? ids.make('pay')),
  };
  const { refund_id: _refund, dispute_id: _dispute, ...columns } = row;
  const at = (row.created_at as Date | undefined) ?? new Date();
  // Like the service's own, it contains the time of the event.
  const made = row.created_at === undefined ? ids.make('evt') : `evt_${ulid(at.getTime())}`;
  const eventId = (row.event_id as string | undefined) ?? made;
  const owned = { merchant_id: owner.merchantId, ...references, [id]: objectId };
  const object = Object.entries(sampleEventObject(type)).map(([name, value]) => [
    name,
    name in owned ? owned[name as keyof typeof owned] : value,
  ]);
  const body = { eventId, type, merchantId: owner.merchantId, at, object: Object.fromEntries(object) };
  return {
    object_type: objectOf(type),
    ...references,
    body: eventBody(body),
    ...columns,
    event_id: eventId,
    event_type: type,
    object_id: objectId,
    created_at: at,
  };
}

/** A delivery's columns by status: its due time, or the attempt that completed it. */
export function deliveryDetails(status: unknown, now: Date): Values {
  if (status === undefined || status === 'pending') return { next_attempt_at: now };
  const status_code = status === 'delivered' ? 200 : 500;
  const attempt = { attempt_number: 1, started_at: now.toISOString(), duration_ms: 20, status_code };
  return { attempts: [attempt], attempt_count: 1, status_code, completed_at: now };
}
