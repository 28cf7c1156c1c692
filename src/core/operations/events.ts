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
  'at once, in a separate delivery, which is returned. If a requested redelivery is still pending, it becomes due at once instead. Events are kept for at least 30 days.';

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
      "Reads a merchant account's events after a cursor, in the order in which they were committed, with their bodies: instead of webhooks, or to make up for webhooks that were missed. Reading on from `next_cursor` gives every event, and none twice.",
    input: EventFeedQuery,
    target: EventFeedPage,
    ofMerchant: true,
    problems: ['cursor_expired'],
    run: readEventFeed,
  }),
  redeliverEvent: writeOperation({
    ...redelivers,
    summary: 'Redeliver an event',
    about: `Redelivers an event to the endpoint of its profile, or to a further one that \`endpoint_id\` names: ${howRedelivered}`,
    only: { face: 'rest', because: 'The mutation `redeliverWebhook` takes an event as well.' },
  }),
  replayWebhooks: writeOperation({
    ...sendsWebhooks,
    evenIfSuspended: true,
    ofMerchant: true,
    summary: 'Replay webhooks',
    about:
      'Sends the events of a business profile in a range of time again, to one of its endpoints, the oldest first and several at once: the same bodies under the same `webhook-id`, also of types that are switched off. A range has at most 5 000 events. Events that a pending delivery sends anyway and test events are left out.',
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
    about: `Redelivers the event of a delivery to the delivery's endpoint, or to a further one of the profile that \`endpoint_id\` names: ${howRedelivered} The mutation takes \`event_id\` as well, to redeliver an event to the endpoint of its profile.`,
  }),
});
