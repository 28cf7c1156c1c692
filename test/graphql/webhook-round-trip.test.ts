import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { dataOf } from '../kit/graphql.ts';
import { mutate } from '../kit/mutate.ts';
import { type SeededMerchant, seedMerchant } from '../kit/seed.ts';
import { startTestService, type TestService } from '../kit/service.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../kit/webhook-receiver.ts';

const KEY = 'signing_key_of_the_shop_0123456789';

let service: TestService;
let receiver: WebhookReceiver;
let shop: SeededMerchant;

beforeAll(async () => {
  service = await startTestService({ doesJobs: true, webhooks: { pollMs: 50 } });
  receiver = await startWebhookReceiver();
  shop = await seedMerchant(service, {
    payment_response_hash_key: KEY,
    webhook_details: { webhook_url: receiver.url },
  });
});

afterAll(async () => {
  await service.close();
  await receiver.close();
});

const run = async (name: string, input: Record<string, unknown>) => {
  const { payload, userErrors } = await mutate(
    service,
    shop.key,
    name,
    input,
    'webhookDelivery { deliveryId eventId status }',
  );
  expect(userErrors).toEqual([]);
  return payload.webhookDelivery as { deliveryId: string; eventId: string; status: string };
};

/** The delivery once it is over, as a dashboard sees it. */
const over = (deliveryId: string) =>
  vi.waitFor(
    async () => {
      const query = `{ webhookDelivery(deliveryId: "${deliveryId}") {
        status url attemptCount statusCode nextAttemptAt attempts { attemptNumber statusCode } event { body } } }`;
      const { webhookDelivery } = await dataOf(service, shop.key, query);
      expect(webhookDelivery.status).not.toBe('pending');
      return webhookDelivery;
    },
    { timeout: 10_000 },
  );

const arrivalsOf = (eventId: string) => receiver.arrivals.filter((arrival) => arrival.eventId === eventId);

it('a test webhook arrives, signed, and may be sent again word for word', async () => {
  const sent = await run('sendTestWebhook', { eventType: 'refund_succeeded' });
  const delivered = await over(sent.deliveryId);
  expect(delivered).toMatchObject({
    status: 'delivered',
    url: receiver.url,
    attemptCount: 1,
    statusCode: 200,
    nextAttemptAt: null,
    attempts: [{ attemptNumber: 1, statusCode: 200 }],
  });
  const again = await run('redeliverWebhook', { deliveryId: sent.deliveryId });
  expect(again).toMatchObject({ eventId: sent.eventId, status: 'pending' });
  expect(again.deliveryId).not.toBe(sent.deliveryId);
  await over(again.deliveryId);
  const arrivals = arrivalsOf(sent.eventId);
  expect(arrivals.map(({ body }) => body)).toEqual([delivered.event.body, delivered.event.body]);
  for (const { body, headers } of arrivals) {
    const read = new Webhook(KEY, { format: 'raw' }).verify(body, headers as Record<string, string>);
    expect(read).toMatchObject({ event_id: sent.eventId, event_type: 'refund_succeeded' });
  }
});

it('what was given up is redelivered to the address that the profile has by now', async () => {
  const [eventId, later] = [await shop.event(), await shop.event()];
  const failed = await shop.webhookDelivery(eventId, { status: 'failed', url: 'https://old.example/hooks' });
  const made = await run('redeliverWebhook', { eventId });
  expect(await over(made.deliveryId)).toMatchObject({ status: 'delivered', url: receiver.url });
  expect(arrivalsOf(eventId)).toHaveLength(1);
  expect(arrivalsOf(later)).toEqual([]);
  expect(await over(failed)).toMatchObject({ status: 'failed', url: 'https://old.example/hooks' });
});
