import { expect } from 'vitest';
import { packText, unpackText } from '../../../src/core/foundation/packed-text.ts';
import { settleEndpoints } from '../../../src/core/webhooks/due-endpoints.ts';
import { leaseDeliveries } from '../../../src/core/webhooks/lease-deliveries.ts';
import { recordEvents } from '../../kit/record-events.ts';
import { test as base } from '../../kit/test.ts';

const test = base.extend('event', async ({ service, shop }) => {
  const { merchantId } = shop;
  const profileId = await shop.profile({ webhook_details: { webhook_url: 'https://shop.example/hooks' } });
  const paymentId = await shop.payment({ profile_id: profileId });
  const [eventId] = await recordEvents(service, [{ merchantId, profileId, objectId: paymentId }]);
  const values = [merchantId, eventId];
  const text = 'select body from events where merchant_id = $1 and event_id = $2';
  const [row] = await service.database.rows.query<{ body: string }>({ text, values }, merchantId);
  return { eventId: eventId!, paymentId, profileId, body: unpackText(row!.body), values };
});

/** How a body is stored: packed, or plain by earlier releases and by a customer's erasure. */
const forms = { packed: packText, 'as it is': (body: string) => body };

test.for(Object.keys(forms) as (keyof typeof forms)[])(
  'Every reader gets the exact bytes of an event body stored %s',
  async (form, { api, event, graphql, service, shop }) => {
    const { body, eventId, paymentId, profileId, values } = event;
    const text = 'update events set body = $3 where merchant_id = $1 and event_id = $2';
    await service.database.rows.query({ text, values: [...values, forms[form](body)] }, shop.merchantId);

    const rest = await api.get(`/events/${eventId}`);
    expect(rest.body.body).toBe(body);
    // It ends before the oldest running transaction, perhaps another test's.
    const feed = async () => (await api.get('/event_feed')).body.events;
    await expect.poll(feed).toMatchObject([{ event_id: eventId, body }]);

    const query = `query ($eventId: ID!, $paymentId: ID!) {
      event(eventId: $eventId) { body } events { nodes { body } } eventFeed { events { body } }
      payment(paymentId: $paymentId) { events { body } } payments { nodes { events { body } } }
      webhookDeliveries { nodes { event { body } } } }`;
    const read = await graphql.data(query, { eventId, paymentId });
    expect(read).toEqual({
      event: { body },
      events: { nodes: [{ body }] },
      eventFeed: { events: [{ body }] },
      payment: { events: [{ body }] },
      payments: { nodes: [{ events: [{ body }] }] },
      webhookDeliveries: { nodes: [{ event: { body } }] },
    });

    const ctx = service.contextFor({ kind: 'admin_key' }, 'req_test');
    const endpoints = [{ merchantId: shop.merchantId, endpointId: profileId }];
    await settleEndpoints(ctx, ctx.rows, endpoints);
    const { deliveries } = await leaseDeliveries(ctx, { endpoints, limit: 1, leaseMs: 30_000 });
    expect(deliveries.map((each) => each.body)).toEqual([body]);
  },
);
