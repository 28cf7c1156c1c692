import { createClient } from 'graphql-ws';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { appoint, type Browser, patient, signIn, test } from '../../shared/people/people.ts';

type Options = { origin?: string; merchantId?: string };

/** Opens a WebSocket like a page; resolves to its end or its acknowledgement. */
function connect({ url }: { url: string }, browser: Browser, { merchantId, origin = url }: Options = {}) {
  const opened = Promise.withResolvers<'acknowledged' | number>();
  const closed = Promise.withResolvers<number>();
  class PageSocket extends WebSocket {
    constructor(address: string, protocols: string[]) {
      super(address, protocols, { headers: { cookie: browser.cookie, origin } });
    }
  }
  const client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: PageSocket,
    retryAttempts: 0,
    lazy: false,
    connectionParams: { ...(merchantId ? { merchantId } : {}) },
    onNonLazyError: () => {},
    on: {
      connected: () => opened.resolve('acknowledged'),
      closed: (event) => {
        const { code } = event as { code: number };
        opened.resolve(code);
        closed.resolve(code);
      },
    },
  });
  return { opened: opened.promise, closed: closed.promise, end: () => client.dispose() };
}

test("A person follows updates over a WebSocket with the cookie, but not from another site's page", async ({
  otherShop,
  service,
  shop,
}) => {
  const { email } = await appoint(service, shop.merchantId, 'analyst');
  const { browser } = await signIn(service, email);
  const own = connect(service, browser);
  expect(await own.opened).toBe('acknowledged');
  await own.end();
  expect(await connect(service, browser, { origin: 'https://evil.example' }).opened).toBe(4403);
  expect(await connect(service, browser, { merchantId: otherShop.merchantId }).opened).toBe(4403);
});

test("Signing out or a changed role ends a person's WebSockets in every process", async ({
  secondService,
  service,
  shop,
}) => {
  const owner = (await signIn(service, (await appoint(service, shop.merchantId, 'owner')).email)).browser;
  const { email, personId } = await appoint(service, shop.merchantId, 'admin');
  const { browser } = await signIn(service, email);
  const elsewhere = connect(secondService, browser);
  expect(await elsewhere.opened).toBe('acknowledged');
  await owner.graphql(
    `mutation { changeMemberRole(input: { personId: "${personId}", role: analyst }) { userErrors { code } } }`,
  );
  expect(await elsewhere.closed).toBe(1013);

  const again = connect(secondService, browser);
  expect(await again.opened).toBe('acknowledged');
  await browser.post('/auth/sign-out', {});
  expect(await again.closed).toBe(4403);
});

test('A person follows updates as an event stream', async ({ service, shop }) => {
  const { email } = await appoint(service, shop.merchantId, 'analyst');
  const { browser } = await signIn(service, email);
  const aborted = new AbortController();
  const follow = (site: string) =>
    fetch(`${service.url}/graphql`, {
      method: 'POST',
      signal: aborted.signal,
      headers: {
        cookie: browser.cookie,
        'sec-fetch-site': site,
        accept: 'text/event-stream',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ query: 'subscription { paymentUpdated { payment { paymentId } } }' }),
    });
  const stream = await follow('same-origin');
  expect([stream.status, stream.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('text/event-stream'),
  ]);
  expect((await follow('cross-site')).status).toBe(403);
  aborted.abort();
  await expect.poll(() => service.logs.some((line) => line.includes('event stream')), patient).toBe(true);
});
