import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createDatabase } from '../../kit/database.ts';
import { recordEvents } from '../../kit/record-events.ts';
import { type SeededMerchant, seedMerchant } from '../../kit/seed.ts';
import { seededDraw, seeds } from '../../kit/seeds.ts';
import { startTestService, type TestService } from '../../kit/service.ts';
import {
  type Arrival,
  type Reaction,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../kit/webhook-receiver.ts';
import { type DispatchPlan, type DispatchProcess, startDispatchProcess } from './dispatch-plan.ts';

const OBJECTS = 500;
const ENDPOINTS = 3;
const KILLS = 10;
/** One event before each kill: however slowly a process starts, it has work to be killed in. */
const EVENTS_EACH = KILLS;
/** How many deliveries arrive before a process is killed. */
const BETWEEN_KILLS = 100;

const keyOf = (endpoint: number) => `signing_key_of_endpoint_${endpoint}_0123456789`;
const numbered = (count: number) => Array.from({ length: count }, (_, i) => i);

const draw = seededDraw(seeds.FC_SEED);

/** Merchants' servers on a bad day: three in ten requests fail. */
async function badDay(): Promise<Reaction> {
  await sleep(10 + draw() * 40);
  const luck = draw();
  if (luck < 0.22) return { status: 500 };
  if (luck < 0.29) return 'reset';
  return luck < 0.3 ? 'hang' : { status: 200 };
}

interface Seen extends Arrival {
  readonly endpoint: number;
  /** Whether it was accepted. */
  taken: boolean;
}

let service: TestService;
let shop: SeededMerchant;
let plan: DispatchPlan;
const receivers: WebhookReceiver[] = [];
const profileIds: string[] = [];
const seen: Seen[] = [];
const running = new Set<DispatchProcess>();

beforeAll(async () => {
  const databaseUrl = await createDatabase();
  const encryptionKey = randomBytes(32);
  service = await startTestService({ databaseUrl, encryptionKey });
  shop = await seedMerchant(service);
  plan = {
    databaseUrl,
    encryptionKey: encryptionKey.toString('hex'),
    webhooks: { timeoutMs: 500, leaseMs: 1_500, pollMs: 50, retryDelaysMs: Array(40).fill(30) },
  };
  for (const endpoint of numbered(ENDPOINTS)) {
    const receiver = await startWebhookReceiver();
    receiver.react(async (arrival) => {
      const one: Seen = { ...arrival, endpoint, taken: false };
      seen.push(one);
      const reaction = await badDay();
      one.taken = typeof reaction === 'object' && reaction.status === 200;
      return reaction;
    });
    receivers.push(receiver);
    profileIds.push(
      await shop.profile({
        payment_response_hash_key: keyOf(endpoint),
        webhook_details: { webhook_url: receiver.url },
      }),
    );
  }
});

afterAll(async () => {
  for (const process of running) await process.kill();
  await service.close();
  for (const receiver of receivers) await receiver.close();
});

const query = (text: string, ...values: unknown[]) => service.database.rows.query({ text, values }, null);
const pending = async () =>
  Number(
    (await query(`select count(*) as count from webhook_deliveries where status = 'pending'`))[0]!.count,
  );

async function start(): Promise<DispatchProcess> {
  const process = await startDispatchProcess(plan);
  running.add(process);
  return process;
}

async function kill(process: DispatchProcess): Promise<void> {
  running.delete(process);
  await process.kill();
}

/** One more event of every object; each object belongs to one endpoint. */
const tellBatch = (): Promise<string[]> =>
  recordEvents(
    service,
    numbered(OBJECTS).map((i) => ({
      merchantId: shop.merchantId,
      profileId: profileIds[i % ENDPOINTS]!,
      objectId: `pay_${i}`,
    })),
  );

test('Events of an object arrive in order despite killed dispatchers and failing endpoints', async () => {
  const batches: string[][] = [];
  const began = performance.now();
  const [, first] = await Promise.all([start(), start()]);
  let mortal = first;
  for (let i = 0; i < KILLS; i += 1) {
    const goal = seen.length + BETWEEN_KILLS;
    batches.push(await tellBatch());
    await vi.waitFor(() => expect(seen.length).toBeGreaterThan(goal), { timeout: 20_000, interval: 10 });
    expect(await pending(), `before kill ${i + 1}`).toBeGreaterThan(0);
    await kill(mortal);
    mortal = await start();
  }
  await vi.waitFor(async () => expect(await pending()).toBe(0), { timeout: 60_000, interval: 100 });
  const seconds = (performance.now() - began) / 1_000;

  const outcomes = await query(`select status, count(*) as count from webhook_deliveries group by status`);
  expect(outcomes).toEqual([{ status: 'delivered', count: OBJECTS * EVENTS_EACH }]);

  // Each event was accepted, and each object's only after the previous one.
  const place = new Map<string, number>();
  for (const [index, { eventId, taken }] of seen.entries()) {
    if (taken && !place.has(eventId)) place.set(eventId, index);
  }
  const firstSeen = new Map<string, number>();
  for (const [index, { eventId }] of seen.entries())
    if (!firstSeen.has(eventId)) firstSeen.set(eventId, index);
  for (const i of numbered(OBJECTS)) {
    const ofObject = batches.map((batch) => batch[i]!);
    for (const [n, eventId] of ofObject.entries()) {
      expect(place.has(eventId), `event ${n} of pay_${i}`).toBe(true);
      if (n > 0) expect(firstSeen.get(eventId)!).toBeGreaterThan(place.get(ofObject[n - 1]!)!);
    }
  }

  for (const { body, endpoint, eventId, headers } of seen) {
    const key = keyOf(endpoint);
    const sent = headers as Record<string, string>;
    expect(new Webhook(key, { format: 'raw' }).verify(body, sent)).toMatchObject({ event_id: eventId });
    expect(sent['x-webhook-signature-512']).toBe(createHmac('sha512', key).update(body).digest('hex'));
  }

  const [tries] = await query('select sum(attempt_count) as recorded from webhook_deliveries');
  const taken = seen.filter((one) => one.taken).length;
  const unrecorded = seen.length - Number(tries!.recorded);
  const events = OBJECTS * EVENTS_EACH;
  process.stdout.write(
    `${events} events in ${seconds.toFixed(1)} s (${(events / seconds).toFixed(0)} a second): ${seen.length} tries ` +
      `arrived, ${taken - events} of them taken a second time; ${unrecorded} were not recorded, as their process was ` +
      `killed (${KILLS} times) or they were sent again on a new connection\n`,
  );
}, 400_000);
