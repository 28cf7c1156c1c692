import { expect, onTestFinished } from 'vitest';
import { scriptedConnector } from '../../../kit/scripted-connector.ts';
import { scriptedShop } from '../../../kit/scripted-shop.ts';
import { disputeOf } from '../../faces/write-objects.ts';
import { appoint } from '../../people/people.ts';
import { openGuardedPage, runs } from '../chromium.ts';
import {
  test as base,
  expectNothingRefused,
  followTo,
  patiently,
  signInAt,
  violationsOf,
} from '../dashboard.ts';

const test = base
  .extend('scripted', { scope: 'file' }, () => scriptedConnector())
  .extend('serviceOptions', { scope: 'file' }, ({ scripted }) => ({
    connectors: [
      {
        ...scripted.connector,
        disputes: {
          evidence: [{ name: 'receipt', about: 'The receipt.', takes: 'file' as const }],
          defenceReasons: [],
        },
      },
    ],
  }))
  .extend('merchant', ({ service }) => scriptedShop(service));

const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(4_900_000, 'e')]);

test(
  'A dispute refuses an invalid file and accepts a file of almost 5 MB as evidence',
  runs,
  async ({ merchant, scripted, service }) => {
    const disputeId = await disputeOf(merchant);
    const { email } = await appoint(service, merchant.merchantId, 'operator');
    const opened = await openGuardedPage();
    onTestFinished(() => opened.close());
    const { page } = opened;
    await signInAt(page, service.url, email);
    await followTo(page, `/dashboard/disputes/${disputeId}`);
    await page.getByText('No files uploaded').waitFor();
    await page.getByRole('button', { name: 'Challenge' }).click();
    const dialog = page.getByRole('dialog', { name: 'Challenge the dispute' });
    await dialog.getByLabel('Evidence').fill('It was delivered.');
    const choose = (name: string, buffer: Buffer) =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer });
    await choose('letter.pdf', Buffer.from('This is no PDF file.'));
    await dialog.getByRole('button', { name: 'Submit the evidence' }).click();
    await dialog.getByRole('alert').waitFor();
    expect(await violationsOf(page)).toEqual([]);

    await choose('receipt.pdf', pdf);
    // The draft belongs to the team: another browser continues it, with the file.
    await dialog.getByRole('button', { name: 'Save as a draft' }).click();
    await dialog.waitFor({ state: 'detached' });
    const draft = page.locator('section').filter({ has: page.getByRole('heading', { name: /draft$/ }) });
    await draft.getByText('It was delivered.').waitFor();
    expect(await draft.locator('.facts').textContent()).toMatch(/ByTest Person.*Receiptreceipt\.pdf/);
    expect(await violationsOf(page, { inDark: true })).toEqual([]);
    await page.reload();
    await page.getByRole('button', { name: 'Challenge' }).click();
    const written = dialog.getByLabel('Evidence');
    await expect.poll(() => written.inputValue(), patiently).toBe('It was delivered.');
    await written.fill('It was delivered to the door.');
    await dialog.getByRole('button', { name: 'Submit the evidence' }).click();
    await dialog.waitFor({ state: 'detached' });
    const files = page.getByRole('table', { name: 'Evidence files' }).locator('tbody tr');
    await expect
      .poll(() => files.allTextContents(), patiently)
      .toEqual([expect.stringContaining('receipt.pdf')]);
    const sent = scripted.requests.challenge!.at(-1)! as unknown as { files: { content: Buffer }[] };
    expect(sent.files).toMatchObject([{ field: 'receipt', name: 'receipt.pdf' }]);
    expect(sent.files[0]!.content.equals(pdf)).toBe(true);
    const submitted = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Evidence submitted: Dispute' }) });
    await submitted.getByText('It was delivered to the door.').waitFor();
    expect(await submitted.locator('.facts').textContent()).toMatch(
      /ByTest Person.*Receiptreceipt\.pdf, 4,900 kB/,
    );
    expect(await draft.count()).toBe(0);
    expect(await violationsOf(page, { inDark: true })).toEqual([]);
    expectNothingRefused(opened);
  },
);
