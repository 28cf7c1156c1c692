import { Event } from '../../core/entities/event.ts';
import { WebhookDelivery } from '../../core/entities/webhook-delivery.ts';
import { EventFeedPage, EventFeedQuery, readEventFeed } from '../../core/webhooks/event-feed.ts';
import { RedeliveryTarget, redeliverWebhook } from '../../core/webhooks/redeliver-webhook.ts';
import { replayWebhooks, WebhookReplay, WebhookReplayRequest } from '../../core/webhooks/replay-webhooks.ts';
import { sendTestWebhook, WebhookTest } from '../../core/webhooks/send-test-webhook.ts';
import { beyond, retrieve } from '../beyond.ts';
import { listOf } from '../lists.ts';
import { one } from '../response-shapes.ts';

const redelivers =
  'to an endpoint of its profile, its own unless `endpoint_id` names a further one, at once and in a delivery of its own, which is returned. If a requested redelivery is still pending, it becomes due at once instead.';

export const eventsBeyond = [
  listOf(
    Event,
    {
      id: 'listEvents',
      summary: 'List events',
      path: '/events',
      about: 'Lists events, newest first, without their bodies. Events are kept for at least 30 days.',
    },
    'list',
  ),
  beyond({
    id: 'readEventFeed',
    permission: 'events:read',
    reach: 'profile',
    ofMerchant: true,
    summary: 'Read the event feed',
    method: 'get',
    path: '/event_feed',
    about:
      "Reads a merchant account's events after a cursor, in the order in which they were committed, with their bodies: instead of webhooks, or to make up for those that were missed. Reading on from `next_cursor` gives every event, and none twice.",
    query: EventFeedQuery,
    problems: ['cursor_expired'],
    example: { query: { after: 'latest', limit: 50 } },
    response: one(EventFeedPage),
    handle: (ctx, { query }) => readEventFeed(ctx, query),
  }),
  beyond({
    id: 'retrieveEvent',
    permission: 'events:read',
    reach: 'profile',
    summary: 'Retrieve an event',
    method: 'get',
    path: '/events/{event_id}',
    about:
      'Retrieves an event with the exact body that is signed and sent, unless the endpoint masks personal data.',
    response: one(Event, 'full'),
    handle: (ctx, { path }) => retrieve(ctx, Event, path.event_id),
  }),
  beyond({
    id: 'redeliverEvent',
    permission: 'webhooks:write',
    reach: 'profile',
    evenIfSuspended: true,
    summary: 'Redeliver an event',
    method: 'post',
    path: '/events/{event_id}/redeliver',
    about: `Redelivers an event ${redelivers}`,
    body: RedeliveryTarget,
    example: { body: {} },
    problems: ['unexpected_state', 'outgoing_calls_off'],
    response: one(WebhookDelivery, 'full'),
    handle: async (ctx, { body, path }) =>
      retrieve(ctx, WebhookDelivery, await redeliverWebhook(ctx, { ...body, ...path })),
  }),
  beyond({
    id: 'sendTestWebhook',
    permission: 'webhooks:write',
    reach: 'profile',
    summary: 'Send a test webhook',
    method: 'post',
    path: '/events/test',
    about:
      'Sends a signed sample event to an endpoint, to test it. Identifiers of the sample object begin with `test_`.',
    body: WebhookTest,
    problems: ['unexpected_state', 'outgoing_calls_off'],
    example: { body: { profile_id: 'pro_01JZ5V0G7N4S8X2T6W9Y3B1C5D', event_type: 'payment_succeeded' } },
    response: one(WebhookDelivery, 'full'),
    // Events are written when the transaction commits, so the delivery can be read only afterwards.
    replay: (ctx, _path, objectId) => retrieve(ctx, WebhookDelivery, objectId!),
    handle: async (ctx, { body }) => retrieve(ctx, WebhookDelivery, await sendTestWebhook(ctx, body)),
  }),
  beyond({
    id: 'replayWebhooks',
    permission: 'webhooks:write',
    reach: 'profile',
    evenIfSuspended: true,
    ofMerchant: true,
    summary: 'Replay webhooks',
    method: 'post',
    path: '/events/replay',
    about:
      'Sends the events of a business profile in a range of time again, to one of its endpoints, the oldest first and several at once: the same bodies under the same `webhook-id`, also of types that are switched off. A range has at most 5 000 events. Events that a pending delivery sends anyway and test events are left out.',
    body: WebhookReplayRequest,
    problems: ['unexpected_state', 'outgoing_calls_off'],
    example: {
      body: {
        profile_id: 'pro_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
        created_from: '2026-03-01T12:00:00Z',
        created_to: '2026-03-01T18:00:00Z',
        event_types: ['payment_succeeded'],
      },
    },
    response: one(WebhookReplay),
    handle: (ctx, { body }) => replayWebhooks(ctx, body),
  }),
  listOf(WebhookDelivery, {
    id: 'listWebhookDeliveries',
    summary: 'List webhook deliveries',
    path: '/webhook_deliveries',
    about: 'Lists webhook deliveries with their attempts, newest first.',
  }),
  beyond({
    id: 'retrieveWebhookDelivery',
    permission: 'events:read',
    reach: 'profile',
    summary: 'Retrieve a webhook delivery',
    method: 'get',
    path: '/webhook_deliveries/{delivery_id}',
    about: 'Retrieves a webhook delivery with its attempts.',
    response: one(WebhookDelivery, 'full'),
    handle: (ctx, { path }) => retrieve(ctx, WebhookDelivery, path.delivery_id),
  }),
  beyond({
    id: 'redeliverWebhook',
    permission: 'webhooks:write',
    reach: 'profile',
    evenIfSuspended: true,
    summary: 'Redeliver a webhook',
    method: 'post',
    path: '/webhook_deliveries/{delivery_id}/redeliver',
    about: `Redelivers the event of a delivery ${redelivers.replace('its own', "the delivery's")}`,
    body: RedeliveryTarget,
    example: { body: {} },
    problems: ['unexpected_state', 'outgoing_calls_off'],
    response: one(WebhookDelivery, 'full'),
    handle: async (ctx, { body, path }) =>
      retrieve(ctx, WebhookDelivery, await redeliverWebhook(ctx, { ...body, ...path })),
  }),
];
