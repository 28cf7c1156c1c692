import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { locales } from '../../../src/checkout/server/languages.ts';
import { cards } from '../../kit/sandbox-shop.ts';
import { fillCard, payButton, seesHeading, test } from './checkout.ts';
import { runs } from './chromium.ts';
import { partOf } from './exact-names.ts';
import { call, mount, test as shopTest } from './shop-site.ts';

const alertSays = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor();
const INSUFFICIENT = '4000000000009995';

test(
  "A decline shows its reason in the customer's language, also after a reload",
  runs,
  async ({ api, customer, link }) => {
    const payment = await link();
    const { page } = await customer(`${payment.payment_link.link}?locale=de`);
    const { pages: de } = locales.de;
    await page.getByLabel(de.cardNumber).fill(INSUFFICIENT);
    await page.getByLabel(de.expiryDate).fill('12 / 39');
    await page.getByLabel(de.securityCode).fill('123');
    await payButton(page).click();
    await alertSays(page, de.declinedFunds);
    await page.reload();
    await alertSays(page, de.declinedFunds);
    // The API returns the same reason, in English and with its code.
    const [{ data }] = (await api.get('/payments/list')).body as never as [
      { data: { payment_id: string }[] },
    ];
    const shown = data.find(({ payment_id }) => payment_id === payment.payment_id);
    expect(shown).toMatchObject({
      unified_code: 'UE_1001',
      unified_message: locales.en.pages.declinedFunds,
    });
  },
);

test.for([400, 409, 422] as const)(
  'HTTP %d is no decline: the payment could not be started',
  runs,
  async (status, { customer, link, service }) => {
    const payment = await link();
    const { page } = await customer(payment.payment_link.link);
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    const error = { code: 'invalid_parameter', message: 'return_url is not allowed.', request_id: 'req_17' };
    await page.route(`${service.url}/payments/*/confirm`, (route) =>
      route.fulfill({ status, json: { error } }),
    );
    // A changed payment is reloaded.
    await page.route(`${service.url}/payments/*?client_secret=*`, (route) =>
      status === 409 ? route.fulfill({ status, json: { error } }) : route.continue(),
    );
    await fillCard(page, cards.good);
    await payButton(page).click();
    await alertSays(page, 'The payment could not be started, and you were not charged.');
    expect(await page.getByRole('heading', { name: 'Payment failed' }).count()).toBe(0);
    await expect.poll(() => said.join('\n')).toMatch(/return_url is not allowed\. .*req_17/);
    await page.unroute(`${service.url}/payments/*/confirm`);
    await payButton(page).click();
    await seesHeading(page, 'Payment successful');
  },
);

test(
  'Without crypto.randomUUID, as over plain HTTP, a payment succeeds; after any exception the button works',
  runs,
  async ({ customer, link, read }) => {
    const payment = await link();
    const { page } = await customer('about:blank');
    await page.addInitScript('delete Crypto.prototype.randomUUID');
    await page.goto(payment.payment_link.link);
    await fillCard(page, cards.good);
    await page.evaluate(`(() => {
    const { getRandomValues } = Crypto.prototype;
    let calls = 0;
    Crypto.prototype.getRandomValues = function (...of) {
      if (++calls === 1) throw new Error('none');
      return getRandomValues.apply(this, of);
    };
  })()`);
    await payButton(page).click();
    await alertSays(page, 'Please try again in a moment');
    expect(await payButton(page).getAttribute('aria-disabled')).toBe('false');
    await payButton(page).click();
    await seesHeading(page, 'Payment successful');
    expect(await read(payment)).toMatchObject({ attempt_count: 1 });
  },
);

test('A browser that cannot run the script gets a message', runs, async ({ customer, link, service }) => {
  const payment = await link();
  const { page } = await customer('about:blank');
  await page.route(`${service.url}/checkout/assets/*.js`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'what is this' }),
  );
  await page.goto(payment.payment_link.link);
  const notice = page.getByText(partOf('please update your browser'));
  await notice.waitFor({ state: 'attached' });
  // Its delay is an animation, which is finished here.
  await page.evaluate('document.getAnimations().forEach((animation) => animation.finish())');
  await notice.waitFor({ state: 'visible' });
});

test('In test mode a page without payment methods explains why', runs, async ({ customer, link }) => {
  const payment = await link({ amount: 1200, currency: 'JPY', allowed_payment_method_types: ['klarna'] });
  const { page } = await customer(payment.payment_link.link);
  await page.getByText(partOf('No payment method is available.')).waitFor();
  await page.getByText(partOf('allowed_payment_method_types excludes its types')).waitFor();
});

shopTest(
  'Back from the page after a payment leads to where its link was opened',
  runs,
  async ({ customer, link, site }) => {
    const payment = await link({
      return_url: `${site}/thanks`,
      payment_link_config: { skip_status_screen: true },
    });
    const { page } = await customer(`${site}/cart`);
    await page.goto(payment.payment_link.link);
    await fillCard(page, cards.good);
    await payButton(page).click();
    await page.waitForURL(/\/thanks\?.*status=succeeded/);
    await page.goBack();
    expect(page.url()).toBe(`${site}/cart`);
  },
);

test('The text next to an IBAN mentions the refund right', runs, async ({ customer, link }) => {
  const { page } = await customer((await link()).payment_link.link);
  await page.getByText(partOf('SEPA Direct Debit')).first().click();
  await page.getByText(partOf('Claim the refund within eight weeks')).waitFor();
});

shopTest(
  "A shop's developer is told what the service refused, and its customer what it means",
  runs,
  async ({ domains, link, seller, shopPage }) => {
    await domains(['127.0.0.1']);
    const payment = await link({ payment_link: false });
    const { page, said } = await shopPage();
    await mount(page, seller.publishableKey, payment.client_secret, { payment: '#form' });
    const frame = page.frameLocator('iframe[title="Secure payment form"]');
    await frame.getByLabel('Card number').fill(cards.good);
    await frame.getByLabel('Expiry date').fill('12 / 39');
    await frame.getByLabel('Security code').fill('123');
    const elsewhere = {
      redirect: 'if_required',
      confirmParams: { return_url: 'https://elsewhere.example/' },
    };
    const { error } = (await call(page, 'confirmPayment', elsewhere)) as never as { error: object };
    expect(error).toMatchObject({
      type: 'api_error',
      code: 'invalid_parameter',
      param: 'return_url',
      message: expect.stringContaining('The payment could not be started, and you were not charged.'),
      service_message: expect.stringContaining('allowed_domains'),
      request_id: expect.stringMatching(/^req_/),
    });
    await expect.poll(() => said.join('\n')).toMatch(/allowed_domains.*req_/);
    await frame.getByLabel('Card number').fill(INSUFFICIENT);
    expect(await call(page, 'confirmPayment', { redirect: 'if_required' })).toMatchObject({
      error: {
        type: 'card_error',
        code: 'payment_failed',
        unified_code: 'UE_1001',
        message: locales.en.pages.declinedFunds,
      },
    });
  },
);
