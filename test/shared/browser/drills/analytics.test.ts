import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { isFullRun, someOf } from '../../../kit/figure.ts';
import { cards, graphqlCardOf, type SandboxShop, setColumns } from '../../../kit/sandbox-shop.ts';
import type { TestService } from '../../../kit/service.ts';
import { overflowOf, phone, runs } from '../chromium.ts';
import {
  test as base,
  expectNothingRefused,
  followTo,
  goTo,
  patiently,
  settled,
  violationsOf,
} from '../dashboard.ts';
import { partOf } from '../exact-names.ts';

const DAY_MS = 86_400_000;

const test = base
  /**
   * Payments of today: two successes, one decline, one recovered by a retry, with a refund and a dispute; and an older
   * one.
   */
  .extend('trade', ({ cardShop, graphqlAs, pay, service }) => async () => {
    const declined = { paymentMethodData: { card: graphqlCardOf(cards.declined) } };
    const graphql = graphqlAs(cardShop.key);
    const refunded = await pay(10_000);
    await pay(2_000);
    await pay(900, declined);
    const confirmation = { paymentId: await pay(1_500, declined), paymentMethod: 'card' };
    const card = { card: graphqlCardOf(cards.good) };
    await graphql.mutate(
      'confirmPayment',
      { ...confirmation, paymentMethodData: card },
      'payment { status }',
    );
    await graphql.mutate('createRefund', { paymentId: refunded, amount: 2_700 }, 'refund { status }');
    await cardShop.dispute(refunded, { currency: 'EUR', connector: 'sandbox', amount: 10_000 });
    await movedBack(service, cardShop, await pay(700), 35);
  });

/** Backdates a payment. */
async function movedBack(service: TestService, shop: SandboxShop, paymentId: string, days: number) {
  const key = { merchant_id: shop.merchantId, payment_id: paymentId };
  const then = new Date(Date.now() - days * DAY_MS);
  await setColumns(service, 'payments', key, { created: then });
  await setColumns(service, 'attempts', key, { created_at: then });
}

/** The cells of a table, by row. */
async function cellsOf(page: Page, table: string): Promise<string[][]> {
  const rows = await page.getByRole('table', { name: table }).locator('tbody tr').all();
  return Promise.all(rows.map((row) => row.locator('td').allTextContents()));
}

test('Analytics compares the outcomes of payments in two periods', runs, async ({ as, trade }) => {
  await trade();
  const opened = await as('analyst');
  const { page } = opened;
  await goTo(page, 'Analytics');
  expect(await violationsOf(page)).toEqual([]);
  expect(await cellsOf(page, 'Attempts by connector')).toEqual([
    ['sandbox', '5vs 1', '3vs 1', '2vs 0', '60.0%vs 100.0%'],
  ]);
  expect(await cellsOf(page, 'Declines by code')).toEqual([['card_declined', 'sandbox', '2vs 0']]);
  expect(await cellsOf(page, 'Declines by issuer’s code')).toEqual([['05', 'sandbox', '2vs 0']]);
  expect(await cellsOf(page, 'Recovered by retry, by connector')).toEqual([
    ['sandbox', '2vs 0', '1vs 0', '50.0%vs –'],
  ]);
  expect(await cellsOf(page, 'Refunds by connector')).toEqual([
    ['sandbox', 'EUR', '1vs 0', '€27.00vs €0.00', '€135.00vs €7.00', '20.0%vs 0.0%'],
  ]);
  expect(await cellsOf(page, 'Disputes by connector')).toEqual([
    ['sandbox', 'EUR', '1vs 0', '€100.00vs €0.00', '3vs 1', '33.3%vs 0.0%'],
  ]);
  expectNothingRefused(opened);
});

/** The key under which a link is followed once: in an ordinary run its list, in a full run each link. */
const kindOf = (address: string): string =>
  isFullRun ? address : new URL(address, 'http://dashboard').pathname;

