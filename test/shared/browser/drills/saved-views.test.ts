import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { runs } from '../chromium.ts';
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

const rowsOf = (page: Page) =>
  page.getByRole('table', { name: 'Payments' }).locator('tbody tr td:first-child').allTextContents();

/** Opens the menu of views, and waits for saved ones. */
const openViews = async (page: Page) => {
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Save this view' }).waitFor();
  await expect.poll(() => page.getByText('Loading…').count(), patiently).toBe(0);
};

test(
  'A person saves a view of payments, opens it after a reload, renames and deletes it',
  runs,
  async ({ as, pay }) => {
    for (const amount of [1_000, 2_000, 3_000]) await pay(amount);
    const opened = await as('analyst');
    const { page } = opened;
    await followTo(page, '/dashboard/payments?currency=EUR&amount=15..&sort=amount');
    const table = page.getByRole('table', { name: 'Payments' });
    await table.waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Connector' }).click();
    await page.keyboard.press('Escape');
    await settled(page);
    const kept = new URL(page.url());
    expect(kept.searchParams.get('columns')).not.toBeNull();
    await expect.poll(() => rowsOf(page), patiently).toHaveLength(2);
    const rows = await rowsOf(page);
    const headers = await table.getByRole('columnheader').allTextContents();

    await openViews(page);
    await page.getByText(partOf('No saved views yet.')).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save this view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this view' });
    await dialog.getByLabel(partOf('Name')).fill('Dear ones');
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });

    await followTo(page, '/dashboard/payments');
    await expect.poll(() => rowsOf(page), patiently).toHaveLength(3);
    await page.reload();
    await openViews(page);
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Dear ones' }).click();
    await expect.poll(() => rowsOf(page), patiently).toEqual(rows);
    expect(await table.getByRole('columnheader').allTextContents()).toEqual(headers);
    expect([...new URL(page.url()).searchParams]).toEqual([...kept.searchParams]);

    await openViews(page);
    await page.getByRole('button', { name: 'Rename Dear ones' }).click();
    const renaming = page.getByRole('dialog', { name: 'Rename the view' });
    await renaming.getByLabel(partOf('Name')).fill('Large');
    await renaming.getByRole('button', { name: 'Rename' }).click();
    await renaming.waitFor({ state: 'detached' });
    // A view is of one list.
    await goTo(page, 'Refunds');
    await openViews(page);
    await page.getByText(partOf('No saved views yet.')).waitFor();
    await page.keyboard.press('Escape');
    await goTo(page, 'Payments');
    await openViews(page);
    await page.getByRole('button', { name: 'Delete Large' }).click();
    const deleting = page.getByRole('dialog', { name: 'Delete the view' });
    await deleting.getByRole('button', { name: 'Delete' }).click();
    await deleting.waitFor({ state: 'detached' });
    await openViews(page);
    await page.getByText(partOf('No saved views yet.')).waitFor();
    expectNothingRefused(opened);
  },
);
