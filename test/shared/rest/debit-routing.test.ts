import { expect } from 'vitest';
import { mapError } from '../../kit/error-mapping.ts';
import { cardOf, cards, sandboxShop, setColumns } from '../../kit/sandbox-shop.ts';
import { scriptedConnector } from '../../kit/scripted-connector.ts';
import { test as base } from '../../kit/test.ts';

/** A Visa debit card that is also on the debit networks Star and Accel. */
const COBADGED = '4000056655665556';

const script = scriptedConnector();
const elsewhere = {
  ...script.connector,
  debitNetworksOf: (bin: string) => (bin === COBADGED.slice(0, 8) ? ['Star', 'Accel'] : []),
};

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ connectors: [elsewhere] }))
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('enable', ({ service, shop }) => (values: object = {}) => {
    const where = { profile_id: shop.profileId };
    return setColumns(service, 'business_profiles', where, { is_debit_routing_enabled: true, ...values });
  })
  .extend('account', ({ shop }) => (fees: object[] | null, values: object = {}) => {
    return shop.sandbox({
      created_at: new Date(Date.now() + 60_000),
      metadata: fees ? { debit_network_fees: fees } : {},
      ...values,
    });
  })
  .extend('confirm', ({ api, shop }) => async (number: string = COBADGED, body: object = {}) => {
    const id = await shop.open();
    const card = { payment_method_data: { card: cardOf(number) } };
    return (await api.post(`/payments/${id}`, { confirm: true, ...card, ...body })).body;
  });

const networkOf = (payment: { payment_method_data: { card: { card_network: string } } }) =>
  payment.payment_method_data.card.card_network;

test('A co-badged debit card uses the account and network with the lowest cost', async ({
  account,
  confirm,
  enable,
}) => {
  await account([{ network: 'Star', fixed_amount: 30, rate_basis_points: 10 }]);
  const cheapest = await account([
    { network: 'Accel', fixed_amount: 5, rate_basis_points: 10 },
    { network: 'Star', fixed_amount: 20, rate_basis_points: 10 },
    { network: 'Pulse', fixed_amount: 0, rate_basis_points: 0 },
  ]);
  expect(networkOf(await confirm())).toBe('Visa');
  await enable();
  const paid = await confirm();
  expect(paid).toMatchObject({ status: 'succeeded', merchant_connector_id: cheapest });
  expect(networkOf(paid)).toBe('Accel');
});

test("The percentage fee counts, as does the fee for the card's own brand", async ({
  account,
  confirm,
  enable,
}) => {
  await enable();
  // 1 percent of 5000 is 50.
  await account([{ network: 'Star', fixed_amount: 0, rate_basis_points: 100 }]);
  const branded = await account([{ network: 'Visa', fixed_amount: 40, rate_basis_points: 0 }]);
  const paid = await confirm(COBADGED, { amount: 5000 });
  expect([paid.merchant_connector_id, networkOf(paid)]).toEqual([branded, 'Visa']);
});

test('Other cards, and debit cards declared as credit, follow the routing', async ({
  account,
  confirm,
  enable,
  shop,
}) => {
  await enable();
  await account([{ network: 'Star', fixed_amount: 1, rate_basis_points: 0 }]);
  for (const paid of [
    await confirm(cards.good),
    await confirm(COBADGED, { payment_method_type: 'credit' }),
  ]) {
    expect([paid.merchant_connector_id, networkOf(paid)]).toEqual([shop.account, 'Visa']);
  }
});

test('The connector receives the network, and the next account is tried without it', async ({
  account,
  confirm,
  enable,
  service,
  shop,
}) => {
  await enable({ is_auto_retries_enabled: true, max_auto_retries_enabled: 1 });
  await mapError(service, 'network_down', { connector: 'scripted', decision: 'retry' });
  await account([{ network: 'Star', fixed_amount: 1, rate_basis_points: 0 }], { connector_name: 'scripted' });
  script.respond('authorize', () => ({ kind: 'failed', code: 'network_down', message: 'Star is down.' }));
  const paid = await confirm();
  expect(script.requests.authorize).toMatchObject([{ terms: { network: 'Star' } }]);
  expect(paid).toMatchObject({
    status: 'succeeded',
    attempt_count: 2,
    merchant_connector_id: shop.account,
  });
  expect(networkOf(paid)).toBe('Visa');
});

test('An unreadable fee is refused by its path when it is set', async ({ graphql, shop }) => {
  const refusal = (fees: unknown) =>
    graphql.mutationError(
      'updateConnectorAccount',
      { merchantConnectorId: shop.account, metadata: { debit_network_fees: fees } },
      'connectorAccount { merchantConnectorId }',
    );
  expect(await refusal('Star')).toEqual(['invalid_parameter', 'metadata.debit_network_fees']);
  const bad: [object, string][] = [
    [{ fixed_amount: 1, rate_basis_points: 1 }, 'network'],
    [{ network: 'Star', fixed_amount: -1, rate_basis_points: 1 }, 'fixed_amount'],
    [{ network: 'Star', fixed_amount: 1, rate_basis_points: 10_001 }, 'rate_basis_points'],
    [{ network: 'Star', fixed_amount: 1, rate_basis_points: 1, more: 1 }, 'more'],
  ];
  for (const [fee, member] of bad) {
    expect((await refusal([fee]))[1]).toBe(`metadata.debit_network_fees[0].${member}`);
  }
});
