import { expect } from 'vitest';
import { overflowOf, runs } from '../chromium.ts';
import { expectNothingRefused, followTo, patiently, settled, test, violationsOf } from '../dashboard.ts';

test(
  "The timeline of a payment shows who did what, together with the team's notes",
  runs,
  async ({ as, cardShop, graphqlAs, pay }) => {
    const paymentId = await pay(2_500);
    await graphqlAs(cardShop.key).mutate('createRefund', { paymentId, amount: 700 }, 'refund { refundId }');
    await cardShop.note(paymentId, { text: 'Written by the shop.', created_at: new Date(0) });
    const opened = await as('operator', { viewport: { width: 390, height: 844 } });
    const { page } = opened;
    await followTo(page, `/dashboard/payments/${paymentId}`);
    const rows = page.getByRole('table', { name: 'Timeline' }).locator('tbody tr');
    await rows.filter({ hasText: 'Create refund: €7.00' }).getByText('test (API key)').waitFor();
    await rows.first().getByText('Written by the shop.').waitFor();
    // Only an admin can delete a key's note.
    expect(await page.getByRole('button', { name: 'Delete the note' }).count()).toBe(0);

    await page.getByRole('button', { name: 'Add a note' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a note' });
    const note = dialog.getByLabel('Note');
    await note.fill('They paid with 4242 4242 4242 4242.');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog
      .getByRole('alert')
      .getByText(/card number/)
      .waitFor();
    expect(await violationsOf(page, { inDark: true })).toEqual([]);
    await note.fill('The customer called.\nThe parcel came on Monday.');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.waitFor({ state: 'detached' });
    const written = rows.filter({ hasText: 'The parcel came on Monday.' });
    await written.getByText('Test Person').waitFor();
    expect(await violationsOf(page, { inDark: true })).toEqual([]);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);

    await written.getByRole('button', { name: 'Delete the note' }).click();
    const deleting = page.getByRole('dialog', { name: 'Delete the note' });
    await deleting.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => written.count(), patiently).toBe(0);
    expectNothingRefused(opened);
  },
);

test('Members who may not write notes read them masked', runs, async ({ as, cardShop, pay }) => {
  const paymentId = await pay(2_500);
  await cardShop.note(paymentId, { text: 'Ada called.' });
  const opened = await as('analyst');
  const { page } = opened;
  await followTo(page, `/dashboard/payments/${paymentId}`);
  await page.getByRole('table', { name: 'Timeline' }).getByText('A••• c•••').waitFor();
  await settled(page);
  expect(await page.getByRole('button', { name: 'Add a note' }).count()).toBe(0);
  expectNothingRefused(opened);
});
