import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { someOf } from '../../kit/figure.ts';
import { sandboxShop } from '../../kit/sandbox-shop.ts';
import { appoint, PASSWORD } from '../people/people.ts';
import { phone, runs, runsInFull } from './chromium.ts';
import { test as dashboard, followTo, goTo, patiently, settled } from './dashboard.ts';
import { partOf } from './exact-names.ts';
import { test } from './furnished-shop.ts';
import { navigationPages, pagesOfOne } from './offered.ts';

const focused = (page: Page) =>
  page.evaluate('(document.activeElement.ariaLabel ?? document.activeElement.textContent).trim()');

/** Opens a dialog by keyboard, closes it with Escape, and checks the focus. */
async function opensAndReturns(page: Page, name: string): Promise<void> {
  const button = page.locator('#page').getByRole('button', { name }).first();
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  const isWithin = () => page.evaluate("Boolean(document.activeElement.closest('[role=dialog]'))");
  await expect.poll(isWithin, { message: `in the dialog of ${name}`, ...patiently }).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page), { message: `after the dialog of ${name}`, ...patiently }).toBe(name);
}

const exported = 'Export';

test('Every dialog returns the focus to the button that opened it', runsInFull, async ({ as, named }) => {
  const { page } = await as('owner');
  let walked = 0;
  for (const [name, { buttons }] of Object.entries(navigationPages)) {
    const opening = buttons.filter(({ button }) => button !== exported);
    if (opening.length === 0) continue;
    await goTo(page, name);
    for (const { button } of opening) {
      await opensAndReturns(page, named(button));
      walked += 1;
    }
  }
  for (const button of ['Change password', 'Turn two-factor authentication on']) {
    await opensAndReturns(page, button);
  }
  for (const [path, buttons] of Object.entries(pagesOfOne)) {
    await followTo(page, `/dashboard/${named(path)}`);
    await page.getByRole('heading', { name: named(path).split('/')[1]!, level: 1 }).waitFor();
    await settled(page);
    for (const { button, opensDialog = true } of buttons) {
      if (!opensDialog) continue;
      await opensAndReturns(page, named(button));
      walked += 1;
    }
  }
  expect(walked).toBeGreaterThan(25);
});

