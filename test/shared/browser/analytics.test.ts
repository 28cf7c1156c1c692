import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { isFullRun, someOf } from '../../kit/figure.ts';
import { cards, graphqlCardOf, type SandboxShop, setColumns } from '../../kit/sandbox-shop.ts';
import type { TestService } from '../../kit/service.ts';
import { phone } from './chromium.ts';
import {
  test as base,
  expectNothingRefused,
  followTo,
  goTo,
  runs,
  settled,
  violationsOf,
} from './dashboard.ts';

const DAY_MS = 86_400_000;

const test = base
  /** Payments of today: two that succeed, one declined, one won by a retry, with a refund and a dispute; and an older one. */
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

/** Makes a payment older than it is. */
async function movedBack(service: TestService, shop: SandboxShop, paymentId: string, days: number) {
  const key = { merchant_id: shop.merchantId, payment_id: paymentId };
  const then = new Date(Date.now() - days * DAY_MS);
  await setColumns(service, 'payments', key, { created: then });
  await setColumns(service, 'attempts', key, { created_at: then });
}

/** The cells of a table, by its rows. */
async function cellsOf(page: Page, table: string): Promise<string[][]> {
  const rows = await page.getByRole('table', { name: table, exact: true }).locator('tbody tr').all();
  return Promise.all(rows.map((row) => row.locator('td').allTextContents()));
}

test('Analytics shows what became of the payments of two periods', runs, async ({ as, trade }) => {
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
  expect(await cellsOf(page, 'Retries won by connector')).toEqual([
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

/** What of a link is followed once: in an ordinary run its list, in a full run each link. */
const kindOf = (address: string): string =>
  isFullRun ? address : new URL(address, 'http://dashboard').pathname;

test('Each number of Analytics leads to a list of as many', runs, async ({ as, service, trade }) => {
  await trade();
  const { page } = await as('analyst');
  const followed = new Map<string, [address: string, number: string]>();
  for (const by of someOf(['CONNECTOR', 'CARD_NETWORK', 'AUTHENTICATION_TYPE'], 1)) {
    await followTo(page, `/dashboard/analytics?by=${by}`);
    await page.getByRole('heading', { name: 'Declines by code' }).waitFor();
    await settled(page);
    for (const link of await page.locator('td a').all()) {
      const [address, number] = [await link.getAttribute('href'), await link.textContent()];
      if (/^\d+$/.test(number ?? '')) followed.set(kindOf(address!), [address!, number!]);
    }
  }
  const lists = new Set<string>();
  for (const [address, number] of followed.values()) {
    // Of lists of the same objects a full run would see the one before.
    await (isFullRun ? page.goto(service.url + address) : followTo(page, address));
    const [, list] = /^\/dashboard\/(\w+)s\?/.exec(address)!;
    const count = page.getByRole('status').filter({ hasText: list! });
    await count.waitFor();
    await settled(page);
    expect(await count.textContent(), address).toBe(`${number} ${list}${number === '1' ? '' : 's'}`);
    // The lists of the others are looked at with the navigation's pages.
    if (list === 'attempt' && !lists.has(list)) expect(await violationsOf(page)).toEqual([]);
    lists.add(list!);
  }
  expect([...lists].sort()).toEqual(['attempt', 'dispute', 'payment', 'refund']);
});

test(
  'The periods of Analytics are chosen by presets and by days, and a link shows the same',
  runs,
  async ({ as, trade }) => {
    await trade();
    const { page } = await as('analyst');
    await goTo(page, 'Analytics');
    const choose = async (label: string, option: string) => {
      await page.getByRole('combobox', { name: label, exact: true }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
      await settled(page);
    };
    await choose('Period', 'Last 7 days');
    await choose('Compared with', 'The same days last year');
    expect(new URL(page.url()).searchParams.get('days')).toBe('7');
    expect(new URL(page.url()).searchParams.get('compare')).toBe('year');

    // The days of the older payment against today's.
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

    // Two days are picked: the first and the last of the month that is shown.
    await page.getByRole('button', { name: 'Days', exact: true }).click();
    const days = page
      .locator('button[data-mantine-stop-propagation], td button')
      .filter({ hasText: /^1$|^2$/ });
    await days.first().click();
    await days.nth(1).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('period')).toMatch(/-01\.\.\d{4}-\d\d-02$/);
    expect(new URL(page.url()).searchParams.get('compare')).toBe(range(1, 0));
  },
);

test.runIf(isFullRun)(
  'Analytics does not scroll sideways on a phone',
  runs,
  async ({ as, service, trade }) => {
    await trade();
    const { page } = await as('owner', phone);
    await page.goto(`${service.url}/dashboard/analytics`);
    await page.getByRole('heading', { name: 'Declines by code' }).waitFor();
    await settled(page);
    const overflow = await page.evaluate('document.scrollingElement.scrollWidth - innerWidth');
    expect(overflow).toBeLessThanOrEqual(0);
  },
);
