import { expect } from 'vitest';
import { cardOf, cards, sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

const test = base
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('routing', async ({ client, graphqlAs, shop }) => {
    const { key, merchantId, profileId } = shop;
    const second = await shop.sandbox({ connector_label: 'second' });
    const profile = `/account/${merchantId}/business_profile/${profileId}`;
    const post = async (path: string, body: object) => (await client.post(path, { key, body })).body;
    return {
      second,
      set: (routing_algorithm: object) => post(profile, { routing_algorithm }),
      disable: () => post(`/account/${merchantId}/connectors/${second}`, { disabled: true }),
      pay: (more: object = {}) =>
        post('/payments', {
          ...{ amount: 100, currency: 'EUR', confirm: true, profile_id: profileId },
          ...{ payment_method: 'card', payment_method_data: { card: cardOf(cards.good) } },
          ...more,
        }),
      evaluate: (algorithm: object) =>
        post('/routing/rule/evaluate', {
          algorithm,
          parameters: { amount: 100, currency: 'EUR', payment_method: 'card' },
        }),
      shown: async () => {
        const { body } = await client.get(profile, { key });
        const { businessProfile } = await graphqlAs(key).data(
          `query ($id: ID!) { businessProfile(profileId: $id) {
             routingAlgorithm routing { single { fallback account { merchantConnectorId } } } } }`,
          { id: profileId },
        );
        return { rest: body.routing_algorithm, graphql: businessProfile };
      },
    };
  });

const single = (id: string) => ({ type: 'single', data: { merchant_connector_id: id } });

test("A payment with a disabled account uses the profile's other one, or is refused with fallback none", async ({
  routing,
  shop,
}) => {
  const { disable, evaluate, pay, second, set } = routing;
  await set(single(second));
  expect(await pay()).toMatchObject({ status: 'succeeded', merchant_connector_id: second });
  await disable();
  expect(await pay()).toMatchObject({ status: 'succeeded', merchant_connector_id: shop.account });
  expect(await evaluate(single(second))).toMatchObject({
    is_fallback: true,
    decided_by: 'single',
    evaluated_output: [{ merchant_connector_id: shop.account }],
    left_out: [{ merchant_connector_id: second, reason: 'disabled' }],
  });

  const only = { ...single(second), fallback: 'none' };
  expect(await evaluate(only)).toMatchObject({ is_fallback: false, evaluated_output: [] });
  expect((await pay({ routing: only })).error).toMatchObject({
    code: 'no_connector_available',
    message: expect.stringContaining('whose fallback is none'),
  });
  await set(only);
  expect((await pay()).error).toMatchObject({ code: 'no_connector_available' });
});

test('A fallback is shown only where it was set, over both APIs', async ({ graphqlAs, routing, shop }) => {
  const { second, set, shown } = routing;
  const without = single(second);
  const only = { ...without, fallback: 'none' };
  await set(without);
  expect(await shown()).toEqual({
    rest: without,
    graphql: {
      routingAlgorithm: without,
      routing: { single: { fallback: null, account: { merchantConnectorId: second } } },
    },
  });
  await set(only);
  expect(await shown()).toEqual({
    rest: only,
    graphql: {
      routingAlgorithm: only,
      routing: { single: { fallback: 'none', account: { merchantConnectorId: second } } },
    },
  });
  const { key, profileId } = shop;
  const setTyped = (single: object) =>
    graphqlAs(key).mutate(
      'updateBusinessProfile',
      { profileId, routing: { single: { account: { merchantConnectorId: second }, ...single } } },
      'businessProfile { id }',
    );
  await setTyped({});
  expect((await shown()).rest).not.toHaveProperty('fallback');
  await setTyped({ fallback: 'none' });
  expect((await shown()).rest).toMatchObject({ fallback: 'none' });
});

test('A payment shows the fallback of its routing, if any', async ({ routing }) => {
  const { pay, second } = routing;
  const data = { connector: 'sandbox', merchant_connector_id: second };
  const only = { type: 'single', data, fallback: 'none' };
  expect((await pay({ routing: only })).routing).toEqual(only);
  expect((await pay({ routing: { type: 'single', data } })).routing).toEqual({ type: 'single', data });
});

test.for([{ fallback: 'profile' }, { fallback: 1 }, { type: null, data: null, fallback: 'none' }])(
  'An invalid fallback is refused by its path: %j',
  async (wrong, { routing }) => {
    const { error } = await routing.set({ ...single(routing.second), ...wrong });
    expect(error).toMatchObject({
      code: 'invalid_parameter',
      param: 'type' in wrong ? 'routing_algorithm.type' : 'routing_algorithm.fallback',
    });
  },
);

test("Rules in the form of Hyperswitch's clients keep their fallback", async ({ routing }) => {
  const { second, set, shown } = routing;
  const to = { type: 'priority', data: [{ connector: 'sandbox', merchant_connector_id: second }] };
  await set({ type: 'advanced', data: { rules: [], defaultSelection: to }, fallback: 'none' });
  expect((await shown()).rest).toMatchObject({ type: 'advanced', fallback: 'none' });
});
