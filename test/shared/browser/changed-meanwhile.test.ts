import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { CVC, cards } from '../../kit/sandbox-shop.ts';
import { expectAccessible, fillCard, payButton, seesHeading } from './checkout.ts';
import { runs } from './chromium.ts';
import { call, mount, test } from './shop-site.ts';

const CHANGED = 'The amount is now €99.00. No money has moved: please check it, and confirm again.';

const alerts = (page: Page) => page.getByRole('alert').filter({ hasText: /./ });

test(
  'A customer whose amount changed while the page was open sees the new amount, and pays it',
  runs,
  async ({ api, customer, link, read }) => {
    const payment = await link({
      order_details: [{ product_name: 'Shirt', quantity: 1, amount: 1200 }],
    });
    const { complaints, page } = await customer(payment.payment_link.link);
    await fillCard(page, cards.good);
    expect(await payButton(page).textContent()).toBe('Pay €12.00');
    const order_details = [{ product_name: 'Coat', quantity: 1, amount: 9900 }];
    await api.post(`/payments/${payment.payment_id}`, { amount: 9900, order_details });
    await payButton(page).click();
    await page.getByText(CHANGED).waitFor();
    expect(await alerts(page).allTextContents()).toEqual([CHANGED]);
    expect(await payButton(page).textContent()).toBe('Pay €99.00');
    // The order next to the form is the new one, and typed input is still there.
    await page.getByText('Coat').waitFor();
    expect(await page.getByText('€12.00').count()).toBe(0);
    expect(await page.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242');
    expect(await read(payment)).toMatchObject({ status: 'requires_payment_method', attempts: [] });
    await expectAccessible(page, ['light']);
    await payButton(page).click();
    await seesHeading(page, 'Payment successful');
    await page.getByText(/has received your payment of €99\.00\./).waitFor();
    expect(await read(payment)).toMatchObject({ amount_received: 9900, attempt_count: 1 });
    expect(complaints).toEqual([]);
  },
);

test(
  'A page that saves a card without a charge never charges an amount that was added unseen',
  runs,
  async ({ api, customer, link, read, seller }) => {
    const payment = await link({
      amount: 0,
      customer_id: await seller.customer(),
      payment_link_config: { is_setup_mandate_flow: true },
    });
    const { page } = await customer(payment.payment_link.link);
    await fillCard(page, cards.good);
    await page.getByRole('checkbox').check();
    expect(await payButton(page).textContent()).toBe('Save card');
    await api.post(`/payments/${payment.payment_id}`, { amount: 9900 });
    await payButton(page).click();
    await page.getByText(CHANGED).waitFor();
    expect(await payButton(page).textContent()).toBe('Pay €99.00');
    expect(await read(payment)).toMatchObject({ attempts: [], amount_received: 0 });
    await payButton(page).click();
    await seesHeading(page, 'Payment successful');
    // The customer did not agree to save it in the end.
    expect(await read(payment)).toMatchObject({ amount_received: 9900, setup_future_usage: null });
  },
);

test(
  'The result shows the amount paid, even in another tab and at another amount than this tab shows',
  runs,
  async ({ api, customer, link, read }) => {
    const payment = await link();
    const { page } = await customer(payment.payment_link.link);
    await fillCard(page, cards.good);
    await api.post(`/payments/${payment.payment_id}`, { amount: 9900 });
    const other = await customer(payment.payment_link.link);
    await fillCard(other.page, cards.good);
    expect(await payButton(other.page).textContent()).toBe('Pay €99.00');
    await payButton(other.page).click();
    await seesHeading(other.page, 'Payment successful');
    await payButton(page).click();
    await seesHeading(page, 'Payment successful');
    await page.getByText(/has received your payment of €99\.00\./).waitFor();
    expect(await page.getByText('€12.00').count()).toBe(0);
    expect(await read(payment)).toMatchObject({ amount_received: 9900, attempt_count: 1 });
  },
);

test(
  'An embedded form confirms the amount that its frame or the shop shows',
  runs,
  async ({ api, domains, link, read, seller, shopPage }) => {
    await domains(['127.0.0.1']);
    for (const [kind, title] of [
      ['payment', 'Secure payment form'],
      ['card', 'Secure card form'],
    ] as const) {
      const payment = await link({ payment_link: false });
      const { page } = await shopPage();
      await mount(page, seller.publishableKey, payment.client_secret, { [kind]: '#form' });
      const frame = page.frameLocator(`iframe[title="${title}"]`);
      await frame.getByLabel('Card number').fill(cards.good);
      await frame.getByLabel('Expiry date').fill('12 / 39');
      await frame.getByLabel('Security code').fill(CVC);
      await api.post(`/payments/${payment.payment_id}`, { amount: 9900 });
      const confirm = (confirmParams: object = {}) =>
        call(page, 'confirmPayment', { redirect: 'if_required', confirmParams });
      expect(await confirm(), kind).toEqual({
        error: { type: 'api_error', code: 'unexpected_state', message: CHANGED, param: 'net_amount' },
      });
      expect(await frame.getByText(CHANGED).count()).toBe(kind === 'payment' ? 1 : 0);
      expect(await confirm({ net_amount: 1200 }), kind).toMatchObject({
        error: { code: 'unexpected_state', param: 'net_amount' },
      });
      expect(await confirm({ currency: 'USD' }), kind).toMatchObject({
        error: { code: 'unexpected_state', param: 'currency' },
      });
      expect(await read(payment), kind).toMatchObject({ attempts: [], amount_received: 0 });
      expect(await confirm({ net_amount: 9900, currency: 'EUR' }), kind).toMatchObject({
        paymentIntent: { status: 'succeeded', net_amount: 9900, currency: 'EUR' },
      });
      expect(await read(payment), kind).toMatchObject({ amount_received: 9900, attempt_count: 1 });
    }
  },
);

test(
  'Separate fields confirm the amount that the leading frame loaded',
  runs,
  async ({ api, domains, link, read, seller, shopPage }) => {
    await domains(['127.0.0.1']);
    const payment = await link({ payment_link: false });
    const { page } = await shopPage();
    const fields = { cardNumber: '#number', cardExpiry: '#expiry', cardCvc: '#code' };
    await mount(page, seller.publishableKey, payment.client_secret, fields);
    const within = (title: string) => page.frameLocator(`iframe[title="${title}"]`);
    await within('Secure card number field').getByLabel('Card number').fill(cards.good);
    await within('Secure expiry date field').getByLabel('Expiry date').fill('12 / 39');
    await within('Secure security code field').getByLabel('Security code').fill(CVC);
    await api.post(`/payments/${payment.payment_id}`, { amount: 9900 });
    const confirm = () => call(page, 'confirmPayment', { redirect: 'if_required' });
    expect(await confirm()).toMatchObject({ error: { param: 'net_amount', message: CHANGED } });
    expect(await read(payment)).toMatchObject({ attempts: [] });
    expect(await confirm()).toMatchObject({ paymentIntent: { status: 'succeeded', net_amount: 9900 } });
    expect(await read(payment)).toMatchObject({ amount_received: 9900 });
  },
);
