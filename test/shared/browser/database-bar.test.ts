import { expect } from 'vitest';
import type { OutgoingCalls } from '../../../src/core/foundation/ports/outgoing-calls.ts';
import { clientOf } from '../../kit/client.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { runs } from './chromium.ts';
import { test as base, expectNothingRefused, goTo, violationsOf } from './dashboard.ts';

const WORDS =
  'This service runs on a restored or copied database. Outgoing calls are off until an operator runs switchyard database original.';

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from this pattern.
  .extend('identity', { scope: 'file' }, ({}) => ({
    off: null as OutgoingCalls['off'],
    places: ['localhost/test'],
    refresh: async () => false,
  }))
  .extend('serviceOptions', { scope: 'file' }, ({ identity }) => ({ identity }));

test("Merchants' keys and people see the state of the database, and customers' keys do not", async ({
  identity,
  service,
}) => {
  const { key, publishableKey } = await seedMerchant(service);
  const stateFor = async (given: string) => {
    const { body } = await clientOf(service).post('/graphql', {
      key: given,
      body: { query: '{ viewer { databaseState } }' },
    });
    return body.data.viewer.databaseState;
  };
  for (const off of [null, 'undecided', 'copy'] as const) {
    identity.off = off;
    expect(await stateFor(key)).toBe(off ?? 'original');
    expect(await stateFor(service.adminApiKey)).toBe(off ?? 'original');
    expect(await stateFor(publishableKey)).toBe(null);
  }
  identity.off = null;
});

test(
  'Every page warns while outgoing calls are off because the database may be a copy',
  runs,
  async ({ as, identity }) => {
    const opened = await as('analyst');
    const { page } = opened;
    const bar = page.getByRole('region', { name: 'Database' });
    expect(await bar.count()).toBe(0);
    for (const off of ['undecided', 'copy'] as const) {
      identity.off = off;
      await page.reload();
      await bar.getByText(WORDS).waitFor();
      await goTo(page, 'Payments');
      expect(await bar.count()).toBe(1);
      expect(await violationsOf(page, { inDark: true })).toEqual([]);
    }
    identity.off = null;
    await page.reload();
    await page.getByRole('heading', { name: 'Payments', level: 1 }).waitFor();
    expect(await bar.count()).toBe(0);
    expectNothingRefused(opened);
  },
);
