import { expect } from 'vitest';
import { cardOf, cards, sandboxShop, setColumns } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

const SECRET = 'pay_1_secret_abcdefghijklmnopqrst';
const request = { client_secret: SECRET, device_channel: 'BRW', threeds_method_comp_ind: 'U' };

const test = base
  .extend('shop', async ({ service }) => {
    const shop = await sandboxShop(service);
    await shop.sandbox({ connector_type: 'authentication_processor' });
    return shop;
  })
  .extend('setProfile', ({ service, shop }) => (values: object) => {
    const profile = { merchant_id: shop.merchantId, profile_id: shop.profileId };
    return setColumns(service, 'business_profiles', profile, { ...values });
  })
  .extend('confirm', ({ api, shop }) => async (more: object) => {
    const id = await shop.open({ client_secret: SECRET });
    const card = { payment_method_data: { card: cardOf(cards.frictionless) } };
    const { body } = await api.post(`/payments/${id}`, {
      confirm: true,
      authentication_type: 'three_ds',
      ...card,
      ...more,
    });
    return body;
  });

test('A payment that forces a challenge gets one at the connector, and shows the request', async ({
  confirm,
}) => {
  expect(await confirm({})).toMatchObject({ status: 'succeeded', force_3ds_challenge_trigger: null });
  const forced = await confirm({ force_3ds_challenge: true });
  expect(forced).toMatchObject({ status: 'requires_customer_action', force_3ds_challenge_trigger: true });
  expect(forced.next_action.type).toBe('redirect_to_url');
});

test('The profile forces challenges unless the payment overrides it, and never without 3-D Secure', async ({
  confirm,
  setProfile,
}) => {
  await setProfile({ force_3ds_challenge: true });
  const forced = { status: 'requires_customer_action', force_3ds_challenge_trigger: true };
  const free = { status: 'succeeded', force_3ds_challenge_trigger: null };
  expect(await confirm({})).toMatchObject(forced);
  expect(await confirm({ force_3ds_challenge: false })).toMatchObject(free);
  expect(await confirm({ authentication_type: 'no_three_ds' })).toMatchObject(free);
});

test('External 3-D Secure challenges if the payment forces it, and is otherwise frictionless', async ({
  api,
  confirm,
  graphql,
  setProfile,
  shop,
}) => {
  await setProfile({ authentication_connector_details: { authentication_connectors: ['sandbox'] } });
  const external = { request_external_three_ds_authentication: true };
  const authenticate = async ({ payment_id: id }: { payment_id: string }) =>
    (await api.post(`/payments/${id}/3ds/authentication`, request, { key: shop.publishableKey })).body;
  const free = await confirm(external);
  expect(await authenticate(free)).toMatchObject({ trans_status: 'Y', acs_url: null });
  const forced = await confirm({ ...external, force_3ds_challenge: true });
  expect(forced.force_3ds_challenge_trigger).toBeNull();
  const answer = await authenticate(forced);
  expect(answer).toMatchObject({ trans_status: 'C', acs_url: expect.stringContaining('/sandbox/3ds/') });
  const query = 'query ($id: ID!) { payment(paymentId: $id) { force3dsChallengeTrigger } }';
  const { payment } = await graphql.data(query, { id: forced.payment_id });
  expect(payment.force3dsChallengeTrigger).toBe(true);
});
