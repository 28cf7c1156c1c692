import { chooseProfile } from '../business-profiles/choose-profile.ts';
import { type EventTypeValue, objectOf } from '../entities/event-types.ts';
import type { Context } from '../foundation/context.ts';
import { resourceOf } from '../model/index.ts';
import { requireEndpoint } from '../webhook-endpoints/require-endpoint.ts';
import { eventBody } from '../writes/outbox/event-body.ts';
import { objectClassOf } from '../writes/outbox/object-class.ts';
import { inTransaction, requireMerchant } from '../writes/transactions.ts';
import { sampleEventObject } from './sample-object.ts';
import type { WebhookTest } from './webhook-test.ts';

/**
 * Sends a sample event to the endpoint of a profile, so that a merchant can try it out: recorded, signed and sent
 * as all are, with `test` set. A switch that is off does not keep it back.
 *
 * @returns The delivery's identifier.
 * @throws {Problem} `resource_not_found` for a profile that there is not, `missing_parameter` when there are
 * several to choose from, `unexpected_state` without an endpoint.
 */
export function sendTestWebhook(ctx: Context, given: WebhookTest): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const merchantId = requireMerchant(tx);
    const { profileId } = await chooseProfile(tx, given.profile_id);
    await requireEndpoint(tx, merchantId, profileId);
    const type = given.event_type ?? 'payment_succeeded';
    const eventId = tx.ids.make('evt');
    const object = testObject(type, eventId, { merchant_id: merchantId, profile_id: profileId });
    const deliveryId = tx.ids.make('whd');
    const at = tx.now();
    tx.transaction.outbox.events.push({
      merchantId,
      eventId,
      type,
      objectType: objectOf(type),
      objectId: String(object[resourceOf(objectClassOf(type)).id]),
      // There is no such payment or payout.
      paymentId: null,
      payoutId: null,
      profileId,
      body: eventBody({ eventId, type, merchantId, at, object }),
      at,
      deliveryId,
      test: true,
    });
    return deliveryId;
  });
}

type Values = Record<string, unknown>;

/** An identifier as the service makes them: a prefix, a ULID and, for an attempt, its number. */
const madeId = /^([a-z]+)_[0-7][0-9A-HJKMNP-TV-Z]{25}((?:_\d+)?)$/;

/**
 * A sample whose identifiers nobody takes for real ones: `test_pay_…`, ending as the event's own does. So they are
 * new each time, as events of one object wait for each other, and a test must not wait for one that failed.
 */
function testObject(type: EventTypeValue, eventId: string, owner: Values): Values {
  const unique = eventId.slice('evt_'.length);
  const marked = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(madeId, `test_$1_${unique}$2`);
    if (Array.isArray(value)) return value.map(marked);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, name in owner ? owner[name] : marked(member)]),
    );
  };
  const object = marked(sampleEventObject(type)) as Values;
  return 'metadata' in object ? { ...object, metadata: { test: 'true' } } : object;
}
