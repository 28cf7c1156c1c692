import { chooseProfile } from '../access/choose-profile.ts';
import { objectClassOf } from '../entities/event-objects.ts';
import { EventType, type EventTypeValue, objectOf } from '../entities/event-types.ts';
import type { Context } from '../foundation/context.ts';
import { requireOutgoingCalls } from '../foundation/outgoing-calls.ts';
import * as f from '../model/fields.ts';
import { Input, resourceOf } from '../model/index.ts';
import { requireEndpoint } from '../webhook-endpoints/endpoint.ts';
import { eventBody } from '../writes/outbox/events.ts';
import { inTransaction, requireMerchant } from '../writes/transactions.ts';
import { sampleEventObject } from './sample-object.ts';

/** A test webhook's event type, and the profile whose endpoint receives it. */
@Input({ about: 'Parameters for sending a test webhook.' })
export class WebhookTest {
  @f.Id("Business profile whose endpoint receives it; the merchant's default or only profile if omitted.")
  profile_id?: string | null;
  @f.Id("Additional endpoint of the profile; the profile's own endpoint if omitted.")
  endpoint_id?: string | null;
  @f.Enumeration(() => EventType, 'Type of the test event; `payment_succeeded` if omitted.')
  event_type?: EventTypeValue | null;
}

/**
 * Sends a sample event to a profile's endpoint. It is recorded, signed and delivered like any other, with `test`
 * set, even if its type is switched off. Its first attempt is made even while the endpoint rests, and a 2xx response to it
 * ends the pause.
 *
 * @returns The delivery's identifier.
 * @throws {Problem} `resource_not_found` for an unknown profile, `missing_parameter` if there are several to
 * choose from, `unexpected_state` without an enabled endpoint, `rate_limited` after too many for the profile;
 * `outgoing_calls_off`.
 */
export function sendTestWebhook(ctx: Context, input: WebhookTest): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    requireOutgoingCalls(tx.ports);
    const merchantId = requireMerchant(tx);
    const { profileId } = await chooseProfile(tx, input.profile_id);
    const { endpointId } = await requireEndpoint(tx, merchantId, profileId, input.endpoint_id);
    await tx.ports.attemptLimits.testWebhooks.take(tx, merchantId, profileId);
    const type = input.event_type ?? 'payment_succeeded';
    const eventId = tx.ports.ids.make('evt');
    const object = testObject(type, eventId, { merchant_id: merchantId, profile_id: profileId });
    const deliveryId = tx.ports.ids.make('whd');
    const at = tx.ports.now();
    tx.transaction.outbox.events.push({
      merchantId,
      eventId,
      type,
      objectType: objectOf(type),
      objectId: String(object[resourceOf(objectClassOf(type)).id]),
      // The sample's payment or payout does not exist.
      paymentId: null,
      payoutId: null,
      profileId,
      body: eventBody({ eventId, type, merchantId, at, object }),
      at,
      deliveries: [{ deliveryId, endpointId }],
      test: true,
    });
    tx.idempotency?.refersTo(deliveryId);
    return deliveryId;
  });
}

type JsonObject = Record<string, unknown>;

/** An identifier as the service generates them: a prefix, a ULID and, for an attempt, its number. */
const generatedId = /^([a-z]+)_[0-7][0-9A-HJKMNP-TV-Z]{25}((?:_\d+)?)$/;

/**
 * A sample object whose identifiers cannot be mistaken for real ones: `test_pay_…`, ending like the event's. They
 * are unique per test, because deliveries about one object wait for each other, and a test must not wait for an
 * earlier one that failed.
 */
function testObject(type: EventTypeValue, eventId: string, owner: JsonObject): JsonObject {
  const suffix = eventId.slice('evt_'.length);
  const replaceIds = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(generatedId, `test_$1_${suffix}$2`);
    if (Array.isArray(value)) return value.map(replaceIds);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, name in owner ? owner[name] : replaceIds(member)]),
    );
  };
  const object = replaceIds(sampleEventObject(type)) as JsonObject;
  return 'metadata' in object ? { ...object, metadata: { test: 'true' } } : object;
}
