import { randomBytes } from 'node:crypto';
import { expect, vi } from 'vitest';
import { createDatabase } from '../../../kit/database.ts';
import { recordEvents } from '../../../kit/record-events.ts';
import { startTestService } from '../../../kit/service.ts';
import { test as base } from '../../../kit/test.ts';
import { type Reaction, startWebhookReceiver } from '../../../kit/webhook-receiver.ts';

const WAIT = { timeout: 60_000 };
const FEWEST = 8;
const MOST = 64;
// None is retried during a test.
const webhooks = { retryDelaysMs: [3_600_000], pollMs: 50 };

const test = base
  .extend('serviceOptions', { scope: 'file' }, async () => ({
    doesJobs: true,
    webhooks,
    databaseUrl: await createDatabase(),
    encryptionKey: randomBytes(32),
  }))
  .extend('receiver', async ({ onTestFinished }) => {
    const receiver = await startWebhookReceiver();
    onTestFinished(() => receiver.close());
    return receiver;
  })
  .extend('profileId', ({ receiver, shop }) =>
    shop.profile({
      payment_response_hash_key: 'signing_key_of_the_shop_0123456789',
      webhook_details: { webhook_url: receiver.url },
    }),
  )
  .extend('allowed', ({ profileId, service }) => async () => {
    const text = `
      select e.in_flight_max, (select count(*)::int from pending_deliveries d
        where d.merchant_id = e.merchant_id and d.profile_id = e.profile_id and d.lease is not null) as in_flight
      from webhook_endpoint_states e where e.profile_id = $1`;
    const [row] = await service.database.rows.query({ text, values: [profileId] }, null);
    return row;
  });

test('Attempts in flight at an endpoint grow with 2xx responses to 64, across all processes, and shrink with failures to 8', async ({
  allowed,
  profileId,
  receiver,
  service,
  serviceOptions,
  shop,
}) => {
  const another = await startTestService(serviceOptions);
  try {
    const held: ((reaction: Reaction) => void)[] = [];
    let answered = Number.POSITIVE_INFINITY;
    let mostHeld = 0;
    receiver.react(() => {
      answered += 1;
      if (answered <= MOST) return { status: 200 };
      return new Promise<Reaction>((resolve) => {
        held.push(resolve);
        mostHeld = Math.max(mostHeld, held.length);
      });
    });
    const answerHeld = (status: number) => {
      for (const answer of held.splice(0)) answer({ status });
    };
    const about = { merchantId: shop.merchantId, profileId };
    await recordEvents(
      service,
      Array.from({ length: FEWEST + 3 * MOST }, (_, i) => ({ ...about, objectId: `pay_${i}` })),
    );
    await vi.waitFor(() => expect(held.length).toBe(FEWEST), WAIT);
    expect(await allowed()).toEqual({ in_flight_max: FEWEST, in_flight: FEWEST });

    answered = 0;
    answerHeld(200);
    await vi.waitFor(() => expect(held.length).toBe(MOST), WAIT);
    expect(await allowed()).toEqual({ in_flight_max: MOST, in_flight: MOST });

    answerHeld(503);
    await vi.waitFor(() => expect(held.length).toBe(FEWEST), WAIT);
    expect(await allowed()).toEqual({ in_flight_max: FEWEST, in_flight: FEWEST });
    expect(mostHeld).toBe(MOST);
    answerHeld(200);
  } finally {
    await another.close();
  }
});

test("A refused event does not change the endpoint's attempt limit", async ({
  allowed,
  profileId,
  receiver,
  service,
  shop,
}) => {
  receiver.react(() => ({ status: 422 }));
  const about = { merchantId: shop.merchantId, profileId };
  const ids = await recordEvents(
    service,
    Array.from({ length: 20 }, (_, i) => ({ ...about, objectId: `pay_${i}` })),
  );
  await service.database.rows.query(
    {
      text: 'update webhook_endpoint_states set in_flight_max = 20 where profile_id = $1',
      values: [profileId],
    },
    null,
  );
  await vi.waitFor(() => expect(receiver.arrivals.length).toBe(ids.length), WAIT);
  await vi.waitFor(async () => expect(await allowed()).toEqual({ in_flight_max: 20, in_flight: 0 }), WAIT);
});
