import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { cards, setColumns } from '../../kit/sandbox-shop.ts';
import { test as base, expectAccessible, fillCard, payButton, seesHeading } from './checkout.ts';
import { phone, runs } from './chromium.ts';
import { partOf } from './exact-names.ts';
import { GOOGLE_SCRIPT, giveApplePay, serveGoogle } from './wallet-stand-ins.ts';

const accepts = [
  { payment_method: 'card', recurring_enabled: true, installment_payment_enabled: false },
  { payment_method: 'wallet', payment_method_types: ['google_pay', 'apple_pay'] },
];

const test = base
  .extend('seller', async ({ shop }) => {
    const metadata = { google_pay: {}, apple_pay: { merchant_name: 'Acme' } };
    await shop.connector({ test_mode: true, payment_methods_enabled: accepts, metadata });
    return shop;
  })
  /** A shop's page with its own origin that loads the service's script. */
  .extend('site', async ({ service }, { onCleanup }) => {
    const html = `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1><div id="form"></div></main>
      <script src="${service.url}/js/switchyard.js" crossorigin></script></html>`;
    const server = createServer((_req, res) => res.setHeader('content-type', 'text/html').end(html));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onCleanup(() => void server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  })
  /** Opens a payment's page with or without Google's script, in a browser with Apple Pay. */
  .extend('open', ({ customer }) => async (address: string, hasGoogle = true, options = {}) => {
    const opened = await customer('about:blank', options);
    await serveGoogle(opened.page, hasGoogle);
    await giveApplePay(opened.page);
    await opened.page.goto(address);
    return opened;
  });

const google = (page: Page) => page.getByRole('button', { name: 'Google Pay' });
const apple = (page: Page) => page.getByRole('button', { name: 'Pay with Apple Pay' });
/** The customer's choice in Google's sheet. */
const answers = (page: Page, answer: object) => page.evaluate(`googleAnswer = ${JSON.stringify(answer)}`);

test(
  'A wallet whose sheet showed an outdated total charges nothing, and opens with the new total',
  runs,
  async ({ api, link, open, read }) => {
    const payment = await link();
    const { page } = await open(payment.payment_link.link);
    await google(page).waitFor();
    await answers(page, {});
    await api.post(`/payments/${payment.payment_id}`, { amount: 9900 });
    await google(page).click();
    await page.getByText(partOf('The amount is now €99.00.')).waitFor();
    expect(await page.evaluate('googleRequest.transactionInfo.totalPrice')).toBe('12.00');
    expect(await read(payment)).toMatchObject({ attempts: [], amount_received: 0 });
    await google(page).waitFor();
    await google(page).click();
    await seesHeading(page, 'Payment successful');
    await page.getByText(/has received your payment of €99\.00\./).waitFor();
    expect(await page.evaluate('googleRequest.transactionInfo.totalPrice')).toBe('99.00');
    expect(await read(payment)).toMatchObject({ amount_received: 9900, payment_method_type: 'google_pay' });
  },
);

test(
  'A customer pays with Google Pay; after a cancelled sheet or a decline the form stays open',
  runs,
  async ({ link, open, read, seller, service }) => {
    const profile = { merchant_id: seller.merchantId, profile_id: seller.profileId };
    await setColumns(service, 'business_profiles', profile, {
      collect_billing_details_from_wallet_connector: true,
    });
    const payment = await link();
    const { complaints, foreignRequests, page } = await open(payment.payment_link.link, true, phone);
    await google(page).waitFor();
    await expectAccessible(page);
    // Google's styles have the page's nonce.
    expect(await page.evaluate('document.querySelector(".gpay-button").offsetHeight')).toBe(48);

    await answers(page, { statusCode: 'CANCELED' });
    await google(page).click();
    await expect.poll(() => page.evaluate('typeof googleRequest')).toBe('object');
    expect(await page.getByRole('alert').filter({ hasText: /./ }).count()).toBe(0);
    expect(await page.evaluate('googleRequest')).toMatchObject({
      allowedPaymentMethods: [
        {
          tokenizationSpecification: {
            parameters: { gateway: 'example', gatewayMerchantId: 'exampleGatewayMerchantId' },
          },
        },
      ],
      transactionInfo: { totalPrice: '12.00', currencyCode: 'EUR' },
    });
    await answers(page, { statusCode: 'INTERNAL_ERROR' });
    await google(page).click();
    await page.getByRole('alert').filter({ hasText: 'could not be opened' }).waitFor();

    await answers(page, { token: 'tok_0002' });
    await google(page).click();
    await seesHeading(page, 'Payment failed');
    await page.getByRole('alert').filter({ hasText: 'was declined' }).waitFor();
    await expectAccessible(page, ['light']);
    await answers(page, { token: 'tok_4242' });
    await google(page).click();
    await seesHeading(page, 'Payment successful');
    expect(await read(payment)).toMatchObject({
      status: 'succeeded',
      attempt_count: 2,
      payment_method: 'wallet',
      payment_method_type: 'google_pay',
      payment_method_data: {
        wallet: { google_pay: { info: { card_network: 'VISA', card_details: '4242' } } },
        billing: { address: { first_name: 'Ann', last_name: 'Example', city: 'Dublin', country: 'IE' } },
      },
    });
    expect([...new Set(foreignRequests)]).toEqual([GOOGLE_SCRIPT]);
    expect(complaints).toEqual([]);
  },
);

test(
  'A customer pays with Apple Pay: the sheet opens after merchant validation and shows the outcome',
  runs,
  async ({ link, open, read }) => {
    const payment = await link();
    const { complaints, page } = await open(payment.payment_link.link);
    await page.evaluate('appleAnswer = "cancel"');
    await apple(page).click();
    await expect.poll(() => page.evaluate('appleCalls.length')).toBe(2);
    expect(await page.evaluate('appleCalls')).toEqual([
      [
        'request',
        3,
        expect.objectContaining({
          currencyCode: 'EUR',
          total: { label: 'Acme', amount: '12.00', type: 'final' },
        }),
      ],
      ['validated', expect.objectContaining({ domainName: '127.0.0.1', displayName: 'Acme' })],
    ]);
    expect(await payButton(page).textContent()).toBe('Pay €12.00');

    await page.evaluate('appleAnswer = "token_0002"');
    await apple(page).click();
    await seesHeading(page, 'Payment failed');
    expect(await page.evaluate('appleCalls.at(-1)')).toEqual(['completed', 1]);
    await page.evaluate('appleAnswer = undefined');
    await apple(page).click();
    await seesHeading(page, 'Payment successful');
    expect(await page.evaluate('appleCalls.at(-1)')).toEqual(['completed', 0]);
    expect(await read(payment)).toMatchObject({
      status: 'succeeded',
      payment_method_type: 'apple_pay',
      payment_method_data: { wallet: { apple_pay: { payment_method: { display_name: 'Visa 4242' } } } },
    });

    // If merchant validation fails the sheet closes, and the form shows that.
    await page.goto((await link()).payment_link.link);
    await page.route('**/apple_pay_session', (route) => route.abort());
    await apple(page).click();
    await page.getByRole('alert').filter({ hasText: 'could not be opened' }).waitFor();
    expect(await page.evaluate('appleCalls.at(-1)')).toEqual(['abort']);
    await fillCard(page, cards.good);
    await payButton(page).click();
    await seesHeading(page, 'Payment successful');
    expect(complaints).toEqual([]);
  },
);

test(
  'Without its script or browser support a wallet shows no button and no error; without data nothing loads from Google',
  runs,
  async ({ customer, link, open, seller, service }) => {
    const policyOf = async (address: string) =>
      (await fetch(address)).headers.get('content-security-policy')!;
    const payment = await link();
    expect(await policyOf(payment.payment_link.link)).toContain("script-src 'self' https://pay.google.com;");
    const blocked = await open(payment.payment_link.link, false);
    await apple(blocked.page).waitFor();
    expect(await google(blocked.page).count()).toBe(0);
    expect(await blocked.page.getByRole('alert').filter({ hasText: /./ }).count()).toBe(0);

    const bare = await customer('about:blank');
    await serveGoogle(bare.page);
    await bare.page.addInitScript('window.googleIsReady = false');
    const opened = bare.page.waitForResponse('**/wallets');
    await bare.page.goto(payment.payment_link.link);
    await opened;
    await fillCard(bare.page, cards.good);
    expect(await bare.page.locator('.wallets').count()).toBe(0);

    const account = { merchant_id: seller.merchantId };
    await setColumns(service, 'connector_accounts', account, { metadata: {} });
    const without = await link();
    expect(await policyOf(without.payment_link.link)).not.toMatch(/google|gstatic/);
    const { foreignRequests, page } = await open(without.payment_link.link);
    await fillCard(page, cards.good);
    await payButton(page).click();
    await seesHeading(page, 'Payment successful');
    expect(foreignRequests).toEqual([]);
  },
);

test(
  'In a shop’s own form a wallet has a button if the page confirms its approvals',
  runs,
  async ({ api, customer, link, read, seller, site }) => {
    const path = `/account/${seller.merchantId}/business_profile/${seller.profileId}`;
    const body = { payment_link_config: { allowed_domains: ['127.0.0.1'] } };
    expect((await api.post(path, body)).status).toBe(200);
    const payment = await link({ payment_link: false });
    const { complaints, page } = await customer('about:blank');
    await serveGoogle(page);
    await giveApplePay(page);
    await page.goto(site);
    const mount = (confirms: boolean) =>
      page.evaluate(
        `window.shop = Switchyard(${JSON.stringify(seller.publishableKey)});
         window.elements = shop.elements({ clientSecret: ${JSON.stringify(payment.client_secret)} });
         window.element = elements.create('payment');
         window.ready = new Promise((resolve) => element.on('ready', resolve));
         if (${confirms}) element.on('confirm', async ({ wallet }) => {
           window.paid = [wallet, await shop.confirmPayment({ elements, redirect: 'if_required' })];
         });
         element.mount('#form'); ready;`,
      );
    await mount(false);
    const frame = page.frameLocator('iframe[title="Secure payment form"]');
    await frame.getByLabel('Card number').waitFor();
    expect(await frame.locator('.wallets').count()).toBe(0);
    await mount(true);
    await frame.getByRole('button', { name: 'Google Pay' }).waitFor();
    await expectAccessible(page, ['light']);
    await frame.getByRole('button', { name: 'Pay with Apple Pay' }).click();
    await expect.poll(() => page.evaluate('typeof paid')).toBe('object');
    expect(await page.evaluate('paid')).toMatchObject([
      'apple_pay',
      { paymentIntent: { payment_id: payment.payment_id, status: 'succeeded' } },
    ]);
    const calls = await page.frames().at(-1)!.evaluate('appleCalls.at(-1)');
    expect(calls).toEqual(['completed', 0]);
    expect(await read(payment)).toMatchObject({ status: 'succeeded', payment_method_type: 'apple_pay' });
    expect(complaints).toEqual([]);
  },
);
