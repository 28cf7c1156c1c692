import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { continueBalanceBackfills } from '../../../../src/core/balance/backfill.ts';
import { allMerchants } from '../../../../src/core/writes/due-objects.ts';
import { sandboxShop } from '../../../kit/sandbox-shop.ts';
import { reconciling } from '../../../kit/seed.ts';
import { overflowOf, phone, runs } from '../chromium.ts';
import {
  test as dashboard,
  expectNothingRefused,
  followTo,
  goTo,
  patiently,
  settled,
  violationsOf,
} from '../dashboard.ts';
import { partOf } from '../exact-names.ts';

/** A shop whose payments have balance entries. */
const test = dashboard.extend('cardShop', ({ service }) => sandboxShop(service, reconciling));

const rowsOf = (page: Page, table: string) => page.getByRole('table', { name: table }).locator('tbody tr');

test(
  'A controller reads the balance by account and day, and follows a figure to its entries',
  runs,
  async ({ as, cardShop, graphqlAs, pay }) => {
    const paymentId = await pay(10_000);
    const { data: refunded } = await graphqlAs(cardShop.key).run(
      'mutation ($input: CreateRefundInput!) { createRefund(input: $input) { refund { refundId } } }',
      { input: { paymentId, amount: 4_000 } },
    );
    const refundId = refunded.createRefund.refund.refundId as string;
    const opened = await as('finance');
    const { page } = opened;
    await goTo(page, 'Balance');
    expect(await rowsOf(page, 'Balances by account').allTextContents()).toEqual([
      'first (sandbox), EUR€58.25€0.00€0.00€0.00',
    ]);
    const days = rowsOf(page, 'Changes by day');
    // Gross, fees, refunds, disputes, payouts and net; the last row is the total.
    await expect
      .poll(async () => (await days.last().textContent())?.replace(/^Total/, ''), patiently)
      .toBe('€100.00-€1.75-€40.00€0.00€0.00€58.25');
    expect(await days.count()).toBe(2);
    expect(await violationsOf(page, { inDark: true })).toEqual([]);

    await days.first().getByRole('link', { name: '-€40.00' }).click();
    await page.getByRole('heading', { name: 'Balance entries', level: 1 }).waitFor();
    await expect.poll(() => page.locator('tbody tr').count(), patiently).toBe(1);
    await page.locator('tbody').getByRole('link').press('Enter');
    await page.getByRole('heading', { name: partOf('Refund'), level: 1 }).waitFor();
    await page.getByRole('link', { name: refundId }).waitFor();
    await page.getByText('Not settled').waitFor();
    expect(await violationsOf(page, { inDark: true })).toEqual([]);

    // The payment has both entries, with links to their pages.
    await page.getByRole('link', { name: paymentId }).click();
    await expect.poll(() => rowsOf(page, 'Balance entries').count(), patiently).toBe(2);
    await page.goBack();
    await page.getByRole('link', { name: refundId }).click();
    await expect.poll(() => rowsOf(page, 'Balance entries').count(), patiently).toBe(1);
    expectNothingRefused(opened);
  },
);

test(
  'A month without entries says so, and leads to the month before and after',
  runs,
  async ({ as, pay }) => {
    await pay(1_000);
    const { page } = await as('analyst');
    await followTo(page, '/dashboard/balance?month=2020-02');
    await page.getByText('No EUR entries in February 2020').waitFor();
    await page.getByRole('link', { name: 'Previous month' }).click();
    await page.getByText('No EUR entries in January 2020').waitFor();
    await page.getByRole('link', { name: 'Next month' }).click();
    await page.getByText('No EUR entries in February 2020').waitFor();
    // A month that is none is the present one.
    await followTo(page, '/dashboard/balance?month=2020-13');
    await expect.poll(() => rowsOf(page, 'Changes by day').count(), patiently).toBe(2);
  },
);

