import { expect } from 'vitest';
import { BusinessProfile } from '../../../../src/core/entities/business-profile.ts';
import { ConnectorAccount } from '../../../../src/core/entities/connector-account.ts';
import { Payment } from '../../../../src/core/entities/payment.ts';
import { Payout } from '../../../../src/core/entities/payout.ts';
import type { Context } from '../../../../src/core/foundation/context.ts';
import type { Ability, ConnectorRegistry } from '../../../../src/core/foundation/ports/connector.ts';
import { choosePaymentAccounts } from '../../../../src/core/routing/choose-accounts.ts';
import { choosePayoutAccounts } from '../../../../src/core/routing/choose-payout-accounts.ts';
import { inTransaction, lock } from '../../../../src/core/writes/transactions.ts';
import { test as base } from '../../../kit/test.ts';

const abilities = new Set<Ability>(['authorize', 'capture', 'payout']);
const connectors: ConnectorRegistry = {
  find: (name) => (['alpha', 'beta'].includes(name) ? { name, abilities } : undefined),
  names: ['alpha', 'beta'],
};
const card = { payment_methods_enabled: [{ payment_method: 'card' }] };
let minutes = 0;

const test = base
  .extend('ctx', ({ service, shop }): Context => {
    const caller = { kind: 'api_key', merchantId: shop.merchantId, keyId: shop.keyId } as const;
    const ctx = service.contextFor(caller, 'req_test');
    return { ...ctx, ports: { ...ctx.ports, connectors } };
  })
  .extend(
    'add',
    ({ shop }) =>
      (id: string, values: object = {}) =>
        shop.connector({
          merchant_connector_id: id,
          connector_name: 'alpha',
          connector_label: `label_${id}`,
          created_at: new Date(Date.UTC(2026, 0, 1, 0, minutes++)),
          ...card,
          ...values,
        }),
  )
  .extend(
    'route',
    ({ ctx, shop }) =>
      (values: object) =>
        inTransaction(ctx, async (tx) => {
          Object.assign(await lock(tx, BusinessProfile, shop.profileId), values);
        }),
  )
  .extend(
    'chosen',
    ({ ctx, shop }) =>
      async (
        values: object = {},
        randomBytes = ctx.ports.randomBytes,
        guard = ctx.ports.guard,
      ): Promise<string[]> => {
        const id = await shop.payment({ profile_id: shop.profileId, payment_method: 'card', ...values });
        return inTransaction({ ...ctx, ports: { ...ctx.ports, guard, randomBytes } }, async (tx) => {
          const accounts = await choosePaymentAccounts(tx, await lock(tx, Payment, id), 'Visa');
          return accounts.map((account) => account.merchant_connector_id);
        });
      },
  )
  .extend('chosenForPayout', ({ ctx, shop }) => async (values: object = {}): Promise<string[]> => {
    const id = await shop.payout({ payout_type: 'card', ...values });
    return inTransaction(ctx, async (tx) => {
      const accounts = await choosePayoutAccounts(tx, await lock(tx, Payout, id));
      return accounts.map((account) => account.merchant_connector_id);
    });
  });

test('A payment is routed to the eligible connector accounts of its profile, oldest first', async ({
  add,
  chosen,
  shop,
}) => {
  await add('mca_b');
  await add('mca_a');
  await add('mca_off', { disabled: true });
  await add('mca_other', { profile_id: await shop.profile({ profile_name: 'other' }) });
  expect(await chosen()).toEqual(['mca_b', 'mca_a']);
});

test("A payment is routed in the order of the profile's routing algorithm", async ({
  add,
  chosen,
  route,
}) => {
  await add('mca_a');
  await add('mca_b');
  await add('mca_c');
  const data = ['mca_c', 'mca_a'].map((id) => ({ merchant_connector_id: id }));
  await route({ routing_algorithm: { type: 'priority', data } });
  expect(await chosen()).toEqual(['mca_c', 'mca_a']);
});

