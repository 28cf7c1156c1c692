import { expect } from 'vitest';
import { runs } from '../chromium.ts';
import { expectNothingRefused, followTo, settled, test, violationsOf } from '../dashboard.ts';

test(
  'A list totals all rows of its filter by currency, and a link restores the totals',
  runs,
  async ({ as, cardShop, graphqlAs, pay }) => {
    const paid = await pay(1_000);
    await pay(2_550);
    await pay(9_999, { captureMethod: 'manual' });
    await cardShop.payment({ status: 'failed', amount: 4_000, amount_received: 0 });
    await graphqlAs(cardShop.key).mutate(
      'createRefund',
      { paymentId: paid, amount: 400 },
      'refund { status }',
    );

    const opened = await as('owner');
    const { page } = opened;
    await followTo(page, '/dashboard/payments?status=succeeded');
    await page.getByRole('button', { name: 'Show totals' }).click();
    const sums = page.getByRole('table', { name: 'Sums of all rows' });
    const cells = async () =>
      (await sums.locator('tbody tr').first().locator('td').allTextContents()).slice(1);
    await sums.waitFor();
    await expect.poll(cells).toEqual(['2', '€35.50', '€35.50', '€4.00', '€31.50', '€1.03', '€30.47']);
    await page.reload();
    await sums.waitFor();
    await expect.poll(cells).toEqual(['2', '€35.50', '€35.50', '€4.00', '€31.50', '€1.03', '€30.47']);
    await settled(page);
    expect(await violationsOf(page, { inDark: true })).toEqual([]);
    await followTo(page, '/dashboard/refunds?sums=yes');
    await sums.waitFor();
    expect(await cells()).toEqual(['1', '€4.00']);
    expectNothingRefused(opened);
  },
);