test('A dialog opened from a menu returns the focus to the menu button', runs, async ({ as }) => {
  const { page } = await as('operator');
  await goTo(page, 'Payments');
  await page.getByRole('button', { name: 'Views' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Save this view' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page), patiently).toBe('Views');
});

test('After a completed dialog, the focus is on the page', runs, async ({ as, named }) => {
  const { page } = await as('operator');
  await followTo(page, `/dashboard/${named('payments/{authorized}')}`);
  await page.getByRole('button', { name: 'Cancel' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel the payment' }).click();
  await dialog.waitFor({ state: 'detached' });
  // The button is gone together with its object.
  await expect.poll(() => page.evaluate('document.activeElement.id'), patiently).toBe('page');
});

test('Every page has a unique title and a first heading', runsInFull, async ({ as, named, service }) => {
  const { page } = await as('owner');
  const titles: string[] = [];
  const look = async (address: string, title: string) => {
    await followTo(page, address);
    await expect.poll(() => page.title(), { message: address, ...patiently }).toBe(`${title} · Switchyard`);
    await settled(page);
    expect([address, await page.getByRole('heading', { level: 1 }).count()]).toEqual([address, 1]);
    titles.push(title);
  };
  for (const name of Object.keys(navigationPages)) {
    const path = name === 'Home' ? '/' : `/dashboard/${name.toLowerCase().replace(' ', '-')}`;
    await look(path, name);
  }
  await look('/dashboard/balance-entries', 'Balance entries');
  await look('/dashboard/imports', 'Imports');
  await look('/dashboard/attempts', 'Attempts');
  await look('/dashboard/webhooks', 'Webhooks');
  await look('/dashboard/requests', 'Requests');
  await look('/dashboard/nope', 'Page not found');
  await look('/dashboard/payments/pay_nope', 'pay_nope · Payments');
  for (const path of Object.keys(pagesOfOne)) {
    const [folder, id] = named(path).split('/') as [string, string];
    await look(
      `/dashboard/${folder}/${id}`,
      `${id} · ${folder[0]!.toUpperCase()}${folder.slice(1).replace('-', ' ')}`,
    );
  }
  expect(new Set(titles).size).toBe(titles.length);
  await page.context().clearCookies();
  await page.goto(service.url);
  await expect.poll(() => page.title(), patiently).toBe('Sign in to Switchyard · Switchyard');
  for (const [name, path] of [
    ['API reference', '/docs'],
    ['GraphiQL', '/graphiql'],
  ]) {
    expect(await page.getByRole('link', { name: name! }).getAttribute('href')).toBe(path);
  }
});

const lists = {
  payments: ['net_amount', 'amount', 'amount_received', 'amount_refunded'],
  refunds: ['amount'],
  disputes: ['amount'],
  payouts: ['amount'],
};

test.for(someOf(Object.entries(lists), 1))(
  'An export of chosen columns of %s has the currency and major units of each amount',
  runs,
  async ([list, amounts], { as, objects }) => {
    expect(objects).toBeDefined();
    const { page } = await as('owner');
    await followTo(page, `/dashboard/${list}?columns=status,${amounts.join(',')}`);
    await page.getByRole('table').waitFor();
    // The page's amount columns match those above.
    await page.getByRole('button', { name: 'Columns' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: exported }).click(),
    ]);
    const file = await readFile(await download.path(), 'utf8');
    const [head, first] = file.replace(/^\uFEFF/, '').split('\r\n');
    const columns = head!.split(',');
    for (const amount of amounts) {
      expect(columns).toEqual(expect.arrayContaining([amount, `${amount}_major`, 'currency']));
      expect(first!.split(',')[columns.indexOf(`${amount}_major`)]).toMatch(/^\d+\.\d{2}$/);
    }
  },
);

dashboard(
  'A link to a payment of another of the person’s merchant accounts leads there',
  runs,
  async ({ as, cardShop, pay, service }) => {
    const paymentId = await pay(4_321);
    const { page } = await as('owner');
    const other = await sandboxShop(service);
    const { email } = await appoint(service, other.merchantId, 'owner');
    await appoint(service, cardShop.merchantId, 'owner', email);
    await page.context().clearCookies();
    const signIn = { data: { email, password: PASSWORD }, headers: { origin: service.url } };
    await page.context().request.post(`${service.url}/auth/sign-in/email`, signIn);
    await page.evaluate(`localStorage.setItem('switchyard.merchant', ${JSON.stringify(other.merchantId)})`);
    await page.goto(`${service.url}/dashboard/payments/${paymentId}`);
    await page.getByRole('heading', { name: 'Payment not found' }).waitFor();
    await page.getByRole('button', { name: /^Open it in / }).click();
    await page.getByRole('heading', { name: partOf('€43.21'), level: 1 }).waitFor();
    // GraphiQL uses the currently selected merchant account.
    const asked = page.waitForRequest(
      (request) => request.url().endsWith('/graphql') && !request.postData()?.includes('IntrospectionQuery'),
    );
    await page.goto(`${service.url}/graphiql`);
    await page.getByRole('button', { name: /Execute query/ }).click();
    const menu = page.getByRole('menuitem').first();
    await Promise.race([asked, menu.waitFor().then(() => menu.click())]);
    expect((await (await asked).allHeaders())['switchyard-merchant']).toBe(cardShop.merchantId);
  },
);

dashboard('On a phone, amount, status and method of a payment are in view', runs, async ({ as, pay }) => {
  await pay(1_000);
  const { page } = await as('operator', phone);
  await page.getByText('Test mode').waitFor();
  const account = (await page.getByRole('button', { name: /sign out/ }).boundingBox())!;
  expect(account.x + account.width).toBeLessThanOrEqual(390);
  await followTo(page, '/dashboard/payments');
  for (const text of ['€10.00', 'Succeeded', 'Visa ···· 4242']) {
    const box = (await page.locator('tbody').getByText(text).boundingBox())!;
    expect([text, box.x + box.width <= 390]).toEqual([text, true]);
  }
  await page.getByRole('button', { name: 'Find…' }).click();
  await page.getByRole('textbox', { name: 'Find' }).waitFor();
});
