import { describe, expect } from 'vitest';
import { mutate } from '../../kit/mutate.ts';
import { test as base } from '../../kit/test.ts';

const test = base
  .extend('refusal', ({ service, shop }) => async (name: string, input: object, selection: string) => {
    const { userErrors, errors } = await mutate(service, shop.key, name, { ...input }, selection);
    expect(errors).toEqual([]);
    return [userErrors[0]?.code, userErrors[0]?.param];
  })
  .extend('route', ({ refusal, shop }) => (routingAlgorithm: object) => {
    const input = { profileId: shop.profileId, routingAlgorithm };
    return refusal('updateBusinessProfile', input, 'businessProfile { profileId }');
  });

describe('routing of a profile', () => {
  test('names connectors of this service', async ({ route }) => {
    const refused = (path: string) => ['invalid_parameter', `routing_algorithm.${path}`];
    expect(await route({ type: 'single', data: 'nowhere' })).toEqual(refused('data'));
    expect(await route({ type: 'priority', data: ['sandbox', 'nowhere'] })).toEqual(refused('data[1]'));
    const shares = [
      { split: 50, connector: 'sandbox' },
      { split: 50, connector: { connector: 'nowhere' } },
    ];
    expect(await route({ type: 'volume_split', data: shares })).toEqual(refused('data[1].connector'));
    const rules = { rules: [{ connectors: ['sandbox'] }, { connectors: ['sandbox', 'nowhere'] }] };
    expect(await route({ type: 'advanced', data: rules })).toEqual(refused('data.rules[1].connectors[1]'));
    expect(await route({ type: 'advanced', data: { default: ['nowhere'] } })).toEqual(
      refused('data.default[0]'),
    );
    expect(await route({ type: 'priority', data: ['sandbox'] })).toEqual([undefined, undefined]);
  });

  test('names accounts of the profile', async ({ otherShop, route, shop }) => {
    const named = (id: string, more: object = {}) =>
      route({ type: 'single', data: { merchant_connector_id: id, ...more } });
    const path = 'routing_algorithm.data';
    expect(await named('mca_none')).toEqual(['resource_not_found', path]);
    expect(await named(await otherShop.connector())).toEqual(['resource_not_found', path]);
    const profile_id = await shop.profile({ profile_name: 'other' });
    expect(await named(await shop.connector({ profile_id }))).toEqual(['invalid_parameter', path]);
    const own = await shop.connector({ connector_name: 'elsewhere' });
    expect(await named(own, { connector: 'sandbox' })).toEqual(['invalid_parameter', path]);
    expect(await named(own)).toEqual([undefined, undefined]);
  });
});

test('Routing of payouts names existing accounts', async ({ api, refusal, shop }) => {
  const routing = { type: 'single', data: { merchant_connector_id: 'mca_none' } };
  const payoutRoutingAlgorithm = { type: 'SINGLE', data: { merchant_connector_id: 'mca_none' } };
  const id = await shop.payout({ status: 'requires_payout_method_data' });
  const { body, status } = await api.post(`/payouts/${id}`, { routing });
  expect([status, body.error.code, body.error.param]).toEqual([404, 'resource_not_found', 'routing.data']);
  const input = {
    merchantId: shop.merchantId,
    payoutRoutingAlgorithm: { ...payoutRoutingAlgorithm, type: 'single' },
  };
  expect(await refusal('updateMerchantAccount', input, 'merchantAccount { merchantId }')).toEqual([
    'resource_not_found',
    'payout_routing_algorithm.data',
  ]);
});