test('Each number in Analytics links to a list with as many rows', runs, async ({ as, service, trade }) => {
  await trade();
  const { page } = await as('analyst');
  const followed = new Map<string, [address: string, number: string]>();
  for (const by of someOf(['CONNECTOR', 'CARD_NETWORK', 'AUTHENTICATION_TYPE'], 1)) {
    await followTo(page, `/dashboard/analytics?by=${by}`);
    await page.getByRole('heading', { name: 'Declines by code' }).waitFor();
    await settled(page);
    for (const link of await page.locator('td a:not(details a)').all()) {
      const [address, number] = [await link.getAttribute('href'), await link.textContent()];
      if (/^\d+$/.test(number ?? '')) followed.set(kindOf(address!), [address!, number!]);
    }
  }
  const lists = new Set<string>();
  for (const [address, number] of followed.values()) {
    // Between lists of the same kind a full run would see the previous one.
    await (isFullRun ? page.goto(service.url + address) : followTo(page, address));
    const [, list] = /^\/dashboard\/(\w+)s\?/.exec(address)!;
    const count = page.getByRole('status').filter({ hasText: list! });
    await count.waitFor();
    await settled(page);
    // The previous list stays until the new rows have arrived.
    const words = `${number} ${list}${number === '1' ? '' : 's'}`;
    await expect.poll(() => count.textContent(), { message: address, ...patiently }).toBe(words);
    // Other lists are checked with the navigation's pages.
    if (list === 'attempt' && !lists.has(list)) expect(await violationsOf(page)).toEqual([]);
    lists.add(list!);
  }
  expect([...lists].sort()).toEqual(['attempt', 'dispute', 'payment', 'refund']);
});

/**
 * Expects the list at an address to have this many objects. The previous list stays until the new rows have arrived.
 */
async function expectCount(page: Page, address: string, expected: number): Promise<void> {
  await followTo(page, address);
  const [, noun] = /^\/dashboard\/(\w+)s\?/.exec(address)!;
  const count = page.getByRole('status').filter({ hasText: new RegExp(`^\\d+ ${noun}s?$`) });
  const counted = async () =>
    (await count.count()) === 0 ? 0 : Number.parseInt((await count.textContent())!, 10);
  await expect.poll(counted, { message: address, ...patiently }).toBe(expected);
  if (expected === 0) await page.getByRole('heading', { name: `No ${noun} matches` }).waitFor();
}

/** The links of a table with numbers above 0, by column. */
async function linksOf(page: Page, table: string, columns: readonly string[]) {
  const rows = await page.getByRole('table', { name: table }).locator('tbody tr').all();
  const links: { column: string; number: number; address: string }[] = [];
  for (const row of rows) {
    for (const [i, column] of columns.entries()) {
      const link = row
        .locator('td')
        .nth(i + 1)
        .getByRole('link')
        .first();
      const number = Number(await link.textContent());
      if (number > 0) links.push({ column, number, address: (await link.getAttribute('href'))! });
    }
  }
  return links;
}

const decided = ['Attempts', 'Approved', 'Declined'] as const;

