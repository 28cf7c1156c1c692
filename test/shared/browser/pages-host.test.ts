import { once } from 'node:events';
import { createServer as createSite } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, expect } from 'vitest';
import { CVC, cards } from '../../kit/sandbox-shop.ts';
import { runs } from './chromium.ts';
import { test as base, call, mount } from './shop-site.ts';

/** Proxies to the service under another host, like a second name. */
async function forwarder() {
  let target = 0;
  const open = new Set<Socket>();
  const server = createServer((from) => {
    const to = connect(target, '127.0.0.1');
    for (const socket of [from, to]) {
      open.add(socket);
      socket.on('error', () => from.destroy(to.destroy() as never));
      socket.on('close', () => open.delete(socket));
    }
    from.pipe(to).pipe(from);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    leadTo: (url: string) => {
      target = Number(new URL(url).port);
    },
    close: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

const second = await forwarder();
afterAll(() => second.close());

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ pagesUrl: second.url }))
  /** The URL of customers' pages. */
  .extend('pagesUrl', { scope: 'file' }, ({ service }) => {
    second.leadTo(service.url);
    return second.url;
  });

test(
  'A shop with the script of the former host gets frames from the host of PAGES_URL',
  runs,
  async ({ domains, link, pagesUrl, read, seller, shopPage }) => {
    await domains(['127.0.0.1']);
    const payment = await link({ payment_link: false });
    const { complaints, page } = await shopPage();
    const places = { cardNumber: '#number', cardExpiry: '#expiry', cardCvc: '#code' };
    await mount(page, seller.publishableKey, payment.client_secret, places);
    const frame = (title: string) => page.frameLocator(`iframe[title="${title}"]`);
    await frame('Secure card number field').getByLabel('Card number').fill(cards.good);
    await frame('Secure expiry date field').getByLabel('Expiry date').fill('12 / 39');
    await frame('Secure security code field').getByLabel('Security code').fill(CVC);
    const frames = page.frames().slice(1);
    expect(frames.map((one) => new URL(one.url()).origin)).toEqual([pagesUrl, pagesUrl, pagesUrl]);
    expect(await call(page, 'confirmPayment', { redirect: 'if_required' })).toMatchObject({
      paymentIntent: { status: 'succeeded' },
    });
    expect(await read(payment)).toMatchObject({ status: 'succeeded' });
    expect(complaints).toEqual([]);
  },
);

test(
  'A frame opens only at the hosts of the service, wherever another page of its window is',
  runs,
  async ({ domains, link, pagesUrl: _ready, seller, shopPage }) => {
    await domains(['127.0.0.1']);
    const payment = await link({ payment_link: false });
    const { page } = await shopPage();
    const heard: string[] = [];
    const other = createSite((req, res) => {
      if (req.url?.startsWith('/heard')) heard.push(req.url);
      res.setHeader('content-type', 'text/html').end(`<script>
        addEventListener('message', ({ data }) => fetch('/heard?' + encodeURIComponent(JSON.stringify(data))));
        parent.postMessage({ switchyard: 'hello' }, '*');
      </script>`);
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    await mount(page, seller.publishableKey, payment.client_secret, { card: '#form' });
    await page.frameLocator('iframe').getByLabel('Card number').waitFor();
    // A second frame of the form, which navigates elsewhere before it reports ready.
    const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
    await page.route('**/cardCvc', (route) =>
      route.fulfill({ status: 307, headers: { location: elsewhere } }),
    );
    // The opening message of the shop's script precedes this.
    await page.evaluate(`addEventListener('message', ({ origin, source }) => {
      if (origin === '${new URL(elsewhere).origin}') setTimeout(() => source.postMessage('probe', '*'), 0);
    })`);
    await page.evaluate(`elements.create('cardCvc').mount('#code')`);
    await expect.poll(() => heard, { timeout: 60_000 }).toEqual([`/heard?${encodeURIComponent('"probe"')}`]);
    other.close();
  },
);
