import { expect } from 'vitest';
import { cards, graphqlCardOf, setColumns } from '../../kit/sandbox-shop.ts';
import { runs, runsInFull } from './chromium.ts';
import { expectNothingRefused, followTo, patiently, test, violationsOf } from './dashboard.ts';
import { partOf } from './exact-names.ts';

const held = test.extend('hold', ({ cardShop, pay, service }) => async (amount: number) => {
  const id = await cardShop.connector({
    connector_type: 'payment_vas',
    test_mode: true,
    payment_methods_enabled: [],
    frm_configs: [
      {
        gateway: 'sandbox',
        payment_methods: [
          { payment_method: 'card', payment_method_types: [{ flow: 'post', action: 'manual_review' }] },
        ],
      },
    ],
  });
  const frm_routing_algorithm = { type: 'single', data: { connector: null, merchant_connector_id: id } };
  await setColumns(
    service,
    'business_profiles',
    { profile_id: cardShop.profileId },
    { frm_routing_algorithm },
  );
  return pay(amount, { email: 'fraud@example.com' });
});

held.for([
  ['Approve', 'Succeeded', 'succeeded'],
  ['Reject', 'Cancelled', 'cancelled'],
] as const)(
  'A payment that a fraud check holds is released by the button %s',
  runs,
  async ([button, shown, status], { as, cardShop, graphqlAs, hold }) => {
    const paymentId = await hold(7_777);
    const opened = await as('operator');
    const { page } = opened;
    await followTo(page, `/dashboard/payments/${paymentId}`);
    await page.getByRole('button', { name: button }).click();
    const dialog = page.getByRole('dialog', { name: `${button} the payment` });
    await dialog.getByText(partOf('€77.77')).waitFor();
    expect(await violationsOf(page, { inDark: true })).toEqual([]);
    await dialog.getByRole('button', { name: button }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(shown).first().waitFor();
    expect(await page.getByRole('button', { name: /^(Approve|Reject)$/ }).count()).toBe(0);
    const { payment } = await graphqlAs(cardShop.key).data(
      'query ($paymentId: ID!) { payment(paymentId: $paymentId) { status } }',
      { paymentId },
    );
    expect(payment).toEqual({ status });
    expectNothingRefused(opened);
  },
);

held('Who may not capture is offered neither to approve nor to reject', runs, async ({ as, hold }) => {
  const paymentId = await hold(7_777);
  const { page } = await as('analyst');
  await followTo(page, `/dashboard/payments/${paymentId}`);
  await page.getByText('Needs review').first().waitFor();
  expect(await page.getByRole('button', { name: /^(Approve|Reject)$/ }).count()).toBe(0);
});

test(
  'A refund whose response is lost is made once, even if the dialog is closed and reopened',
  runs,
  async ({ as, cardShop, graphqlAs, pay }) => {
    const paymentId = await pay(5_000);
    const { page } = await as('operator');
    await followTo(page, `/dashboard/payments/${paymentId}`);
    let lost = 0;
    await page.route('**/graphql', async (route) => {
      if (lost > 0 || !route.request().postData()?.includes('RefundPayment')) return route.continue();
      lost += 1;
      await route.fetch();
      return route.abort('connectionreset');
    });
    const dialog = page.getByRole('dialog', { name: 'Refund' });
    const refund = async (amount: string) => {
      await page.getByRole('button', { name: 'Refund' }).click();
      await dialog.getByLabel('Amount').fill(amount);
      await dialog.getByRole('button', { name: /^Refund €/ }).click();
    };
    await refund('12.50');
    await dialog.getByRole('alert').getByText(partOf('this may have been done')).waitFor();
    // The page behind shows that it succeeded.
    await page.getByRole('table', { name: 'Refunds', includeHidden: true }).getByText('€12.50').waitFor();
    await dialog.getByLabel('Amount').fill('3');
    expect(await dialog.getByRole('alert').textContent()).toContain('Before you change anything');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await refund('12.50');
    await dialog.waitFor({ state: 'detached' });
    // Another amount is another refund, with another key.
    await refund('3');
    await dialog.waitFor({ state: 'detached' });
    const { payment } = await graphqlAs(cardShop.key).data(
      'query ($paymentId: ID!) { payment(paymentId: $paymentId) { refunds { amount } } }',
      { paymentId },
    );
    expect(payment.refunds.map(({ amount }: { amount: number }) => amount).sort()).toEqual([1_250, 300]);
  },
);

test(
  'After a response, the same command again is a new command',
  runsInFull,
  async ({ as, pay, cardShop, graphqlAs }) => {
    const paymentId = await pay(5_000);
    const { page } = await as('operator');
    await followTo(page, `/dashboard/payments/${paymentId}`);
    for (let i = 0; i < 2; i += 1) {
      await page.getByRole('button', { name: 'Refund' }).click();
      const dialog = page.getByRole('dialog', { name: 'Refund' });
      await dialog.getByLabel('Amount').fill('2');
      await dialog.getByRole('button', { name: /^Refund €/ }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    const { payment } = await graphqlAs(cardShop.key).data(
      'query ($paymentId: ID!) { payment(paymentId: $paymentId) { amountRefunded } }',
      { paymentId },
    );
    expect(payment).toEqual({ amountRefunded: 400 });
  },
);

test('A failed refund is reported as a failure with its reason', runsInFull, async ({ as, pay }) => {
  const card = graphqlCardOf('4000000000005126');
  const paymentId = await pay(5_000, { paymentMethodData: { card } });
  const { page } = await as('operator');
  await followTo(page, `/dashboard/payments/${paymentId}`);
  await page.getByRole('button', { name: 'Refund' }).click();
  const dialog = page.getByRole('dialog', { name: 'Refund' });
  await dialog.getByLabel('Reason').fill('Broken cup');
  await dialog.getByRole('button', { name: 'Full amount' }).click();
  await dialog.getByRole('button', { name: 'Refund €50.00' }).click();
  const note = page.locator('.mantine-Notification-root').filter({ hasText: 'The refund failed: ' });
  await note.waitFor();
  expect(await note.getAttribute('style')).toContain('red');
  const table = page.getByRole('table', { name: 'Refunds' });
  // The page shows the refund after a reload of its data.
  const row = table.locator('tbody tr').first();
  await row.waitFor();
  const cells = await row.getByRole('cell').allTextContents();
  const headers = await table.locator('th').allTextContents();
  expect(cells[headers.indexOf('Reason')]).toBe('Broken cup');
  expect(cells[headers.indexOf('Failed because')]).toMatch(/\w/);
});

test(
  'A dialog reports that the payment has changed, and offers no action',
  runs,
  async ({ as, cardShop, graphqlAs, pay }) => {
    const paymentId = await pay(5_000, { captureMethod: 'manual' });
    const { page } = await as('operator');
    await followTo(page, `/dashboard/payments/${paymentId}`);
    await page.getByRole('button', { name: 'Capture' }).click();
    const dialog = page.getByRole('dialog', { name: 'Capture' });
    await dialog.getByLabel('Amount').waitFor();
    await graphqlAs(cardShop.key).mutate('cancelPayment', { paymentId }, 'payment { status }');
    await dialog.getByText(partOf('the payment is now “cancelled”')).waitFor();
    await expect.poll(() => dialog.getByLabel('Amount').count(), patiently).toBe(0);
    expect(await dialog.getByRole('button', { name: /^Capture/ }).count()).toBe(0);
  },
);

test(
  'A person confirms a payout that awaits confirmation, and it is sent',
  runsInFull,
  async ({ as, cardShop, graphqlAs }) => {
    await cardShop.connector({
      ...{ connector_type: 'payout_processor', test_mode: true },
      payment_methods_enabled: [{ payment_method: 'card' }],
    });
    const { cardNumber, cardExpMonth, cardExpYear, cardHolderName } = graphqlCardOf(cards.good);
    const { payload, userErrors } = await graphqlAs(cardShop.key).mutate(
      'createPayout',
      {
        ...{ amount: 4_400, currency: 'EUR', payoutType: 'card', confirm: false },
        payoutMethodData: {
          card: { cardNumber, expiryMonth: cardExpMonth, expiryYear: cardExpYear, cardHolderName },
        },
      },
      'payout { payoutId status }',
    );
    expect(userErrors).toEqual([]);
    expect(payload.payout.status).toBe('requires_confirmation');
    const { page } = await as('operator');
    await followTo(page, `/dashboard/payouts/${payload.payout.payoutId}`);
    await page.getByRole('button', { name: 'Confirm' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm the payout' });
    await dialog.getByText('Nothing is sent yet').waitFor();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Send' }).click();
    const send = page.getByRole('dialog', { name: 'Send the payout' });
    await send.getByRole('button', { name: 'Send €44.00' }).click();
    await send.waitFor({ state: 'detached' });
    await page.getByText('Success').first().waitFor();
  },
);