test('A volume split is decided by random bytes', async ({ add, chosen, route }) => {
  await add('mca_a');
  await add('mca_b');
  const data = ['mca_a', 'mca_b'].map((id) => ({ split: 50, connector: { merchant_connector_id: id } }));
  await route({ routing_algorithm: { type: 'volume_split', data } });
  const bytes = (value: number) => (size: number) => new Uint8Array(size).fill(value);
  expect(await chosen({}, bytes(0))).toEqual(['mca_a', 'mca_b']);
  expect(await chosen({}, bytes(255))).toEqual(['mca_b', 'mca_a']);
});

test('A payment without a profile is routed by the default profile', async ({ add, chosen }) => {
  await add('mca_a');
  expect(await chosen({ profile_id: null })).toEqual(['mca_a']);
});

test('A payment that no account is eligible for is rejected with the reason per account', async ({
  add,
  chosen,
  route,
}) => {
  await expect(chosen()).rejects.toMatchObject({
    code: 'no_connector_available',
    message: 'No connector account can process this payment: there are no connector accounts.',
  });
  await add('mca_a', { disabled: true });
  await add('mca_b', { connector_label: null, connector_name: 'gone' });
  await add('mca_c');
  await add('mca_d', { payment_methods_enabled: [] });
  await route({ routing_algorithm: { type: 'single', data: { connector: 'beta' }, fallback: 'none' } });
  await expect(chosen()).rejects.toThrow(
    'label_mca_a (disabled), gone (its connector is not part of this service), ' +
      'label_mca_c (not selected by the routing algorithm, whose fallback is none), label_mca_d (does not accept card).',
  );
});

test('The rejection names at most ten accounts', async ({ add, chosen }) => {
  for (let i = 0; i < 12; i++) await add(`mca_${i}`, { disabled: true });
  await expect(chosen()).rejects.toThrow(/label_mca_9 \(disabled\) and 2 more\.$/);
});

test('A routing algorithm that cannot be read rejects the payment', async ({ add, chosen, route }) => {
  await add('mca_a');
  await route({ routing_algorithm: { type: 'fastest' } });
  await expect(chosen()).rejects.toMatchObject({
    code: 'no_connector_available',
    message: expect.stringContaining('routing_algorithm.type'),
  });
});

const single = (id: string) => ({ type: 'single', data: { merchant_connector_id: id } });

/** An algorithm of each type that selects mca_c. */
const selectingC = [
  single('mca_c'),
  { type: 'priority', data: [{ merchant_connector_id: 'mca_c' }] },
  { type: 'volume_split', data: [{ split: 100, connector: { merchant_connector_id: 'mca_c' } }] },
  {
    type: 'advanced',
    data: { rules: [{ connectors: [{ merchant_connector_id: 'mca_c' }] }], default: [] },
  },
  {
    type: 'advanced',
    data: {
      rules: [{ volume_split: [{ split: 100, connector: { merchant_connector_id: 'mca_c' } }] }],
    },
  },
] as const;

test.for(selectingC)(
  "If no account of $type is eligible, the profile's others follow, oldest first, unless disabled",
  async (algorithm, { add, chosen, ctx, route, shop }) => {
    await add('mca_b');
    await add('mca_a');
    await add('mca_c');
    await add('mca_other', { profile_id: await shop.profile({ profile_name: 'other' }) });
    await route({ routing_algorithm: algorithm });
    expect(await chosen()).toEqual(['mca_c']);
    const setC = (values: object) =>
      inTransaction(ctx, async (tx) => {
        Object.assign(await lock(tx, ConnectorAccount, 'mca_c'), values);
      });
    await setC({ disabled: true });
    expect(await chosen()).toEqual(['mca_b', 'mca_a']);
    await route({ routing_algorithm: { ...algorithm, fallback: 'none' } });
    await expect(chosen()).rejects.toMatchObject({ code: 'no_connector_available' });
    expect(await chosen({ routing: algorithm })).toEqual(['mca_b', 'mca_a']);
    await setC({ disabled: false });
    expect(await chosen()).toEqual(['mca_c']);
  },
);