test(
  'The approval rate is charted by hour, and each number links to exactly its attempts',
  runs,
  async ({ as, cardShop, trade }) => {
    await trade();
    const opened = await as('analyst');
    const { page } = opened;
    await followTo(page, '/dashboard/analytics?days=1');
    const values = page.getByText('Values of the approval rate');
    await values.waitFor();
    await settled(page);
    const chart = page.locator('section', { has: values }).locator('.chart').first();
    expect(await chart.locator('.tick').allTextContents()).toEqual(['0%', '25%', '50%', '75%', '100%']);
    expect(await chart.locator('a.place[tabindex="-1"]').count()).toBeGreaterThanOrEqual(23);
    // The keyboard opens the table.
    await values.focus();
    await page.keyboard.press('Enter');
    const links = await linksOf(page, 'the approval rate', decided);
    const sumOf = (name: string) =>
      links.filter(({ column }) => column === name).reduce((sum, { number }) => sum + number, 0);
    expect(decided.map(sumOf)).toEqual([5, 3, 2]);
    expect(await violationsOf(page, { inDark: true })).toEqual([]);
    for (const { address, number } of links) await expectCount(page, address, number);

    // Filters match the list's, and accounts have names.
    await followTo(page, '/dashboard/analytics?days=1&every=HOUR');
    await page.getByRole('button', { name: 'Filters' }).click();
    const account = page.getByRole('combobox', { name: 'Connector account' });
    await account.click();
    await page.getByRole('option', { name: 'first (sandbox)' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('account')).toBe(cardShop.account);
    await page.keyboard.press('Escape');
    await followTo(page, `/dashboard/analytics?days=1&account=${cardShop.account}&issuer_error=05`);
    await settled(page);
    await page.getByText('Values of the approval rate').click();
    const filtered = await linksOf(page, 'the approval rate', decided);
    const declined = filtered.filter(({ column }) => column === 'Declined');
    expect(declined.reduce((sum, { number }) => sum + number, 0)).toBe(2);
    await expectCount(page, declined[0]!.address, declined[0]!.number);
    await followTo(page, '/dashboard/analytics?days=1&network=Amex');
    await page.getByText('No attempts match in this period').waitFor();
    expectNothingRefused(opened);
  },
);

test('The funnel shows the stages of payments, each linked to its list', runs, async ({ as, pay, trade }) => {
  await trade();
  await pay(600, { confirm: false });
  await pay(800, { captureMethod: 'manual' });
  const challenged = { authenticationType: 'three_ds' };
  await pay(400, { ...challenged, paymentMethodData: { card: graphqlCardOf(cards.challenged) } });
  const { page } = await as('analyst');
  await followTo(page, '/dashboard/analytics?days=7');
  await page.getByRole('table', { name: 'Funnel' }).waitFor();
  await settled(page);
  const cells = await cellsOf(page, 'Funnel');
  expect(
    cells.map(([stage, payments, share]) => [/^[A-Z][a-z]+?(?=[A-Z])/.exec(stage!)![0], payments, share]),
  ).toEqual([
    ['Created', '7vs 0', '100.0%vs –'],
    ['Confirmed', '6vs 0', '85.7%vs –'],
    ['Challenged', '1vs 0', '14.3%vs –'],
    ['Authorized', '4vs 0', '57.1%vs –'],
    ['Captured', '3vs 0', '42.9%vs –'],
  ]);
  for (const { address, number } of await linksOf(page, 'Funnel', ['Payments'])) {
    await expectCount(page, address, number);
  }
  // It has the filters of the approval rate; for a code, by the first decline.
  await followTo(page, '/dashboard/analytics?days=7&network=Visa');
  await page.getByText(partOf('A payment has a connector, a method, a network and an issuer once')).waitFor();
  await settled(page);
  const filtered = await linksOf(page, 'Funnel', ['Payments']);
  expect(filtered.map(({ number }) => number)).toEqual(expect.arrayContaining([6]));
  for (const { address, number } of filtered) {
    expect(new URL(address, 'http://x').searchParams.get('network')).toBe('Visa');
    await expectCount(page, address, number);
  }
  for (const [filter, counts] of [
    ['issuer_error=05', ['2vs 0', '2vs 0', '0vs 0', '1vs 0', '1vs 0']],
    ['error=card_declined', ['2vs 0', '2vs 0', '0vs 0', '1vs 0', '1vs 0']],
    ['authentication=three_ds', ['1vs 0', '1vs 0', '1vs 0', '0vs 0', '0vs 0']],
    ['issuer=Sandbox Bank', ['6vs 0', '6vs 0', '1vs 0', '4vs 0', '3vs 0']],
  ] as const) {
    await followTo(page, `/dashboard/analytics?days=7&${filter}`);
    await page.getByRole('table', { name: 'Funnel' }).waitFor();
    const payments = async () => (await cellsOf(page, 'Funnel')).map(([, count]) => count);
    await expect.poll(payments, { message: filter, ...patiently }).toEqual(counts);
    for (const { address, number } of await linksOf(page, 'Funnel', ['Payments'])) {
      await expectCount(page, address, number);
      break;
    }
  }
});

test('Charts have an axis with units, and no axis without data', runs, async ({ as, cardShop, pay }) => {
  await pay(123_456);
  await cardShop.payment({
    ...{ currency: 'GBP', amount: 100, net_amount: 100, amount_received: 0, status: 'failed' },
    ...{ created: new Date(), profile_id: cardShop.profileId },
  });
  const { page } = await as('owner');
  for (const address of ['/?currency=EUR', '/dashboard/analytics']) {
    await followTo(page, address);
    const volume = page.locator('section', { hasText: /Values of volume in EUR/ });
    await volume.waitFor();
    expect(await volume.locator('.tick').allTextContents()).toEqual(['€0', '€500', '€1K', '€1.5K']);
    await volume.getByText('Values of volume in EUR').click();
    await volume.getByText('€1,234.56').first().waitFor();
    expect(await volume.locator('.chart a').count()).toBeGreaterThan(0);
  }
  const [place] = await page
    .locator('section', { hasText: /Values of volume in EUR/ })
    .locator('tr', { hasText: '€1,234.56' })
    .getByRole('link')
    .all();
  const address = (await place!.getAttribute('href'))!;
  // One currency at a time is charted, and the address contains it.
  await page.getByRole('combobox', { name: 'Currency of the volume' }).click();
  await page.getByRole('option', { name: 'GBP' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('volume')).toBe('GBP');
  const nothing = page.locator('section', { hasText: /Values of volume in GBP/ });
  await nothing.waitFor();
  expect(await nothing.locator('.tick').allTextContents()).toEqual(['£0']);
  await expectCount(page, address, 1);
});

test(
  'Analytics periods are chosen by presets or by days, and a link restores them',
  runs,
  async ({ as, trade }) => {
    await trade();
    const { page } = await as('analyst');
    await goTo(page, 'Analytics');
    const choose = async (label: string, option: string) => {
      await page.getByRole('combobox', { name: label }).click();
      await page.getByRole('option', { name: option }).click();
      await settled(page);
    };
    await choose('Period', 'Last 7 days');
    await choose('Compare to', 'Same days last year');
    expect(new URL(page.url()).searchParams.get('days')).toBe('7');
    expect(new URL(page.url()).searchParams.get('compare')).toBe('year');

    // The days of the older payment compared with today's.
    const day = (ago: number) => {
      const date = new Date(Date.now() - ago * DAY_MS);
      return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
        .map((n) => String(n).padStart(2, '0'))
        .join('-');
    };
    const range = (from: number, to: number) => `${day(from)}..${day(to)}`;
    const address = new URL(page.url());
    address.search = String(new URLSearchParams({ period: range(36, 34), compare: range(1, 0) }));
    const expected = [['sandbox', '1vs 5', '1vs 3', '0vs 2', '100.0%vs 60.0%']];
    for (const at of [address.href, page.url]) {
      await page.goto(typeof at === 'string' ? at : page.url());
      await page.getByRole('heading', { name: 'Declines by code' }).waitFor();
      await settled(page);
      expect(await cellsOf(page, 'Attempts by connector')).toEqual(expected);
    }

    // Picks two days: the first and last of the displayed month.
    await page.getByRole('button', { name: 'Days' }).click();
    const days = page
      .locator('button[data-mantine-stop-propagation], td button')
      .filter({ hasText: /^1$|^2$/ });
    await days.first().click();
    await days.nth(1).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('period')).toMatch(/-01\.\.\d{4}-\d\d-02$/);
    expect(new URL(page.url()).searchParams.get('compare')).toBe(range(1, 0));
  },
);

test('Analytics does not scroll sideways on a phone', runs, async ({ as, service, trade }) => {
  await trade();
  const { page } = await as('owner', phone);
  await page.goto(`${service.url}/dashboard/analytics`);
  await page.getByRole('heading', { name: 'Declines by code' }).waitFor();
  await settled(page);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
});
