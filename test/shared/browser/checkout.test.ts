import { expect } from 'vitest';
import { cards, setColumns } from '../../kit/sandbox-shop.ts';
import { expectAccessible, fillCard, payButton, seesHeading, test } from './checkout.ts';
import { phone, runs } from './chromium.ts';
import { partOf } from './exact-names.ts';

test(
  'A customer pays by card on a phone and returns to the shop with a verifiable result',
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
    expect(await page.getByText(partOf('Scarf')).count()).toBe(0);
    await page.getByRole('button', { name: 'Show 1 more' }).click();
    await page.getByText(partOf('Scarf')).waitFor();
    // The order above, the form below on its own background, both as wide as the phone.
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
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('number');
    await expectAccessible(page, ['light']);
    await fillCard(page, cards.good);
    expect(await page.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242');
    await page.getByText('Visa').waitFor();
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
  'A long name leaves its amount in one piece, and the countdown ends with the payment',
  runs,
  async ({ customer, link }) => {
    const payment = await link({
      amount: 1_234_500,
      session_expiry: 900,
      order_details: [{ product_name: 'Donaudampfschifffahrt'.repeat(8), quantity: 3, amount: 411_500 }],
    });
    const { page } = await customer(payment.payment_link.link, phone);
    await page.getByText('€12,345.00').first().waitFor();
    const linesOfAmount = await page.evaluate(
      `(() => {
        const range = document.createRange();
        range.selectNodeContents(document.querySelector('.lines li > :last-child'));
        return range.getClientRects().length;
      })()`,
    );
    expect(linesOfAmount).toBe(1);
    await page.getByRole('timer').waitFor();
    await fillCard(page, cards.good);
    await payButton(page).click();
    await seesHeading(page, 'Payment successful');
    expect(await page.getByRole('timer').count()).toBe(0);
  },
);

test(
  'After a decline the form accepts another card, also after a reload',
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
  'A challenge redirects to the bank and back: failed, it asks for another card; passed, it is paid',
  runs,
  async ({ customer, link, read }) => {
    const payment = await link({ authentication_type: 'three_ds' });
    const { page } = await customer(payment.payment_link.link);
    const challenge = async (button: string) => {
      await fillCard(page, cards.challenged);
      await payButton(page).click();
      await page.waitForURL(/sandbox/);
      await page.getByRole('button', { name: partOf(button) }).click();
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
  'With framed redirects in the profile, the challenge stays in the page',
  runs,
  async ({ customer, link, read }) => {
    const payment = await link({ authentication_type: 'three_ds', is_iframe_redirection_enabled: true });
    const { page } = await customer(payment.payment_link.link);
    await fillCard(page, cards.challenged);
    await payButton(page).click();
    const frame = page.frameLocator('iframe[name=challenge]');
    await frame.getByRole('button', { name: partOf('Complete') }).waitFor();
    expect((await read(payment)).next_action.type).toBe('redirect_inside_popup');
    expect(new URL(page.url()).pathname).toContain('/pay/');
    await frame.getByRole('button', { name: partOf('Complete') }).click();
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
  'A payment that could not be sent is retried once, under the same key',
  runs,
  async ({ customer, link, read }) => {
    const payment = await link();
    const { page } = await customer(payment.payment_link.link);
    await fillCard(page, cards.good);
    // The first request arrives and its response is lost; the page cannot know.
    let lost = 0;
    await page.route('**/confirm', async (route) => {
      if (lost++ > 0) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await payButton(page).click();
    await page
      .getByRole('alert')
      .filter({ hasText: /not be charged twice/ })
      .waitFor();
    await payButton(page).click();
    await seesHeading(page, 'Payment successful');
    expect(lost).toBe(2);
    expect(await read(payment)).toMatchObject({ attempt_count: 1, amount_received: 1200 });
  },
);

test(
  'A customer pays with a saved card and its security code, and may save a new one',
  runs,
  async ({ customer, link, read, seller }) => {
    const customerId = await seller.customer();
    const first = await link({ customer_id: customerId });
    const { page } = await customer(first.payment_link.link);
    await fillCard(page, cards.good);
    const save = page.getByLabel('Save for next time');
    expect(await save.isChecked()).toBe(false);
    await save.check();
    await page.getByLabel(partOf('Card nickname')).fill('Work');
    await page.getByText(partOf('By saving your card')).waitFor();
    await payButton(page).click();
    await seesHeading(page, 'Payment successful');

    const second = await link({ customer_id: customerId });
    await page.goto(second.payment_link.link);
    await page.getByText(partOf('Visa ending in 4242, expires 12/39')).waitFor();
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
  'iDEAL redirects to the bank, a transfer shows its account, a direct debit is processing',
  runs,
  async ({ customer, link }) => {
    const { page } = await customer((await link()).payment_link.link);
    await page.getByRole('button', { name: 'iDEAL' }).click();
    await page.getByText(partOf('You will continue at iDEAL')).waitFor();
    await payButton(page).click();
    await page.waitForURL(/sandbox/);
    await page.getByRole('button', { name: partOf('Complete') }).click();
    await page.waitForURL(/\/pay\//);
    await seesHeading(page, 'Payment successful');

    await page.goto((await link()).payment_link.link);
    await page.getByRole('button', { name: 'SEPA bank transfer' }).click();
    await payButton(page).click();
    await seesHeading(page, 'Transfer €12.00');
    await page.getByText('Reference').waitFor();
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

test('A QR code is drawn from its text', runs, async ({ customer, link }) => {
  const { complaints, foreignRequests, page } = await customer((await link()).payment_link.link, phone);
  const content = '00020101021226580014br.gov.bcb.pix';
  // The sandbox has no method with a QR code.
  await page.route('**/confirm', (route) =>
    route.fulfill({
      json: {
        status: 'requires_customer_action',
        net_amount: 1200,
        currency: 'EUR',
        next_action: { type: 'display_qr_code', qr_code: { content, image_url: null } },
      },
    }),
  );
  await page.getByRole('button', { name: 'iDEAL' }).click();
  await payButton(page).click();
  const code = page.getByRole('img', { name: "Scan the code with your bank's app." });
  await code.waitFor();
  // Version 3, with 29 squares and a margin of four on each side.
  expect(await code.getAttribute('viewBox')).toBe('0 0 37 37');
  await page.getByText(content).waitFor();
  await expectAccessible(page);
  expect([...complaints, ...foreignRequests]).toEqual([]);
});

test(
  "A zero amount saves the card for later charges, with the customer's consent",
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
  "With an authentication connector, the issuer's 3-D Secure challenge appears in the page",
  runs,
  async ({ customer, link, read, seller, service }) => {
    await seller.connector({ test_mode: true, connector_type: 'authentication_processor' });
    const profile = { merchant_id: seller.merchantId, profile_id: seller.profileId };
    const details = {
      authentication_connectors: ['sandbox'],
      three_ds_requestor_url: 'https://shop.example/',
    };
    await setColumns(service, 'business_profiles', profile, { authentication_connector_details: details });
    const payment = await link({
      authentication_type: 'three_ds',
      request_external_three_ds_authentication: true,
    });
    const { complaints, page } = await customer(payment.payment_link.link);
    await fillCard(page, cards.challenged);
    await payButton(page).click();
    await page
      .frameLocator('iframe[name=challenge]')
      .getByRole('button', { name: partOf('Complete') })
      .click();
    await seesHeading(page, 'Payment successful');
    expect(await read(payment)).toMatchObject({
      status: 'succeeded',
      external_3ds_authentication_attempted: true,
    });
    expect(complaints).toEqual([]);
  },
);
