import { expect } from 'vitest';
import { someOf } from '../../kit/figure.ts';
import { runs } from './chromium.ts';
import { followTo, patiently, settled } from './dashboard.ts';
import { test } from './furnished-shop.ts';

const nouns = {
  payments: 'payment',
  refunds: 'refund',
  disputes: 'dispute',
  payouts: 'payout',
  customers: 'customer',
  requests: 'request',
  connectors: 'connector account',
  settings: 'business profile',
  webhooks: 'webhook',
};

/** Identifiers in an address, and their decoded form. */
const identifiers = [
  ['%25', '%'],
  ['%2525', '%25'],
  ['%', '%'],
  ['%zz', '%zz'],
  ['%FF', '%FF'],
  ['%2F', '/'],
  ['%252F', '%2F'],
  ['a%3Fb%23c', 'a?b#c'],
  ['%00', '\0'],
  ['%3Cscript%3E', '<script>'],
  ['caf%C3%A9%20%F0%9F%92%B6', 'café 💶'],
  ['%E2%80%AEpay', '\u202Epay'],
  ['x'.repeat(4_000), 'x'.repeat(4_000)],
] as const;

test('An unknown identifier shows "not found", whatever characters it has', runs, async ({ as }) => {
  const { complaints, page } = await as('owner');
  for (const [folder, noun] of Object.entries(nouns)) {
    for (const [encoded, id] of someOf(identifiers, 5)) {
      const address = `/dashboard/${folder}/${encoded}`;
      await followTo(page, '/dashboard/team');
      await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor();
      await followTo(page, address);
      await settled(page);
      const heading = page.getByRole('heading', { level: 1 });
      await expect
        .poll(() => heading.allTextContents(), { message: address, ...patiently })
        .toEqual([`${noun[0]!.toUpperCase()}${noun.slice(1)} not found`]);
      expect([address, await page.evaluate('document.title')]).toEqual([
        address,
        expect.stringContaining(id.replace('\0', '').slice(0, 100)),
      ]);
    }
  }
  expect(complaints).toEqual([]);
});

test(
  'Each address of the dashboard loads, also one that is not encoded as it should be',
  runs,
  async ({ as, service }) => {
    const { page } = await as('owner');
    for (const [encoded] of identifiers.slice(0, 9)) {
      const response = await page.goto(`${service.url}/dashboard/payments/${encoded}`);
      expect([encoded, response!.status()]).toEqual([encoded, 200]);
      await page.getByRole('heading', { name: 'Payment not found', level: 1 }).waitFor();
    }
  },
);

test('A search keeps its percent signs and the text after them', runs, async ({ as }) => {
  const { page } = await as('owner');
  await followTo(page, '/dashboard/customers');
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('10%41 %26 %');
  await expect.poll(() => page.url(), patiently).toContain('q=10%2541');
  await page.reload();
  await search.waitFor();
  expect(await search.inputValue()).toBe('10%41 %26 %');
});
