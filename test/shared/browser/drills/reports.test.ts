import { expect } from 'vitest';
import { runs } from '../chromium.ts';
import { expectNothingRefused, goTo, patiently, settled, test, violationsOf } from '../dashboard.ts';

test(
  'A person schedules a filtered list and downloads its report',
  runs,
  async ({ as, cardShop, client }) => {
    await cardShop.scheduledReport(await cardShop.reportSchedule({ name: 'Old' }));
    const opened = await as('owner');
    const { page } = opened;
    await goTo(page, 'Refunds');
    await page.getByRole('link', { name: 'Schedule…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Schedule reports' });
    await dialog.getByLabel('Name').fill('Refunds for finance');
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    const schedules = page.getByRole('table', { name: 'Schedules' }).locator('tbody tr');
    await expect.poll(() => schedules.count(), patiently).toBe(2);
    expect((await client.get('/report_schedules', { key: cardShop.key })).body.data[0]).toMatchObject({
      name: 'Refunds for finance',
      list: 'refunds',
      period: 'monthly',
      mask_personal_data: true,
    });
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Download payments 2026/ }).click();
    expect((await download).suggestedFilename()).toBe('payments 2026-11-26 to 2026-11-26.csv');
    await settled(page);
    expect(await violationsOf(page, { inDark: true })).toEqual([]);
    expectNothingRefused(opened);
  },
);
