import { expect } from 'vitest';
import { cards, setColumns } from '../../kit/sandbox-shop.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { expectAccessible, fillCard, payButton, seesHeading, test } from './checkout.ts';
import { phone, withoutBrowser } from './chromium.ts';

const runs = { skip: withoutBrowser };

test(
  'A customer pays by card on a phone, and returns to the shop with what the shop can verify',
  runs,
  async ({ customer, link, read, service }) => {
    const payment = await link({
      description: 'Order 17',
      return_url: `${service.url}/health/live`,
      order_details: ['Shirt', 'Socks', 'Hat', 'Scarf'].map((product_name) => ({
        product_name,
        quantity: 2,
        amount: 150,
      })),
    });
    const { complaints, foreignRequests, page } = await customer(payment.payment_link.link, phone);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByText('Scarf').count()).toBe(0);
    await page.getByRole('button', { name: 'Show 1 more' }).click();
    await page.getByText('Scarf').waitFor();
    // The order above, the form below it on a ground of its own, both as wide as the phone.
    const boxes = await page.evaluate(
      `['.details', '.side'].map((part) => {
        const { left, width } = document.querySelector(part).getBoundingClientRect();
        return [left, width];
      })`,
    );
    expect(boxes).toEqual([
      [0, 390],
      [0, 390],
    ]);
    expect(await payButton(page).textContent()).toBe('Pay €12.00');
    await expectAccessible(page);

    await payButton(page).click();
    expect(await page.getByRole('alert').filter({ hasText: /./ }).allTextContents()).toEqual([
      'Card number is missing.',
      'Expiry date is missing.',
      'Security code is missing.',
    ]);
    expect(await page.evaluate('document.activeElement.name')).toBe('number');
    await expectAccessible(page, ['light']);
    await fillCard(page, cards.good);
    expect(await page.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242');
    await page.getByText('Visa', { exact: true }).waitFor();
    await payButton(page).click();
    await seesHeading(page, 'Payment successful');
    await expectAccessible(page);

    const back = page.getByRole('link', { name: /^Return to/ });
    await Promise.all([page.waitForURL(/health\/live/), back.click()]);
    const { searchParams } = new URL(page.url());
    expect(searchParams.get('status')).toBe('succeeded');
    expect(await read(payment)).toMatchObject({
      status: 'succeeded',
      amount_received: 1200,
      attempt_count: 1,
    });
    expect(foreignRequests).toEqual([]);
    expect(complaints).toEqual([]);
  },
);

test(
  'A declined card leaves the form open for another, also after a reload',
  runs,
  async ({ customer, link, read }) => {
    const payment = await link();
    const { page } = await customer(payment.payment_link.link);
    await fillCard(page, cards.declined);
    await payButton(page).click();
    await seesHeading(page, 'Payment failed');
    await page.getByRole('alert').filter({ hasText: 'was declined' }).waitFor();
    await expectAccessible(page, ['light']);
    await page.reload();
    await seesHeading(page, 'Payment failed');
    await fillCard(page, cards.good);
    await payButton(page).click();
    await seesHeading(page, 'Payment successful');
    expect(await read(payment)).toMatchObject({ status: 'succeeded', attempt_count: 2 });
  },
);

