import { expect } from 'vitest';
import { phone, runs } from '../chromium.ts';
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

test(
  'A list is filtered by the names of customers, profiles and accounts, and by known codes',
  runs,
  async ({ as, cardShop, pay }) => {
    const customer = await cardShop.customer({ name: 'Ada Lovelace', email: 'ada@example.com' });
    await cardShop.customer({ name: 'Grace Hopper', email: 'grace@example.com' });
    const hers = await pay(1_000, { customerId: customer });
    const other = await pay(2_000);
    const opened = await as('operator');
    const { page } = opened;
    await goTo(page, 'Payments');
    await page.getByRole('button', { name: 'Filters' }).click();
    const list = page.getByRole('table', { name: 'Payments' });
    await page.getByRole('combobox', { name: 'Customer' }).fill('lovel');
    await page.getByRole('option', { name: 'Ada Lovelace, ada@example.com' }).click();
    await page.keyboard.press('Tab');
    await expect.poll(() => list.getByRole('link', { name: other }).count(), patiently).toBe(0);
    await list.getByRole('link', { name: partOf(hers) }).waitFor();
    expect(new URL(page.url()).searchParams.get('customer')).toBe(customer);
    // A link shows the name as well.
    await page.reload();
    await page.getByText('Ada Lovelace, ada@example.com').first().waitFor();
    // Active filters are visible, and all others on request.
    const networks = page.getByRole('combobox', { name: 'Card network' });
    expect(await networks.count()).toBe(0);
    await page.getByRole('button', { name: 'Filters (1)' }).click();
    await networks.waitFor();
    await page.getByRole('combobox', { name: 'Connector account' }).click();
    await page.getByRole('option', { name: 'first (sandbox)' }).click();
    await page.keyboard.press('Tab');
    expect(new URL(page.url()).searchParams.get('account')).toBe(cardShop.account);
    await page.getByRole('combobox', { name: 'Profile' }).click();
    await page.getByRole('option', { name: 'default' }).click();
    await page.keyboard.press('Tab');
    expect(new URL(page.url()).searchParams.get('profile')).toBe(cardShop.profileId);
    await networks.click();
    await page.getByRole('option', { name: 'Visa' }).click();
    await page.keyboard.press('Tab');
    await list.getByRole('link', { name: partOf(hers) }).waitFor();
    expect(await violationsOf(page, { inDark: true })).toEqual([]);
    expectNothingRefused(opened);
  },
);

test('Attempts and customers have presets, with the current one marked', runs, async ({ as, pay }) => {
  const paymentId = await pay(1_000);
  const { page } = await as('analyst');
  await followTo(page, '/dashboard/attempts');
  const presets = page.getByRole('navigation', { name: 'Presets' });
  await presets.getByRole('link', { name: 'Declined' }).click();
  await page.getByText('No attempt matches').waitFor();
  expect(await presets.locator('[aria-current]').textContent()).toBe('Declined');
  await presets.getByRole('link', { name: 'Approved' }).click();
  await page.getByText(partOf(paymentId)).first().waitFor();
  await goTo(page, 'Customers');
  await presets.getByRole('link', { name: 'New today' }).click();
  await settled(page);
  expect(await violationsOf(page)).toEqual([]);
});

test('Typing a question mark shows the keyboard shortcuts, except in a text field', runs, async ({ as }) => {
  const { page } = await as('analyst');
  await goTo(page, 'Payments');
  await page.keyboard.press('/');
  await page.keyboard.type('?');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByLabel('Search').fill('');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.getByText('Go to the next row of a list').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
});

test('On a phone a table scrolls beneath its fixed first column', runs, async ({ as, pay }) => {
  await pay(1_234);
  const { page } = await as('analyst', phone);
  await followTo(page, '/dashboard/payments');
  const list = page.getByRole('region', { name: 'Payments' });
  const amount = list.getByRole('cell').first();
  const before = (await amount.boundingBox())!;
  await list.evaluate((region) => region.scrollTo(400, 0));
  await expect.poll(async () => list.evaluate((region) => region.scrollLeft), patiently).toBeGreaterThan(100);
  expect((await amount.boundingBox())!.x).toBe(before.x);
});

test(
  'On a phone a link with a filter shows its list at once, and an input stays open while focused',
  runs,
  async ({ as, pay, service }) => {
    await pay(1_000);
    const { page } = await as('analyst', phone);
    await page.goto(`${service.url}/dashboard/payments?order=none`);
    const order = page.locator('input').and(page.getByLabel('Order'));
    await order.waitFor();
    await page.getByText('No payment matches').waitFor();
    expect((await page.getByText('No payment matches').boundingBox())!.y).toBeLessThan(600);
    await order.focus();
    await page.keyboard.press('Backspace');
    await expect.poll(() => new URL(page.url()).searchParams.get('order'), patiently).toBeNull();
    await order.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Tab');
    await order.waitFor({ state: 'detached' });
  },
);

test('The column menu takes the focus and returns it', runs, async ({ as }) => {
  const { page } = await as('analyst');
  await goTo(page, 'Payments');
  const button = page.getByRole('button', { name: 'Columns' });
  await button.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('dialog', { name: 'Columns' });
  await menu.waitFor();
  await menu.locator(':focus').waitFor();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  await button.and(page.locator(':focus')).waitFor();
});
