import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { CVC, cards } from '../../kit/sandbox-shop.ts';
import { test as base, expectAccessible } from './checkout.ts';
import { openGuardedPage, runs } from './chromium.ts';
import { partOf } from './exact-names.ts';

/** What the shop's page keeps of the form, for tests to look at. */
interface ShopWindow {
  Switchyard: (key: string) => {
    elements(options: object): FormElements;
    confirmPayment(options: object): Promise<unknown>;
    retrievePayment(secret: string): Promise<unknown>;
    collectPaymentMethod(options: object): Promise<unknown>;
  };
  events: [string, unknown][];
}
interface FormElements {
  create(
    kind: string,
    options?: object,
  ): { mount(place: string): void; on(name: string, listener: (event: unknown) => void): void };
}

const test = base
  /** A shop's site of its own origin, with a page that loads the script of the service. */
  .extend('site', { scope: 'file' }, async ({ service }, { onCleanup }) => {
    const html = `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1>
      <div id="form"></div><div id="number"></div><div id="expiry"></div><div id="code"></div></main>
      <script src="${service.url}/js/switchyard.js" crossorigin></script></html>`;
    const server = createServer((_req, res) => res.setHeader('content-type', 'text/html').end(html));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onCleanup(() => void server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  })
  .extend('domains', ({ api, seller }) => async (allowed_domains: string[]) => {
    const path = `/account/${seller.merchantId}/business_profile/${seller.profileId}`;
    expect((await api.post(path, { payment_link_config: { allowed_domains } })).status).toBe(200);
  })
  .extend('shopPage', ({ site }, { onCleanup }) => {
    const opened: { close(): Promise<void> }[] = [];
    onCleanup(async () => {
      for (const page of opened) await page.close();
    });
    return async () => {
      const guarded = await openGuardedPage({ locale: 'en-IE' });
      opened.push(guarded);
      const said: string[] = [];
      guarded.page.on('console', (message) => said.push(message.text()));
      await guarded.page.goto(site);
      return { ...guarded, said };
    };
  });

/** Mounts elements on the shop's page, which keeps their events. */
const mount = (page: Page, key: string, clientSecret: string, kinds: Readonly<Record<string, string>>) =>
  page.evaluate(
    ([publishableKey, secret, wanted]) => {
      const shop = globalThis as unknown as ShopWindow & { elements: FormElements; switchyard: unknown };
      shop.events = [];
      const switchyard = shop.Switchyard(publishableKey);
      shop.switchyard = switchyard;
      shop.elements = switchyard.elements({
        clientSecret: secret,
        appearance: { variables: { colorPrimary: '#0a7d55' }, rules: { '.Input': { borderRadius: '9px' } } },
      });
      for (const [kind, place] of Object.entries(wanted)) {
        const element = shop.elements.create(kind);
        for (const name of ['ready', 'change', 'focus', 'blur']) {
          element.on(name, (event) => shop.events.push([`${kind} ${name}`, event]));
        }
        element.mount(place);
      }
    },
    [key, clientSecret, kinds] as const,
  );

const call = (page: Page, method: string, options: object = {}): Promise<{ [name: string]: unknown }> =>
  page.evaluate(
    ([name, given]) => {
      const shop = globalThis as never as {
        elements: unknown;
        switchyard: Record<string, (o: object) => never>;
      };
      return shop.switchyard[name]!({ elements: shop.elements, ...given });
    },
    [method, options] as const,
  );

const secretOf = (page: Page, secret: string) =>
  page.evaluate((value) => {
    const shop = globalThis as never as { switchyard: { retrievePayment(s: string): Promise<never> } };
    return shop.switchyard.retrievePayment(value);
  }, secret);

test(
  'A shop embeds the form, sees no card, and is paid without leaving its page',
  runs,
  async ({ domains, link, read, seller, shopPage, site }) => {
    await domains(['127.0.0.1']);
    const payment = await link({ payment_link: false });
    const { complaints, page } = await shopPage();
    await mount(page, seller.publishableKey, payment.client_secret, { payment: '#form' });
    const frame = page.frameLocator('iframe[title="Secure payment form"]');
    await frame.getByLabel('Card number').fill('4242');
    expect(await call(page, 'confirmPayment', { redirect: 'if_required' })).toMatchObject({
      error: { type: 'validation_error', code: 'incomplete' },
    });
    await frame.getByRole('alert').first().waitFor();
    await frame.getByLabel('Card number').fill(cards.good);
    await frame.getByLabel('Expiry date').fill('12 / 99');
    await frame.getByLabel('Security code').fill(CVC);
    await expectAccessible(page, ['light']);
    const radius = 'getComputedStyle(document.querySelector(".Input")).borderTopLeftRadius';
    expect(await page.frames().at(-1)!.evaluate(radius)).toBe('9px');
    const paid = await call(page, 'confirmPayment', {
      redirect: 'if_required',
      confirmParams: { email: 'ann@example.com' },
    });
    expect(paid).toMatchObject({ paymentIntent: { payment_id: payment.payment_id, status: 'succeeded' } });
    expect(await secretOf(page, payment.client_secret)).toMatchObject({
      paymentIntent: { status: 'succeeded' },
    });
    const events = await page.evaluate('events');
    expect(events).toEqual(
      expect.arrayContaining([
        ['payment ready', undefined],
        ['payment change', expect.objectContaining({ complete: true, value: { type: 'card' } })],
      ]),
    );
    // Neither the page nor anything that came to it has the number.
    expect(JSON.stringify(events) + JSON.stringify(paid)).not.toContain('4242424242424242');
    const shown = await read(payment);
    expect(shown).toMatchObject({ status: 'succeeded', email: 'ann@example.com' });
    expect(shown.attempts[0]).toMatchObject({
      client_source: 'switchyard-js',
      client_version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
    expect(complaints).toEqual([]);
    expect(new URL(page.url()).origin).toBe(site);
  },
);

test(
  'Fields in frames of their own make one card; declined it is an error, then another is taken',
  runs,
  async ({ domains, link, read, seller, shopPage }) => {
    await domains(['127.0.0.1']);
    const payment = await link({ payment_link: false });
    const { page } = await shopPage();
    const places = { cardNumber: '#number', cardExpiry: '#expiry', cardCvc: '#code' };
    await mount(page, seller.publishableKey, payment.client_secret, places);
    const frame = (title: string) => page.frameLocator(`iframe[title="${title}"]`);
    const number = frame('Secure card number field').getByLabel('Card number');
    await number.fill(cards.declined);
    await frame('Secure expiry date field').getByLabel('Expiry date').fill('12 / 99');
    expect(await call(page, 'collectPaymentMethod')).toMatchObject({ error: { type: 'validation_error' } });
    await frame('Secure security code field').getByRole('alert').waitFor();
    await frame('Secure security code field').getByLabel('Security code').fill(CVC);
    expect(await call(page, 'collectPaymentMethod')).toEqual({});
    expect(await call(page, 'confirmPayment', { redirect: 'if_required' })).toMatchObject({
      error: { type: 'card_error', code: 'payment_failed' },
    });
    await number.fill(cards.good);
    expect(await call(page, 'confirmPayment', { redirect: 'if_required' })).toMatchObject({
      paymentIntent: { status: 'succeeded' },
    });
    const events = (await page.evaluate('events')) as [string, { brand: string | null }][];
    expect(
      events.filter(([name, event]) => name === 'cardNumber change' && event.brand === 'Visa'),
    ).not.toEqual([]);
    expect(await read(payment)).toMatchObject({ attempt_count: 2, amount_received: 1200 });
  },
);

test(
  'An element that is removed answers what it was asked; destroyed it makes room for another',
  runs,
  async ({ domains, link, seller, shopPage }) => {
    await domains(['127.0.0.1']);
    const payment = await link({ payment_link: false });
    const { page } = await shopPage();
    await mount(page, seller.publishableKey, payment.client_secret, { card: '#form' });
    const answers = await page.evaluate(`(async () => {
      const asked = switchyard.confirmPayment({ elements, redirect: 'if_required' });
      elements.getElement('card').unmount();
      const { error } = await asked;
      const again = () => { try { elements.create('card').mount('#form'); return 'made'; } catch ({ message }) { return message; } };
      const second = again();
      elements.getElement('card').destroy();
      return [error.type, error.code, elements.getElement('card'), second, again()];
    })()`);
    const refusal = 'Switchyard: these elements have a card element already.';
    expect(answers).toEqual(['connection_error', 'unmounted', null, refusal, 'made']);
    await page.frameLocator('iframe[title="Secure card form"]').getByLabel('Card number').waitFor();
    expect(await page.locator('iframe').count()).toBe(1);
  },
);

test(
  'A challenge covers the page and goes, or leads to the bank and back to return_url',
  runs,
  async ({ domains, link, read, seller, shopPage, site }) => {
    await domains(['127.0.0.1']);
    const challenged = { payment_link: false, authentication_type: 'three_ds', return_url: `${site}/thanks` };
    const fill = async (page: Page) => {
      const frame = page.frameLocator('iframe[title="Secure card form"]');
      await frame.getByLabel('Card number').fill(cards.challenged);
      await frame.getByLabel('Expiry date').fill('12 / 99');
      await frame.getByLabel('Security code').fill(CVC);
    };
    const inPage = await link({ ...challenged, is_iframe_redirection_enabled: true });
    const { page } = await shopPage();
    await mount(page, seller.publishableKey, inPage.client_secret, { card: '#form' });
    await fill(page);
    const paying = call(page, 'confirmPayment', { redirect: 'if_required' });
    const overlay = page.frameLocator('iframe[title="Confirmation by your bank"]');
    await overlay
      .frameLocator('iframe')
      .getByRole('button', { name: partOf('Complete') })
      .click();
    expect(await paying).toMatchObject({ paymentIntent: { status: 'succeeded' } });
    expect(await page.locator('iframe[title="Confirmation by your bank"]').count()).toBe(0);

    const elsewhere = await link(challenged);
    await page.goto(site);
    await mount(page, seller.publishableKey, elsewhere.client_secret, { card: '#form' });
    await fill(page);
    void call(page, 'confirmPayment').catch(() => undefined);
    await page.waitForURL(/sandbox/);
    await page.getByRole('button', { name: partOf('Complete') }).click();
    await page.waitForURL(/\/thanks\?.*status=succeeded/);
    expect(await read(elsewhere)).toMatchObject({ status: 'succeeded' });

    const always = await link({ ...challenged, authentication_type: 'no_three_ds' });
    await page.goto(site);
    await mount(page, seller.publishableKey, always.client_secret, { card: '#form' });
    await fill(page);
    await page.frameLocator('iframe').getByLabel('Card number').fill(cards.good);
    void call(page, 'confirmPayment').catch(() => undefined);
    await page.waitForURL(/\/thanks\?.*status=succeeded/);
  },
);

test(
  'The form mounts on allowed domains alone; elsewhere the console says why',
  runs,
  async ({ domains, link, seller, service, shopPage }) => {
    const payment = await link({ payment_link: false });
    const framing = async () => {
      const answer = await fetch(
        `${service.url}/elements/${seller.publishableKey}/${payment.payment_id}/payment`,
      );
      return /frame-ancestors ([^;]*)/.exec(answer.headers.get('content-security-policy')!)?.[1];
    };
    expect(await framing()).toBe("'none'");
    await domains(['shop.example', '*.shop.example', 'localhost']);
    expect(await framing()).toBe('https://shop.example https://*.shop.example http://localhost:*');
    const { page, said } = await shopPage();
    await page.clock.install();
    await mount(page, seller.publishableKey, payment.client_secret, { payment: '#form' });
    await page.locator('iframe').waitFor({ state: 'attached' });
    await page.clock.fastForward(20_000);
    await expect.poll(() => said.join(' ')).toContain('payment_link_config.allowed_domains');
    const unknown = await fetch(`${service.url}/elements/pk_test_wrong/${payment.payment_id}/payment`);
    expect(unknown.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  },
);