test(
  'A challenge leads to the bank and back: failed it asks for another card, passed it is paid',
  runs,
  async ({ customer, link, read }) => {
    const payment = await link({ authentication_type: 'three_ds' });
    const { page } = await customer(payment.payment_link.link);
    const challenge = async (button: string) => {
      await fillCard(page, cards.challenged);
      await payButton(page).click();
      await page.waitForURL(/sandbox/);
      await page.getByRole('button', { name: button }).click();
      await page.waitForURL(/\/pay\//);
    };
    await challenge('Fail');
    await seesHeading(page, 'Payment failed');
    await challenge('Complete');
    await seesHeading(page, 'Payment successful');
    expect(await read(payment)).toMatchObject({ status: 'succeeded' });
  },
);

test(
  'Where the profile frames redirects the challenge stays in the page',
  runs,
  async ({ customer, link, read }) => {
    const payment = await link({ authentication_type: 'three_ds', is_iframe_redirection_enabled: true });
    const { page } = await customer(payment.payment_link.link);
    await fillCard(page, cards.challenged);
    await payButton(page).click();
    const frame = page.frameLocator('iframe[name=challenge]');
    await frame.getByRole('button', { name: 'Complete' }).waitFor();
    expect((await read(payment)).next_action.type).toBe('redirect_inside_popup');
    expect(new URL(page.url()).pathname).toContain('/pay/');
    await frame.getByRole('button', { name: 'Complete' }).click();
    await seesHeading(page, 'Payment successful');
  },
);

test('Two tabs, a double click and the back button charge once', runs, async ({ customer, link, read }) => {
  const payment = await link();
  const { page } = await customer(payment.payment_link.link);
  const other = await page.context().newPage();
  await other.goto(payment.payment_link.link);
  await fillCard(page, cards.good);
  await fillCard(other, cards.good);
  await payButton(page).dblclick();
  await seesHeading(page, 'Payment successful');
  await payButton(other).click();
  await seesHeading(other, 'Payment successful');
  await page.goto('about:blank');
  await page.goBack();
  await seesHeading(page, 'Payment successful');
  expect(await read(payment)).toMatchObject({ attempt_count: 1, amount_received: 1200 });
});

test(
  'A payment that could not be sent is sent again once, under the same key',
  runs,
  async ({ customer, link, read }) => {
    const payment = await link();
    const { page } = await customer(payment.payment_link.link);
    await fillCard(page, cards.good);
    // The first request arrives and its answer is lost; the page cannot know.
    let lost = 0;
    await page.route('**/confirm', async (route) => {
      if (lost++ > 0) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await payButton(page).click();
    await page
      .getByRole('alert')
      .filter({ hasText: /not charged twice/ })
      .waitFor();
    await payButton(page).click();
    await seesHeading(page, 'Payment successful');
    expect(lost).toBe(2);
    expect(await read(payment)).toMatchObject({ attempt_count: 1, amount_received: 1200 });
  },
);

test(
  'A saved card is paid with its security code, and one is saved if the customer says so',
  runs,
  async ({ customer, link, read, seller }) => {
    const customerId = await seller.customer();
    const first = await link({ customer_id: customerId });
    const { page } = await customer(first.payment_link.link);
    await fillCard(page, cards.good);
    const save = page.getByLabel('Save for next time');
    expect(await save.isChecked()).toBe(false);
    await save.check();
    await page.getByLabel('Card nickname').fill('Work');
    await page.getByText('By saving your card').waitFor();
    await payButton(page).click();
    await seesHeading(page, 'Payment successful');

    const second = await link({ customer_id: customerId });
    await page.goto(second.payment_link.link);
    await page.getByText('Visa ending in 4242, expires 12/99').waitFor();
    await page.getByText('Work').waitFor();
    await expectAccessible(page, ['light']);
    await page.getByLabel('Security code').fill('731');
    await payButton(page).click();
    await seesHeading(page, 'Payment successful');
    expect((await read(second)).payment_method_data.card.last4).toBe('4242');

    const guest = await link();
    await page.goto(guest.payment_link.link);
    await page.getByLabel('Card number').waitFor();
    expect(await page.getByLabel('Save for next time').count()).toBe(0);
    const without = await link({
      customer_id: customerId,
      payment_link_config: { enabled_saved_payment_method: false },
    });
    await page.goto(without.payment_link.link);
    await page.getByLabel('Card number').waitFor();
    expect(await page.getByText('Visa ending in').count()).toBe(0);
  },
);

test(
  'iDEAL leads to the bank, a transfer shows its account, a direct debit is being processed',
  runs,
  async ({ customer, link }) => {
    const { page } = await customer((await link()).payment_link.link);
    await page.getByRole('button', { name: 'iDEAL' }).click();
    await page.getByText('You will continue at iDEAL').waitFor();
    await payButton(page).click();
    await page.waitForURL(/sandbox/);
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.waitForURL(/\/pay\//);
    await seesHeading(page, 'Payment successful');

    await page.goto((await link()).payment_link.link);
    await page.getByRole('button', { name: 'SEPA bank transfer' }).click();
    await payButton(page).click();
    await seesHeading(page, 'Transfer €12.00');
    await page.getByText('Reference', { exact: true }).waitFor();
    await page.reload();
    await seesHeading(page, 'Transfer €12.00');

    await page.goto((await link()).payment_link.link);
    await page.getByRole('button', { name: 'SEPA Direct Debit' }).click();
    await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 01');
    await payButton(page).click();
    await page.getByRole('alert').filter({ hasText: 'IBAN is not valid.' }).waitFor();
    await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00');
    await payButton(page).click();
    await seesHeading(page, 'Payment processing');
  },
);

test(
  'An amount of nothing saves the card, for charges that the customer agrees to',
  runs,
  async ({ customer, link, read, seller }) => {
    const setup = await link({
      amount: 0,
      customer_id: await seller.customer(),
      setup_future_usage: 'off_session',
      payment_link_config: { is_setup_mandate_flow: true },
    });
    const { page } = await customer(setup.payment_link.link);
    await page.getByRole('button', { name: 'Save card' }).waitFor();
    expect(await page.getByText('€0.00').count()).toBe(0);
    await fillCard(page, cards.good);
    await payButton(page).click();
    await page.getByRole('alert').filter({ hasText: 'Please agree to continue.' }).waitFor();
    await page.getByLabel(/^I allow/).check();
    await payButton(page).click();
    await seesHeading(page, 'Saved');
    expect(await read(setup)).toMatchObject({ status: 'succeeded', amount_received: 0 });
  },
);

test(
  'A link that expired says so; one that was cancelled and one that never was look alike',
  runs,
  async ({ api, customer, link, seller, service }) => {
    const expired = await link({ session_expiry: 60 });
    const { page } = await customer(expired.payment_link.link);
    await page.getByRole('timer').waitFor();
    const where = { merchant_id: seller.merchantId, payment_id: expired.payment_id };
    await setColumns(service, 'payments', where, { expires_on: new Date(0) });
    await page.reload();
    await seesHeading(page, 'This link has expired');
    await expectAccessible(page, ['light']);

    const cancelled = await link();
    expect((await api.post(`/payments/${cancelled.payment_id}/cancel`, {})).status).toBe(200);
    const never = cancelled.payment_link.link.replace(cancelled.payment_id, 'pay_never');
    const pages = [cancelled.payment_link.link, never, `${never}x`, expired.payment_link.link.slice(0, -1)];
    const answers = await Promise.all(pages.map((address) => fetch(address)));
    expect(answers.map(({ status }) => status)).toEqual(pages.map(() => 404));
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
    await page.goto(cancelled.payment_link.link);
    await seesHeading(page, 'This link does not exist');
    await expectAccessible(page, ['light']);

    const held = await link();
    const merchant = { merchant_id: seller.merchantId };
    await setColumns(service, 'merchant_accounts', merchant, { suspended_at: new Date() });
    await page.goto(held.payment_link.link);
    await seesHeading(page, 'Payments are not taken at the moment');
  },
);

test(
  'A page that reads from the right is whole and accessible, without a script it names the seller',
  runs,
  async ({ customer, link }) => {
    const payment = await link({ payment_link_config: { seller_name: 'Acme & Sons' } });
    const { page } = await customer(`${payment.payment_link.link}?locale=ar-EG`, phone);
    await page.locator('#submit').waitFor();
    expect(await page.evaluate('[document.documentElement.lang, document.documentElement.dir]')).toEqual([
      'ar',
      'rtl',
    ]);
    await expectAccessible(page);
    const wide = await page.evaluate('document.documentElement.scrollWidth');
    expect(wide).toBeLessThanOrEqual(390);
    const german = await customer(payment.payment_link.link, { locale: 'de-AT' });
    await german.page.getByLabel('Kartennummer').waitFor();
    const plain = await customer(payment.payment_link.link, { javaScriptEnabled: false });
    expect(await plain.page.locator('noscript').textContent()).toContain('needs JavaScript');
    await plain.page.getByRole('heading', { name: 'Acme & Sons' }).waitFor();
  },
);

test(
  'The secure link is shown in frames of the allowed domains alone, the plain one in none',
  runs,
  async ({ customer, link, service }) => {
    const payment = await link({ payment_link_config: { allowed_domains: ['127.0.0.1', '*.shop.example'] } });
    const secure = payment.payment_link.secure_link!;
    const policyOf = async (address: string, headers = {}) => {
      const answer = await fetch(address, { headers });
      const policy = answer.headers.get('content-security-policy') ?? '';
      return { status: answer.status, ancestors: /frame-ancestors ([^;]*)/.exec(policy)?.[1] };
    };
    expect(await policyOf(secure, { 'sec-fetch-dest': 'iframe' })).toEqual({
      status: 200,
      ancestors: 'http://127.0.0.1:* https://*.shop.example',
    });
    expect(await policyOf(secure, { 'sec-fetch-dest': 'document' })).toEqual({
      status: 404,
      ancestors: "'none'",
    });
    expect(await policyOf(payment.payment_link.link)).toEqual({ status: 200, ancestors: "'none'" });
    expect((await link()).payment_link.secure_link).toBeNull();

    const { page } = await customer('about:blank');
    const shown = async (address: string) => {
      await page.route('**/shop', (route) =>
        route.fulfill({ contentType: 'text/html', body: `<iframe title="Pay" src="${address}"></iframe>` }),
      );
      await page.goto(`${service.url}/shop`);
      return page.frameLocator('iframe');
    };
    const frame = await shown(secure);
    await frame.getByLabel('Card number').waitFor();
  },
);

test('A link cannot be guessed: every payment and merchant has its own', async ({ link, service }) => {
  const [one, other] = [await link({ payment_id: 'order-1' }), await link({ payment_id: 'order-2' })];
  const token = (address: string) => address.split('/').at(-1)!;
  expect(token(one.payment_link.link)).not.toBe(token(other.payment_link.link));
  expect(token(one.payment_link.link).length).toBeGreaterThanOrEqual(40);
  const foreign = await seedMerchant(service);
  const stolen = one.payment_link.link.replace(/\/pay\/[^/]+/, `/pay/${foreign.merchantId}`);
  const asSecure = one.payment_link.link.replace('/pay/', '/secure/');
  for (const address of [stolen, asSecure, other.payment_link.link.replace('order-2', 'order-1')]) {
    expect((await fetch(address)).status).toBe(404);
  }
});