test(
  'A settlement shows its lines, the line of the bank, and by how much it differs',
  runs,
  async ({ as, cardShop }) => {
    const of = { merchant_connector_id: cardShop.account, currency: 'EUR' };
    const settlementId = await cardShop.settlement({
      ...of,
      state: 'differs',
      transferred: 900,
      bank_amount: 900,
    });
    await cardShop.settlementLine(settlementId);
    const importId = await cardShop.financeImport({ kind: 'bank_statement' });
    await cardShop.bankStatementLine(importId, {
      settlement_id: settlementId,
      amount: 900,
      currency: 'EUR',
      reference: 'STATEMENT 7',
    });
    const other = await cardShop.settlement({ ...of, state: 'paid' });
    const opened = await as('finance');
    const { page } = opened;
    await goTo(page, 'Settlements');
    await expect.poll(() => page.locator('tbody tr').count(), patiently).toBe(2);
    expect(await violationsOf(page, { inDark: true })).toEqual([]);
    await page
      .getByRole('button', { name: 'Differs' })
      .or(page.getByRole('link', { name: 'Differs' }))
      .click();
    await expect.poll(() => page.getByText(other).count(), patiently).toBe(0);
    await page.locator('tbody').getByRole('link').press('Enter');
    await page.getByRole('heading', { name: partOf(settlementId), level: 1 }).waitFor();
    await settled(page);
    expect(await page.getByText('€9.00 (€0.60 less than net)').count()).toBe(2);
    expect(await rowsOf(page, 'Bank statement').textContent()).toContain('STATEMENT 7');
    const line = await rowsOf(page, 'Lines').textContent();
    for (const part of ['€9.60', 'Capture', '€10.00', '€0.40']) expect(line).toContain(part);
    expect(await violationsOf(page, { inDark: true })).toEqual([]);
    expectNothingRefused(opened);
  },
);

test('More lines of a settlement load on request', runs, async ({ as, cardShop }) => {
  const settlementId = await cardShop.settlement({ merchant_connector_id: cardShop.account });
  for (let line = 0; line < 51; line++) await cardShop.settlementLine(settlementId);
  const { page } = await as('finance');
  await followTo(page, `/dashboard/settlements/${settlementId}`);
  await page.getByRole('heading', { name: 'Lines (51)' }).waitFor();
  await expect.poll(() => rowsOf(page, 'Lines').count(), patiently).toBe(50);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect.poll(() => rowsOf(page, 'Lines').count(), patiently).toBe(51);
});

test(
  'On a phone the pages of reconciliation do not scroll sideways',
  runs,
  async ({ as, cardShop, graphqlAs, pay }) => {
    await pay(123_456_789);
    const settlementId = await cardShop.settlement({
      merchant_connector_id: cardShop.account,
      currency: 'EUR',
    });
    await cardShop.settlementLine(settlementId);
    const { data } = await graphqlAs(cardShop.key).run('{ balanceEntries(first: 1) { nodes { entryId } } }');
    const { page } = await as('finance', phone);
    for (const path of [
      'balance',
      'balance-entries',
      `balance-entries/${data.balanceEntries.nodes[0].entryId}`,
      'settlements',
      `settlements/${settlementId}`,
    ]) {
      await followTo(page, `/dashboard/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await settled(page);
      expect([path, await overflowOf(page)]).toEqual([path, 0]);
    }
  },
);

const off = ['Balance', 'Settlements'] as const;

dashboard(
  'Pages without reconciliation say what it does; an owner switches it on and off, and writes past entries',
  runs,
  async ({ as, cardShop, pay, service }) => {
    const paymentId = await pay(2_000);
    const reader = await as('analyst');
    for (const name of off) {
      await goTo(reader.page, name);
      await reader.page.getByText(partOf('An owner or admin can switch it on in Settings.')).waitFor();
      expect(await reader.page.getByRole('button', { name: 'Switch on reconciliation' }).count()).toBe(0);
    }
    const opened = await as('owner');
    const { page } = opened;
    for (const name of off) {
      await goTo(page, name);
      await page.getByRole('button', { name: 'Switch on reconciliation' }).waitFor();
      expect(await violationsOf(page, { inDark: true })).toEqual([]);
    }
    await page.getByRole('button', { name: 'Switch on reconciliation' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click();
    await page.getByText('No settlements yet').waitFor();

    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Write past entries' }).click();
    const write = page.getByRole('dialog').getByRole('button', { name: 'Write entries' });
    await write.click();
    await page.getByRole('status').getByText('Running: 0 balance entries written so far').waitFor();
    await continueBalanceBackfills(service.contextFor({ kind: 'admin_key' }, 'req_entries'), allMerchants);
    await page.getByRole('button', { name: 'Write past entries' }).click();
    await write.click();
    await page.getByRole('status').getByText('Complete: 1 balance entry written').waitFor();
    await followTo(page, `/dashboard/payments/${paymentId}`);
    await expect.poll(() => rowsOf(page, 'Balance entries').count(), patiently).toBe(1);

    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Switch off reconciliation' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
    await page.getByRole('button', { name: 'Switch on reconciliation' }).waitFor();
    expect(await page.getByRole('button', { name: 'Write past entries' }).count()).toBe(0);
    expectNothingRefused(opened);
    expect(cardShop.merchantId).toBeDefined();
  },
);
