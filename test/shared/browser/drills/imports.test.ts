import { expect } from 'vitest';
import { runFinanceImports } from '../../../../src/core/settlements/files/run-finance-imports.ts';
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

const test = dashboard
  .extend('cardShop', ({ service }) => sandboxShop(service, reconciling))
  .extend(
    'runJob',
    ({ service }) =>
      () =>
        runFinanceImports(service.contextFor({ kind: 'admin_key' }, 'req_imports'), allMerchants),
  );

const fileOf = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

test('A settlement file is mapped, previewed, confirmed and undone', runs, async ({ as, runJob }) => {
  const opened = await as('finance');
  const { page } = opened;
  await goTo(page, 'Settlements');
  await page.getByRole('link', { name: 'Imports' }).click();
  await page.getByText('No imports yet').waitFor();
  await page.getByRole('button', { name: 'Import a file' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Import a file' });
  await dialog.getByRole('combobox', { name: 'Account' }).click();
  await page.getByRole('option', { name: 'first (sandbox)' }).click();
  const header = 'Id;Kind;gross;fee;net;currency;occurred_at;Batch';
  const lines = [
    'txn_1;capture;10.00;0.40;9.60;EUR;2026-11-30;batch_1',
    'txn_2;capture;10,00;0;10;EUR;2026-11-30;batch_1',
  ];
  await page.locator('input[type=file]').setInputFiles(fileOf('file.csv', [header, ...lines, ''].join('\n')));
  // The service names the missing column, and the form stays.
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByRole('alert').getByText(partOf('connector_reference')).waitFor();
  for (const [label, column] of [
    ['Connector reference', 'Id'],
    ['Type', 'Kind'],
    ['Settlement reference (optional)', 'Batch'],
  ] as const) {
    await dialog.getByLabel(label).first().click();
    await page.getByRole('option', { name: column }).click();
  }
  expect(await dialog.getByRole('combobox', { name: 'Gross' }).inputValue()).toBe('gross');
  expect(await violationsOf(page, { inDark: true })).toEqual([]);
  await dialog.getByRole('button', { name: 'Preview' }).click();

  await page.getByRole('heading', { name: partOf('Preview'), level: 1 }).waitFor();
  const rows = (table: string) =>
    page.getByRole('table', { name: table }).locator('tbody tr').allTextContents();
  expect(await rows('Sums')).toEqual(['EUR1€10.00€0.40€9.60']);
  expect(await rows('Refused lines')).toEqual([expect.stringMatching(/^3gross has a comma/)]);
  expect(await rows('First lines')).toEqual(['2Capture€9.60€10.00€0.402026-11-30 00:00:00txn_1–batch_1']);
  expect(await violationsOf(page, { inDark: true })).toEqual([]);

  await page.getByRole('button', { name: 'Confirm' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('heading', { name: partOf('Running'), level: 1 }).waitFor();
  await page.getByRole('status').getByText('0 %').waitFor();
  await runJob();
  // The page reads the progress until the import has ended.
  await page.getByRole('heading', { name: partOf('Done'), level: 1 }).waitFor();
  const imported = page.url();
  await goTo(page, 'Settlements');
  await expect.poll(() => page.locator('tbody tr').count(), patiently).toBe(1);
  expect(await page.locator('tbody tr').textContent()).toContain('€9.60');

  await followTo(page, new URL(imported).pathname);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { name: partOf('Running'), level: 1 }).waitFor();
  await runJob();
  await page.getByRole('heading', { name: partOf('Undone'), level: 1 }).waitFor();
  expect(await page.getByRole('button', { name: /^(Confirm|Undo|Discard)$/ }).count()).toBe(0);
  expectNothingRefused(opened);
});

test('A bank statement needs no account, and its preview can be discarded', runs, async ({ as }) => {
  const { page } = await as('finance', phone);
  await followTo(page, '/dashboard/imports');
  await page.getByRole('button', { name: 'Import a file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import a file' });
  await dialog.getByText('Bank statement').click();
  expect(await dialog.getByRole('combobox', { name: 'Account' }).count()).toBe(0);
  const text = 'booked_on,amount,currency,reference,counterparty\n2026-11-30,98.25,EUR,STRIPE po_1,Stripe\n';
  await page.locator('input[type=file]').setInputFiles(fileOf('bank.csv', text));
  await dialog.getByRole('combobox', { name: 'Counterparty (optional)' }).waitFor();
  expect(await overflowOf(page)).toBe(0);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('heading', { name: partOf('Bank statement'), level: 1 }).waitFor();
  await settled(page);
  expect(
    await page.getByRole('table', { name: 'First lines' }).locator('tbody tr').allTextContents(),
  ).toEqual(['2€98.252026-11-30 00:00:00STRIPE po_1']);
  expect(await overflowOf(page)).toBe(0);
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('heading', { name: partOf('Undone'), level: 1 }).waitFor();
});

test('An analyst reads imports, and changes none', runs, async ({ as, cardShop }) => {
  const importId = await cardShop.financeImport();
  const { page } = await as('analyst');
  await followTo(page, '/dashboard/imports');
  await page.getByRole('link', { name: partOf(importId) }).waitFor();
  expect(await page.getByRole('button', { name: 'Import a file' }).count()).toBe(0);
  await followTo(page, `/dashboard/imports/${importId}`);
  await page.getByRole('heading', { name: partOf(importId), level: 1 }).waitFor();
  await settled(page);
  expect(await page.getByRole('button', { name: /^(Confirm|Undo|Discard)$/ }).count()).toBe(0);
});
