import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect, vi } from 'vitest';
import { isFullRun } from '../../kit/figure.ts';
import { cardOf, cards, sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';
import { openGuardedPage, withoutBrowser } from '../../shared/browser/chromium.ts';

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ doesJobs: true, webhooks: { pollMs: 50 } }))
  .extend('shop', async ({ client, service }) => {
    const shop = await sandboxShop(service);
    const settings = {
      payment_response_hash_key: 'signing_key_of_the_profile_0123456789',
      enable_payment_response_hash: true,
    };
    const profile = `/account/${shop.merchantId}/business_profile/${shop.profileId}`;
    expect((await client.post(profile, { key: shop.key, body: settings })).status).toBe(200);
    return shop;
  })
  /** docs/examples/shop, started as its first lines describe, with its output. */
  .extend('program', async ({ service, shop }, { onCleanup }) => {
    const env = { BASE_URL: service.url, API_KEY: shop.key, MERCHANT_ID: shop.merchantId, PORT: '0' };
    const child = spawn(process.execPath, ['docs/examples/shop/server.js'], { env });
    onCleanup(() => void child.kill());
    const lines: string[] = [];
    child.stderr.on('data', (text) => lines.push(String(text)));
    const url = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        lines.push(line);
        const open = /^The shop is open at (\S+)$/.exec(line);
        if (open) resolve(open[1]!);
      });
      child.once('exit', () => reject(new Error(lines.join('\n'))));
    });
    const post = (path: string, init: RequestInit = {}) =>
      fetch(url + path, { method: 'POST', redirect: 'manual', ...init });
    const shown = async (path: string) => (await fetch(url + path)).text();
    return { url, lines, post, shown };
  })
  /** The payment of the shop's only order, and the order's page. */
  .extend('placed', ({ api }) => async () => {
    const { data } = (await api.get('/payments?limit=1')).body;
    const [payment] = data as { payment_id: string; client_secret: string; metadata: { order: string } }[];
    return { ...payment!, path: `/orders/${payment!.metadata.order}` };
  });

test('The example shop takes a payment, ships in parts and refunds', async ({
  api,
  client,
  placed,
  program,
  shop,
}) => {
  const sent = await program.post('/orders');
  expect([sent.status, sent.headers.get('location')]).toEqual([303, expect.stringMatching(/^http/)]);
  const { client_secret, path, payment_id } = await placed();
  const body = { client_secret, payment_method: 'card', payment_method_data: { card: cardOf(cards.good) } };
  const paid = await client.post(`/payments/${payment_id}/confirm`, { key: shop.publishableKey, body });
  expect(paid.body).toMatchObject({ status: 'requires_capture', amount: 9000 });

  // The webhook arrives whether or not the customer returns; then again, and then the customer.
  const [, , orderId] = path.split('/');
  const line = `Order ${orderId} is paid`;
  await vi.waitFor(() => expect(program.lines).toContain(line), { timeout: 60_000 });
  const settled = () =>
    vi.waitFor(
      async () =>
        expect((await api.get('/webhook_deliveries?status=pending')).body).toMatchObject({ size: 0 }),
      { timeout: 60_000 },
    );
  await settled();
  const [endpoint] = (await api.get('/webhook_endpoints')).body.data as { endpoint_id: string }[];
  const events = (await api.get(`/events?payment_id=${payment_id}`)).body.data as { event_id: string }[];
  for (const { event_id } of events) {
    const { status } = await api.post(`/events/${event_id}/redeliver`, {
      endpoint_id: endpoint!.endpoint_id,
    });
    expect(status).toBe(200);
  }
  await settled();
  // The return link of the hosted page.
  const { payment_link: link } = (await api.get(`/payments/${payment_id}`)).body as never as {
    payment_link: { link: string };
  };
  const { headers } = await fetch(`${link.link}/back`, { redirect: 'manual' });
  const back = headers.get('location')!;
  expect(await (await fetch(back)).text()).toContain('<p id="state">Paid</p>');
  expect((await fetch(back.replace('status=requires_capture', 'status=succeeded'))).status).toBe(400);
  expect((await program.post('/webhooks', { body: '{}' })).status).toBe(400);

  for (const index of [0, 0, 1]) expect((await program.post(`${path}/ship/${index}`)).status).toBe(303);
  expect((await program.post(`${path}/refund`)).status).toBe(303);
  expect(await program.shown(path)).toContain('Total $90.00, refunded $90.00');
  expect((await api.get(`/payments/${payment_id}`)).body).toMatchObject({
    status: 'succeeded',
    captures: [{ amount: 6000 }, { amount: 3000 }],
    refunds: [{ amount: 9000, status: 'succeeded' }],
  });
  expect(program.lines.filter((printed) => printed === line)).toEqual([line]);
});

test.skipIf(withoutBrowser || !isFullRun)(
  'A customer of the example shop pays on the hosted page',
  async ({ placed, program }) => {
    const { close, foreignRequests, page } = await openGuardedPage();
    try {
      await page.goto(program.url);
      await page.getByRole('button', { name: 'Buy' }).click();
      await page.getByLabel('Card number').fill(cards.challenged);
      await page.getByLabel(/expir/i).fill('12 / 30');
      await page.getByLabel(/security code|CVC/i).fill('123');
      await page.getByRole('button', { name: /^Pay/ }).click();
      await page.getByRole('button', { name: /complete/i }).click();
      await page.waitForURL(/\/orders\/[\w-]+$/);
      expect(await page.locator('#state').textContent()).toBe('Paid');
      await page.getByRole('button', { name: 'Ship Kettle' }).click();
      await page.getByRole('button', { name: 'Ship Cup' }).click();
      await page.getByRole('button', { name: 'Refund' }).click();
      await expect.poll(() => page.textContent('body')).toContain('refunded $90.00');
      const { path } = await placed();
      expect(program.lines.filter((line) => line === `Order ${path.split('/')[2]} is paid`)).toHaveLength(1);
      expect(foreignRequests).toEqual([]);
    } finally {
      await close();
    }
  },
);