test.for(['none', null] as const)(
  "While the algorithm's account is unreachable, others are tried first, unless its fallback is none (%s)",
  async (fallback, { add, chosen, ctx, route }) => {
    await add('mca_a');
    await add('mca_b', { connector_name: 'beta' });
    await route({ routing_algorithm: { ...single('mca_b'), fallback } });
    const guard = { ...ctx.ports.guard, isOpen: (key: string) => key.includes('mca_b') };
    const order = chosen({}, undefined, guard as typeof ctx.ports.guard);
    if (fallback) await expect(order).rejects.toMatchObject({ code: 'connector_unavailable' });
    else expect(await order).toEqual(['mca_a', 'mca_b']);
  },
);

test('A payout uses only the accounts of its algorithm', async ({ add, chosenForPayout }) => {
  await add('mca_a', { connector_type: 'payout_processor' });
  await add('mca_b', { connector_type: 'payout_processor', disabled: true });
  await expect(chosenForPayout({ routing: single('mca_b') })).rejects.toMatchObject({
    code: 'no_connector_available',
  });
  expect(await chosenForPayout()).toEqual(['mca_a']);
});

test('A payout is routed by its own algorithm, its connectors, its profile and its merchant, in this order', async ({
  add,
  chosenForPayout,
  route,
  service,
  shop,
}) => {
  const payouts = { connector_type: 'payout_processor' };
  for (const id of ['mca_a', 'mca_b', 'mca_c']) await add(id, payouts);
  await add('mca_d', { ...payouts, connector_name: 'beta' });
  expect(await chosenForPayout()).toEqual(['mca_a', 'mca_b', 'mca_c', 'mca_d']);
  await service.database.rows.query(
    {
      text: 'update merchant_accounts set payout_routing_algorithm = $2 where merchant_id = $1',
      values: [shop.merchantId, JSON.stringify(single('mca_c'))],
    },
    null,
  );
  expect(await chosenForPayout()).toEqual(['mca_c']);
  await route({ payout_routing_algorithm: single('mca_b') });
  expect(await chosenForPayout()).toEqual(['mca_b']);
  expect(await chosenForPayout({ connectors: ['beta', 'alpha'] })).toEqual([
    'mca_d',
    'mca_a',
    'mca_b',
    'mca_c',
  ]);
  expect(await chosenForPayout({ connectors: ['beta'], routing: single('mca_a') })).toEqual(['mca_a']);
});

test('Every type of algorithm routes wherever it can be set', async ({
  add,
  chosen,
  chosenForPayout,
  route,
}) => {
  await add('mca_a');
  await add('mca_b');
  const payouts = { connector_type: 'payout_processor' };
  await add('mca_c', payouts);
  await add('mca_d', payouts);
  const named = (id: string) => ({ merchant_connector_id: id });
  const condition = { field: 'amount', comparison: 'greater_than', value: 10 };
  const algorithms = (first: string, second: string): [object, string[]][] => [
    [single(second), [second]],
    [{ type: 'priority', data: [named(second), named(first)] }, [second, first]],
    [{ type: 'volume_split', data: [{ split: 100, connector: named(second) }] }, [second]],
    [
      { type: 'advanced', data: { rules: [{ conditions: [condition], connectors: [named(second)] }] } },
      [second],
    ],
  ];
  for (const [routing, expected] of algorithms('mca_a', 'mca_b')) {
    expect(await chosen({ amount: 1000, net_amount: 1000, routing })).toEqual(expected);
    await route({ routing_algorithm: routing });
    expect(await chosen({ amount: 1000, net_amount: 1000 })).toEqual(expected);
  }
  for (const [routing, expected] of algorithms('mca_c', 'mca_d')) {
    expect(await chosenForPayout({ amount: 1000, routing })).toEqual(expected);
    await route({ payout_routing_algorithm: routing });
    expect(await chosenForPayout({ amount: 1000 })).toEqual(expected);
  }
});

test('A payout is not routed to accounts for payments', async ({ add, chosenForPayout }) => {
  await add('mca_a');
  await expect(chosenForPayout()).rejects.toThrow(
    'No connector account can process this payout: label_mca_a (not for payouts).',
  );
});
