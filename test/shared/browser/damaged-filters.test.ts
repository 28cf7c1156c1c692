import { expect } from 'vitest';
import { isFullRun, someOf } from '../../kit/figure.ts';
import { runs } from './chromium.ts';
import { followTo, patiently, settled } from './dashboard.ts';
import { test } from './furnished-shop.ts';

/** The lists of the dashboard, and the filters of each by kind. */
const lists: Readonly<
  Record<string, Partial<Record<'choice' | 'flag' | 'time' | 'amount' | 'text', string[]>>>
> = {
  payments: {
    choice: ['status', 'method', 'authentication'],
    flag: ['first_failed', 'confirmed', 'challenged', 'authorized'],
    time: ['created'],
    amount: ['amount'],
    text: ['currency', 'last4', 'order', 'connector', 'customer', 'error', 'country', 'profile', 'account'],
  },
  attempts: {
    choice: ['status', 'decision', 'method', 'authentication'],
    time: ['created'],
    text: [
      'connector',
      'account',
      'error',
      'unified',
      'network',
      'country',
      'currency',
      'profile',
      'payment',
    ],
  },
  refunds: {
    choice: ['status', 'method'],
    time: ['created'],
    amount: ['amount'],
    text: ['currency', 'connector', 'payment', 'customer', 'profile'],
  },
  disputes: {
    choice: ['status', 'stage', 'method'],
    time: ['created', 'deadline'],
    amount: ['amount'],
    text: ['currency', 'connector', 'payment', 'profile'],
  },
  payouts: {
    choice: ['status', 'type'],
    time: ['created'],
    amount: ['amount'],
    text: ['currency', 'connector', 'customer', 'profile', 'account'],
  },
  customers: { time: ['created'], text: ['email'] },
  webhooks: { choice: ['status'], time: ['created'], text: ['type', 'event', 'profile', 'endpoint'] },
  requests: { choice: ['api'], time: ['created'], text: ['operation', 'error', 'key', 'request'] },
  notifications: { choice: ['kind'], flag: ['read'], time: ['created'] },
  analytics: { choice: ['method', 'authentication'], text: ['connector', 'country', 'currency', 'error'] },
};

const damaged = {
  choice: ['nope', 'nope,succeeded_', '__proto__'],
  flag: ['maybe'],
  time: ['nope', '2026-02-31..', '..0000-01-01', '9999-12-31..', '2026-13-01T00:00:00Z..'],
  amount: ['nope..', '..1e9', '12.3456789..', '-5..', '999999999999999999..'],
  text: [],
};

test(
  'A list leaves out filters that it cannot read, says so, and removes them',
  runs,
  async ({ as, objects }) => {
    expect(objects).toBeDefined();
    const { complaints, page } = await as('owner');
    const alerts = page.getByRole('alert');
    for (const [list, kinds] of Object.entries(lists)) {
      for (const kind of Object.keys(damaged) as (keyof typeof damaged)[]) {
        const names = kinds[kind] ?? [];
        for (const value of names.length > 0 ? someOf<string>(damaged[kind], 1) : []) {
          const query = new URLSearchParams(Object.fromEntries(names.map((name) => [name, value])));
          const address = `/dashboard/${list}?${query}`;
          await followTo(page, address);
          const note = page.getByRole('note').filter({ hasText: 'were ignored' });
          await note.waitFor();
          await settled(page);
          expect([address, await alerts.allTextContents()]).toEqual([address, []]);
          await note.getByRole('button', { name: 'Remove them' }).click();
          await note.waitFor({ state: 'detached' });
          expect([address, await page.evaluate('location.search')]).toEqual([address, '']);
        }
      }
    }
    expect(complaints).toEqual([]);
  },
);

test('The dashboard explains filters that the service refuses and offers a way out', runs, async ({ as }) => {
  const { complaints, page } = await as('owner');
  const values = ['\0', 'x'.repeat(3_000), '\u202E<script>alert(1)</script>', '*', ',', '%'];
  for (const [list, { text = [] }] of Object.entries({
    ...lists,
    'audit-log': { text: ['action', 'object', 'actor'] },
  })) {
    const names = [
      ...text,
      'q',
      'after',
      'sort',
      'columns',
      'zone',
      'period',
      'days',
      'by',
      'every',
      'compare',
    ];
    for (const [place, name] of names.entries()) {
      for (const value of isFullRun ? values : [values[place % values.length]!]) {
        const address = `/dashboard/${list}?${new URLSearchParams({ [name]: value })}`;
        await followTo(page, address);
        await settled(page);
        const alert = page.getByRole('alert').first();
        const heading = page.getByRole('heading', { level: 1 });
        await expect.poll(() => heading.count(), { message: address, ...patiently }).toBe(1);
        if ((await alert.count()) === 0) continue;
        const at = [list, name, value.slice(0, 20)];
        expect([...at, await alert.textContent()]).toEqual([...at, expect.stringMatching(/can’t be read/)]);
        await alert.getByRole('button', { name: 'Clear the filters' }).click();
        await alert.waitFor({ state: 'detached' });
      }
    }
  }
  expect(complaints).toEqual([]);
});
