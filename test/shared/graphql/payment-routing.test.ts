import { expect } from 'vitest';
import { cards, graphqlCardOf, sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

const selection =
  'payment { status connectorAccount { connectorLabel } routing { type data } attempts { merchantConnectorId } }';

const test = base
  .extend('cardShop', ({ service }) => sandboxShop(service))
  .extend(
    'pay',
    ({ cardShop, graphqlAs }) =>
      (account: string, card: keyof typeof cards = 'good', more = {}) => {
        const input = {
          ...{ amount: 100, currency: 'EUR', confirm: true, profileId: cardShop.profileId },
          ...{ paymentMethod: 'card', paymentMethodData: { card: graphqlCardOf(cards[card]) } },
          routing: { type: 'single', data: { connector: 'sandbox', merchant_connector_id: account } },
        };
        return graphqlAs(cardShop.key).mutate('createPayment', { ...input, ...more }, selection);
      },
  );

test("A payment with its own routing uses its account, whatever the profile's algorithm", async ({
  cardShop,
  graphqlAs,
  pay,
}) => {
  const second = await cardShop.sandbox({ connector_label: 'second' });
  await graphqlAs(cardShop.key).mutate(
    'updateBusinessProfile',
    {
      profileId: cardShop.profileId,
      routingAlgorithm: {
        type: 'single',
        data: { connector: 'sandbox', merchant_connector_id: cardShop.account },
      },
    },
    'businessProfile { id }',
  );
  const { payload } = await pay(second);
  expect(payload.payment).toMatchObject({
    status: 'succeeded',
    connectorAccount: { connectorLabel: 'second' },
    routing: { type: 'single', data: { connector: 'sandbox', merchant_connector_id: second } },
  });
});

test('A payment with its own routing is not retried at another account', async ({
  cardShop,
  pay,
  service,
}) => {
  const second = await cardShop.sandbox({ connector_label: 'second' });
  await service.database.rows.query(
    {
      text: `update connector_accounts set metadata = '{"down": true}' where merchant_connector_id = $1`,
      values: [second],
    },
    null,
  );
  const { payload } = await pay(second);
  expect(payload.payment.status).toBe('failed');
  expect(payload.payment.attempts).toEqual([{ merchantConnectorId: second }]);
});

test('The routing of a payment names an account of its profile', async ({ cardShop, otherShop, pay }) => {
  const codes = async (account: string, more = {}) => {
    const { userErrors } = await pay(account, 'good', more);
    return userErrors.map(({ code, param }) => [code, param]);
  };
  const param = 'routing.data';
  expect(await codes('mca_nobody')).toEqual([['resource_not_found', param]]);
  expect(await codes(await otherShop.connector())).toEqual([['resource_not_found', param]]);
  const elsewhere = await cardShop.sandbox({ profile_id: await cardShop.profile() });
  expect(await codes(elsewhere)).toEqual([['invalid_parameter', param]]);
  expect(
    await codes(cardShop.account, { routing: { type: 'single', data: { connector: 'nobody' } } }),
  ).toEqual([['invalid_parameter', 'routing.data']]);
});
