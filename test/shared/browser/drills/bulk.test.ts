import { expect } from 'vitest';
import { overflowOf, phone, runs } from '../chromium.ts';
import {
  expectNothingRefused,
  followTo,
  goTo,
  patiently,
  settled,
  test,
  violationsOf,
} from '../dashboard.ts';
import { partOf } from '../exact-names.ts';

const settledPayments = `{ payments(first: 20) { nodes {
  paymentId status amountReceived amountRefunded refunds { amount status } } } }`;

test(
  'Selected payments are refunded once each, with a preview, across a lost response and a reload',
  runs,
  async ({ as, cardShop, graphqlAs, pay }) => {
    const ids = [await pay(1_000), await pay(2_000), await pay(300, { currency: 'USD' })];
    const authorized = await pay(5_000, { captureMethod: 'manual' });
    const opened = await as('operator');
    const { page } = opened;
    await goTo(page, 'Payments');
    for (const id of [...ids, authorized]) await page.getByRole('checkbox', { name: `Select ${id}` }).check();
    await page.getByText('4 payments selected').waitFor();
    expect(await violationsOf(page, { inDark: true })).toEqual([]);
    await page.getByRole('button', { name: 'Refund 3' }).click();
    const dialog = page.getByRole('dialog', { name: 'Refund 3 payments' });
    await dialog.getByText('€30.00 and US$3.00').or(dialog.getByText('€30.00 and $3.00')).waitFor();
    await dialog
      .getByText(partOf('1 selected payment skipped: not possible in the current state.'))
      .waitFor();
    expect(await violationsOf(page)).toEqual([]);

    // The second refund is made, and its response lost.
    let sent = 0;
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('RefundPayment')) return route.continue();
      sent += 1;
      if (sent !== 2) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await dialog.getByRole('button', { name: 'Refund 3 payments' }).click();
    await dialog.getByRole('button', { name: 'Resume: 2 left' }).waitFor();
    await dialog.getByText('1 done, 0 not, 2 left').waitFor();
    await page.unroute('**/graphql');
    await page.reload();
    await settled(page);
    await page.getByText('Unfinished: refund 3 payments').waitFor();
    await page.getByRole('button', { name: 'Show progress' }).click();
    await dialog.getByRole('button', { name: 'Resume: 2 left' }).click();
    await dialog.getByText('3 done, 0 not, 0 left').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { payments } = await graphqlAs(cardShop.key).data(settledPayments, {});
    expect(payments.nodes).toHaveLength(4);
    for (const { amountReceived, paymentId, refunds } of payments.nodes) {
      if (paymentId === authorized) continue;
      expect(refunds).toEqual([{ amount: amountReceived, status: 'succeeded' }]);
    }
    expect(await page.getByText(/^(Unf|F)inished: /).count()).toBe(0);
    expectNothingRefused(opened);
  },
);

test(
  'Authorizations are captured together, and failures show the reason in their row, on a phone too',
  runs,
  async ({ as, cardShop, graphqlAs, pay }) => {
    const ids = [
      await pay(1_500, { captureMethod: 'manual' }),
      await pay(2_500, { captureMethod: 'manual' }),
    ];
    const { page } = await as('operator', phone);
    await followTo(page, '/dashboard/payments');
    // By keyboard, the focused row.
    await page.getByRole('link', { name: partOf(ids[0]!) }).focus();
    await page.keyboard.press('x');
    await page.getByText('1 payment selected').waitFor();
    await page.getByRole('checkbox', { name: 'Select all rows of the page' }).check();
    await page.getByRole('button', { name: 'Capture 2' }).click();
    const dialog = page.getByRole('dialog', { name: 'Capture 2 payments' });
    // Another browser cancels one of them.
    await graphqlAs(cardShop.key).mutate('cancelPayment', { paymentId: ids[0] }, 'payment { id }');
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await dialog.getByRole('button', { name: 'Capture 2 payments' }).click();
    await dialog.getByText('1 done, 1 not, 0 left').waitFor();
    const row = dialog.getByRole('row').filter({ hasText: ids[0]! });
    expect(await row.textContent()).toMatch(/Failed.*cancelled/);
    const { payments } = await graphqlAs(cardShop.key).data(settledPayments, {});
    const statusOf = (id: string) =>
      payments.nodes.find(({ paymentId }: { paymentId: string }) => paymentId === id)?.status;
    expect(ids.map(statusOf)).toEqual(['cancelled', 'succeeded']);
  },
);

test('Roles that may neither refund nor capture see no checkboxes', runs, async ({ as, pay }) => {
  const paymentId = await pay(1_000);
  const { page } = await as('analyst');
  await goTo(page, 'Payments');
  await expect.poll(() => page.getByRole('link', { name: partOf(paymentId) }).count(), patiently).toBe(1);
  expect(await page.getByRole('checkbox', { name: /^Select/ }).count()).toBe(0);
});
