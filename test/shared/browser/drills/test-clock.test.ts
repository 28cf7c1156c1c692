import { expect } from 'vitest';
import { runs } from '../chromium.ts';
import { expectNothingRefused, followTo, goTo, settled, test, violationsOf } from '../dashboard.ts';
import { partOf } from '../exact-names.ts';

const PHONE = { viewport: { width: 390, height: 844 } };

test(
  'The keyboard advances the test clock after a preview, and every page then shows the shift',
  runs,
  async ({ as, cardShop, graphqlAs, pay }) => {
    await pay(1_000, { confirm: false });
    const opened = await as('developer');
    const { page } = opened;
    const bar = page.getByRole('region', { name: 'Test clock' });
    await goTo(page, 'Developers');
    expect(await bar.count()).toBe(0);
    await page.getByRole('button', { name: 'Advance the test clock' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Advance the test clock' });
    await dialog.getByText(partOf('the present')).waitFor();
    await dialog.getByRole('term').filter({ hasText: 'Expiring payments' }).waitFor();
    await dialog.getByLabel('1 hour').focus();
    await page.keyboard.press('ArrowRight');
    expect(await dialog.getByLabel('1 day').isChecked()).toBe(true);
    expect(await violationsOf(page, { inDark: true })).toEqual([]);
    await dialog.getByRole('button', { name: 'Advance' }).focus();
    await page.keyboard.press('Enter');
    await bar.getByText('Test clock: 1 day ahead').waitFor();
    await dialog.waitFor({ state: 'detached' });
    const { testClock } = await graphqlAs(cardShop.key).data('{ testClock { advancedBy } }');
    expect(testClock.advancedBy).toBe(86_400);
    for (const name of ['Payments', 'Settings']) {
      await goTo(page, name);
      expect(await bar.getByText('Test clock: 1 day ahead').count()).toBe(1);
    }
    expect(await violationsOf(page, { inDark: true })).toEqual([]);
    expectNothingRefused(opened);
  },
);

test(
  "On a phone the test clock's bar and dialog fit, and a role without the permission sees only the bar",
  runs,
  async ({ as, cardShop, graphqlAs }) => {
    const advanced = await graphqlAs(cardShop.key).mutate(
      'advanceTestClock',
      { seconds: 36 * 3_600 },
      'testClock { advancedBy }',
    );
    expect(advanced.payload.testClock.advancedBy).toBe(36 * 3_600);
    const analyst = (await as('analyst', PHONE)).page;
    await analyst.getByText('Test clock: 1 day 12 hours ahead').waitFor();
    expect(await analyst.getByRole('button', { name: 'Advance it further' }).count()).toBe(0);
    const { page } = await as('owner', PHONE);
    const width = () => page.evaluate<number>('document.documentElement.scrollWidth');
    await page.getByRole('button', { name: 'Advance it further' }).click();
    const dialog = page.getByRole('dialog', { name: 'Advance the test clock' });
    await dialog.getByLabel('To a time').check();
    const advance = dialog.getByRole('button', { name: 'Advance' });
    expect(await advance.isDisabled()).toBe(true);
    await dialog.getByLabel('Time').fill('2020-01-01T00:00');
    await dialog.getByText(partOf('it never goes back')).waitFor();
    expect(await width()).toBeLessThanOrEqual(390);
    expect(await violationsOf(page, { inDark: true })).toEqual([]);
    await dialog.getByLabel('1 month').check();
    await advance.click();
    await page.getByText(/Test clock: (29|30|31|32) days/).waitFor();
    await followTo(page, '/dashboard/payments');
    await settled(page);
    await page.getByText(/Test clock: (29|30|31|32) days/).waitFor();
    expect(await width()).toBeLessThanOrEqual(390);
  },
);
