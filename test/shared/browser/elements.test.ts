import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { CVC, cards } from '../../kit/sandbox-shop.ts';
import { expectAccessible } from './checkout.ts';
import { runs } from './chromium.ts';
import { partOf } from './exact-names.ts';
import { call, mount, test } from './shop-site.ts';

const secretOf = (page: Page, secret: string) =>
  page.evaluate((value) => {
    const shop = globalThis as never as { switchyard: { retrievePayment(s: string): Promise<never> } };
    return shop.switchyard.retrievePayment(value);
  }, secret);

test(
  'A shop embeds the form, never sees the card, and takes the payment on its own page',
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
    await frame.getByLabel('Expiry date').fill('12 / 39');
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
    // Neither the page nor its requests contain the number.
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
  'Fields in separate frames form one card; after a decline another card is accepted',
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
    await frame('Secure expiry date field').getByLabel('Expiry date').fill('12 / 39');
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
  'Removing an element settles its pending calls; destroying it makes room for another',
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
  'A challenge covers the page and closes, or redirects to the bank and back to return_url',
  runs,
  async ({ domains, link, read, seller, shopPage, site }) => {
    await domains(['127.0.0.1']);
    const challenged = { payment_link: false, authentication_type: 'three_ds', return_url: `${site}/thanks` };
    const fill = async (page: Page) => {
      const frame = page.frameLocator('iframe[title="Secure card form"]');
      await frame.getByLabel('Card number').fill(cards.challenged);
      await frame.getByLabel('Expiry date').fill('12 / 39');
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
  'The form mounts only on allowed domains; elsewhere the console gives the reason',
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
