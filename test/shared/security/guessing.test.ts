import { expect } from 'vitest';
import { rateLimits } from '../../../src/config/limit-defaults.ts';
import { budget, figure } from '../../kit/figure.ts';
import { sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

const GUESSES = budget(2_000, 400);
const AT_ONCE = 8;

const test = base.extend('serviceOptions', { scope: 'file' }, () => ({
  trustProxy: ['loopback'],
  rateLimits: { refusedKeys: rateLimits.refusedKeys },
}));

/** The statuses of guesses, a few at a time. */
async function guess(ask: (i: number) => Promise<{ status: number }>): Promise<Map<number, number>> {
  const statuses: number[] = [];
  let asked = 0;
  const guesser = async () => {
    while (asked < GUESSES) {
      asked += 1;
      statuses.push((await ask(asked)).status);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, guesser));
  return new Map([...Map.groupBy(statuses, (status) => status)].map(([status, all]) => [status, all.length]));
}

test("Few of an address's guessed keys are looked up, and its merchants stay served", async ({
  client,
  service,
  shop,
  task,
}) => {
  const from = { headers: { 'x-forwarded-for': '203.0.113.9' } };
  expect((await client.get('/payments/list', { key: shop.key, ...from })).status).toBe(200);
  const before = service.statements.length;
  const statuses = await guess((i) =>
    client.get('/payments/list', { key: `sk_test_${'guess'.repeat(8)}${i}`, ...from }),
  );
  const lookUps = service.statements.slice(before).filter((text) => text.includes('find_api_key')).length;
  // Guesses in progress when the last one is counted are looked up too.
  expect(lookUps).toBeLessThan(rateLimits.refusedKeys + AT_ONCE);
  expect([...statuses.keys()].sort()).toEqual([401, 429]);
  expect((await client.get('/payments/list', { key: shop.key, ...from })).status).toBe(200);
  figure(task, `${lookUps} of ${GUESSES} guesses looked up, ${statuses.get(429)} refused`);
});

test('Few of the client secrets guessed for a payment are compared', async ({ client, service, task }) => {
  const shop = await sandboxShop(service);
  const id = await shop.open();
  const statuses = await guess((i) =>
    client.post('/payments/session_tokens', {
      key: shop.publishableKey,
      body: { payment_id: id, client_secret: `${id}_secret_${i}`, wallets: [] },
    }),
  );
  expect(statuses.get(401)).toBe(rateLimits.clientSecrets);
  expect(statuses.get(429)).toBe(GUESSES - rateLimits.clientSecrets);
  figure(task, `${statuses.get(401)} of ${GUESSES} guesses compared`);
});
