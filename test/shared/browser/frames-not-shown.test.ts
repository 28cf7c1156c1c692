import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { runs } from './chromium.ts';
import { call, mount, test as shop } from './shop-site.ts';

const test = shop
  /** The client secret of another merchant's payment. */
  .extend('stranger', async ({ client, otherShop }): Promise<string> => {
    const body = { amount: 1200, currency: 'EUR' };
    return String((await client.post('/payments', { key: otherShop.key, body })).body.client_secret);
  })
  .extend('open', ({ domains, link }) => async () => {
    await domains(['127.0.0.1']);
    return link({ payment_link: false });
  });

/** Every function of the script that calls a frame, and its result. */
const askers: Readonly<Record<string, (page: Page) => Promise<{ error?: { [name: string]: unknown } }>>> = {
  confirmPayment: (page) => call(page, 'confirmPayment', { redirect: 'if_required' }),
  collectPaymentMethod: (page) => call(page, 'collectPaymentMethod'),
  submit: (page) => page.evaluate('elements.submit()'),
};

/** Mounts an element and calls every function; returns the results by function, and the `loaderror` events. */
async function askAll(page: Page, key: string, secret: string, kind = 'payment') {
  await mount(page, key, secret, { [kind]: '#form' });
  const errors = [];
  for (const ask of Object.values(askers)) errors.push((await ask(page)).error);
  const events = (await page.evaluate('events')) as [string, { error: object }][];
  const told = events.filter(([name]) => name === `${kind} loaderror`).map(([, event]) => event.error);
  return { errors, told };
}

type Case = readonly [name: string, code: string, detail: RegExp];
const cases: readonly Case[] = [
  ['a wrong key', 'invalid_api_key', /key/],
  ['a secret that is none', 'client_secret_invalid', /is not a client secret/],
  ["another merchant's secret", 'client_secret_invalid', /client secret/i],
  ['the right payment with a wrong secret', 'client_secret_invalid', /client secret/i],
  [
    'a domain that is not allowed',
    'not_shown',
    /Add 127\.0\.0\.1:\d+ to payment_link_config\.allowed_domains/,
  ],
];

test.for(cases)(
  '%s: every call settles, and the page is notified',
  runs,
  async ([name, code, detail], { domains, open, seller, shopPage, stranger }) => {
    const payment = await open();
    if (name.includes('domain')) await domains(['shop.example']);
    const secrets: Readonly<Record<string, string>> = {
      'a secret that is none': 'order 17',
      "another merchant's secret": stranger,
      'the right payment with a wrong secret': `${payment.payment_id}_secret_wrong`,
    };
    const { page, said } = await shopPage();
    const key = name === 'a wrong key' ? 'pk_test_wrong' : seller.publishableKey;
    for (const kind of ['payment', 'card']) {
      const { errors, told } = await askAll(page, key, secrets[name] ?? payment.client_secret, kind);
      const expected = { type: 'api_error', code, service_message: expect.stringMatching(detail) };
      expect([kind, ...errors]).toEqual([
        kind,
        ...Object.keys(askers).map(() => expect.objectContaining(expected)),
      ]);
      // The customer sees only messages that concern them.
      expect(errors[0]!.message).toMatch(/could not be (?:shown|started), and you were not charged/);
      expect(told).toEqual([errors[0]]);
    }
    expect(said.join('\n')).toMatch(detail);
  },
);

test(
  'Calls to a frame that is blocked, offline or never loads are settled',
  runs,
  async ({ open, seller, service, shopPage }) => {
    const { client_secret: secret } = await open();
    const isBlocked = async (address: string, code: string, type = 'api_error') => {
      const { page } = await shopPage();
      await page.route(address, (route) => route.abort());
      const { errors, told } = await askAll(page, seller.publishableKey, secret);
      expect(errors).toEqual(Object.keys(askers).map(() => expect.objectContaining({ type, code })));
      expect(told).toHaveLength(1);
    };
    // A browser extension blocks the frame, and a lost connection everything.
    await isBlocked(`${service.url}/elements/**`, 'not_shown');
    await isBlocked(`${service.url}/{elements,payments}/**`, 'unreachable', 'connection_error');

    const { page } = await shopPage();
    await page.clock.install();
    await page.route(`${service.url}/elements/**`, () => undefined);
    const asked = askAll(page, seller.publishableKey, secret);
    await page.locator('iframe').waitFor({ state: 'attached' });
    await page.clock.fastForward(20_000);
    expect((await asked).errors[0]).toMatchObject({ type: 'api_error', code: 'not_shown' });
  },
);

test(
  "The error names the page's own policy that blocks the frame",
  runs,
  async ({ open, seller, service, shopPage }) => {
    const { client_secret: secret } = await open();
    const { page } = await shopPage();
    await page.evaluate(`document.head.insertAdjacentHTML('beforeend',
    '<meta http-equiv="Content-Security-Policy" content="frame-src https://elsewhere.example">')`);
    const { errors } = await askAll(page, seller.publishableKey, secret);
    expect(errors[0]).toMatchObject({ code: 'blocked_by_page' });
    expect(String(errors[0]!.service_message)).toContain(
      `Add ${new URL(service.url).origin} to its frame-src`,
    );
  },
);

test(
  'A bank page that cannot be displayed ends the confirmation with the reason',
  runs,
  async ({ link, domains, seller, service, shopPage }) => {
    await domains(['127.0.0.1']);
    const challenged = {
      payment_link: false,
      authentication_type: 'three_ds',
      is_iframe_redirection_enabled: true,
    };
    const payment = await link(challenged);
    const { page } = await shopPage();
    await mount(page, seller.publishableKey, payment.client_secret, { card: '#form' });
    const frame = page.frameLocator('iframe[title="Secure card form"]');
    await frame.getByLabel('Card number').fill('4000000000003220');
    await frame.getByLabel('Expiry date').fill('12 / 39');
    await frame.getByLabel('Security code').fill('123');
    await page.route(`${service.url}/elements/*/*/challenge*`, (route) => route.abort());
    const { error } = (await call(page, 'confirmPayment', { redirect: 'if_required' })) as never as {
      error: { code: string };
    };
    expect(error.code).toBe('not_shown');
    expect(await page.locator('iframe').count()).toBe(1);
  },
);

test(
  'A key that is not publishable is refused before any request, and never repeated',
  runs,
  async ({ shopPage }) => {
    const { page } = await shopPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    for (const key of ['sk_test_abcdefgh12345678', 'ak_x', 'ok_x', 'epk_x', 'whatever', '']) {
      const message = await page.evaluate((given) => {
        const { Switchyard } = globalThis as never as { Switchyard(key: string): unknown };
        try {
          Switchyard(given);
          return 'taken';
        } catch (error) {
          return (error as Error).message;
        }
      }, key);
      expect(message).toMatch(/takes the publishable key, which begins with pk_/);
      if (key) expect(message).not.toContain(key.slice(3));
    }
    expect(requests).toEqual([]);
  },
);

test(
  'An unknown element event is refused with the names of the known ones',
  runs,
  async ({ open, seller, shopPage }) => {
    const { client_secret: secret } = await open();
    const { page } = await shopPage();
    await mount(page, seller.publishableKey, secret, { card: '#form' });
    const message = await page.evaluate(
      `(() => { try { elements.getElement('card').on('nothing', () => {}); } catch ({ message }) { return message; } })()`,
    );
    expect(message).toBe(
      'Switchyard: there is no event nothing; there are ready, change, focus, blur, submit, confirm, loaderror.',
    );
  },
);
