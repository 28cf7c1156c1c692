import { Webhook } from 'standardwebhooks';
import { expect, vi } from 'vitest';
import { seedMerchant } from '../../kit/seed.ts';
import { test as base } from '../../kit/test.ts';
import { startWebhookReceiver } from '../../kit/webhook-receiver.ts';

const KEY = 'signing_key_of_the_shop_0123456789';

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ doesJobs: true, webhooks: { pollMs: 50 } }))
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from this pattern.
  .extend('receiver', { scope: 'file' }, async ({}, { onCleanup }) => {
    const receiver = await startWebhookReceiver();
    onCleanup(() => receiver.close());
    return receiver;
  })
  .extend('shop', ({ receiver, service }) =>
    seedMerchant(service, {
      payment_response_hash_key: KEY,
      webhook_details: { webhook_url: receiver.url },
    }),
  )
  .extend('run', ({ graphql }) => async (name: string, input: Record<string, unknown>) => {
    const { payload, userErrors } = await graphql.mutate(
      name,
      input,
      'webhookDelivery { deliveryId eventId status }',
    );
    expect(userErrors).toEqual([]);
    return payload.webhookDelivery as { deliveryId: string; eventId: string; status: string };
  })
  /** Waits until a delivery is delivered or failed, and returns it in the dashboard's form. */
  .extend(
    'completed',
    ({ graphql }) =>
      (deliveryId: string) =>
        vi.waitFor(
          async () => {
            const query = `{ webhookDelivery(deliveryId: "${deliveryId}") {
        status url attemptCount statusCode nextAttemptAt attempts { attemptNumber statusCode } event { body } } }`;
            const { webhookDelivery } = await graphql.data(query);
            expect(webhookDelivery.status).not.toBe('pending');
            return webhookDelivery;
          },
          { timeout: 60_000 },
        ),
  )
  .extend(
    'arrivalsOf',
    ({ receiver }) =>
      (eventId: string) =>
        receiver.arrivals.filter((arrival) => arrival.eventId === eventId),
  );

test('A test webhook arrives signed and is redelivered with the same body', async ({
  arrivalsOf,
  completed,
  receiver,
  run,
}) => {
  const sent = await run('sendTestWebhook', { eventType: 'refund_succeeded' });
  const delivered = await completed(sent.deliveryId);
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
  await completed(again.deliveryId);
  const arrivals = arrivalsOf(sent.eventId);
  expect(arrivals.map(({ body }) => body)).toEqual([delivered.event.body, delivered.event.body]);
  for (const { body, headers } of arrivals) {
    const read = new Webhook(KEY, { format: 'raw' }).verify(body, headers as Record<string, string>);
    expect(read).toMatchObject({ event_id: sent.eventId, event_type: 'refund_succeeded' });
  }
});

test("redeliverWebhook sends a failed event to the profile's current address", async ({
  arrivalsOf,
  completed,
  receiver,
  run,
  shop,
}) => {
  const [eventId, later] = [await shop.event(), await shop.event()];
  const failed = await shop.webhookDelivery(eventId, { status: 'failed', url: 'https://old.example/hooks' });
  const redelivery = await run('redeliverWebhook', { eventId });
  expect(await completed(redelivery.deliveryId)).toMatchObject({ status: 'delivered', url: receiver.url });
  expect(arrivalsOf(eventId)).toHaveLength(1);
  expect(arrivalsOf(later)).toEqual([]);
  expect(await completed(failed)).toMatchObject({ status: 'failed', url: 'https://old.example/hooks' });
});
