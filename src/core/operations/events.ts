import { Event } from '../entities/event.ts';
import { WebhookDelivery } from '../entities/webhook-delivery.ts';
import { EventFeedPage, EventFeedQuery, readEventFeed } from '../webhooks/event-feed.ts';
import { redeliverWebhook, WebhookRedelivery } from '../webhooks/redeliver-webhook.ts';
import { replayWebhooks, WebhookReplay, WebhookReplayRequest } from '../webhooks/replay-webhooks.ts';
import { sendTestWebhook, WebhookTest } from '../webhooks/send-test-webhook.ts';
import {
  listOperation,
  operationsByName,
  readOperation,
  retrieveOperation,
  writeOperation,
} from './operation.ts';

const sendsWebhooks = {
  permission: 'webhooks:write',
  reach: 'profile',
  target: WebhookDelivery,
  problems: ['unexpected_state', 'outgoing_calls_off'],
} as const;
const redelivers = {
  ...sendsWebhooks,
  evenIfSuspended: true,
  input: WebhookRedelivery,
  run: redeliverWebhook,
} as const;
const howRedelivered =
  'immediately, in a separate delivery, which is returned. A pending requested redelivery becomes due immediately instead. Events are kept for at least 30 days.';

export const events = operationsByName({
  listEvents: listOperation(Event, {
    about:
      'Lists events, newest first. Events are kept for at least 30 days. The REST API lists them without their bodies.',
  }),
  retrieveEvent: retrieveOperation(Event, {
    about:
      'Retrieves an event with the exact body that is signed and sent, unless the endpoint masks personal data.',
  }),
  readEventFeed: readOperation({
    permission: 'events:read',
    reach: 'profile',
    summary: 'Read the event feed',
    about:
      "Reads a merchant account's events after a cursor, in commit order, with their bodies: an alternative to webhooks, or a way to catch up on missed webhooks. Continuing from `next_cursor` returns every event exactly once.",
    input: EventFeedQuery,
    target: EventFeedPage,
    ofMerchant: true,
    problems: ['cursor_expired'],
    run: readEventFeed,
  }),
  redeliverEvent: writeOperation({
    ...redelivers,
    summary: 'Redeliver an event',
    about: `Redelivers an event to the endpoint of its profile, or to the additional endpoint \`endpoint_id\`: ${howRedelivered}`,
    only: { face: 'rest', because: 'The mutation `redeliverWebhook` also accepts an event.' },
  }),
  replayWebhooks: writeOperation({
    ...sendsWebhooks,
    evenIfSuspended: true,
    ofMerchant: true,
    summary: 'Replay webhooks',
    about:
      'Resends the events of a business profile in a time range to one of its endpoints, oldest first and several at once: with the same bodies and `webhook-id`, including disabled types. The range may contain at most 5 000 events. Events with a pending delivery and test events are skipped.',
    input: WebhookReplayRequest,
    target: WebhookReplay,
    run: replayWebhooks,
    shows: (replay) => ({ id: replay.profile_id, snapshot: { ...replay } }),
  }),
  sendTestWebhook: writeOperation({
    ...sendsWebhooks,
    summary: 'Send a test webhook',
    about:
      'Sends a signed sample event to an endpoint, to test it. Identifiers of the sample object begin with `test_`.',
    input: WebhookTest,
    creates: true,
    run: sendTestWebhook,
  }),
  listWebhookDeliveries: listOperation(WebhookDelivery, {
    about: 'Lists webhook deliveries with their attempts, newest first.',
  }),
  retrieveWebhookDelivery: retrieveOperation(WebhookDelivery, {
    about: 'Retrieves a webhook delivery with its attempts.',
  }),
  redeliverWebhook: writeOperation({
    ...redelivers,
    summary: 'Redeliver a webhook',
    about: `Redelivers the event of a delivery to the delivery's endpoint, or to the profile's additional endpoint \`endpoint_id\`: ${howRedelivered} The mutation also accepts \`event_id\`, to redeliver an event to the endpoint of its profile.`,
  }),
});
