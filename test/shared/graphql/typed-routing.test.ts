import { expect } from 'vitest';
import { readRoutingAlgorithm } from '../../../src/core/routing/routing-algorithm.ts';
import { storedRouting, typedRouting } from '../../../src/graphql/kit/typed-routing.ts';
import { property } from '../../kit/property.ts';
import { test } from '../../kit/test.ts';
import { arbitraryAlgorithm } from '../core/routing/algorithms.ts';

property('A typed algorithm is the one that is stored', arbitraryAlgorithm, (value) => {
  const stored = storedRouting(typedRouting(value)!);
  expect(readRoutingAlgorithm(stored, 'routing')).toEqual(readRoutingAlgorithm(value, 'routing'));
});

const choice = '{ connector merchantConnectorId }';
const shown = `{
  single { account ${choice} }
  priority { accounts ${choice} }
  volumeSplit { shares { split account ${choice} } }
  advanced {
    rules { name conditions { field comparison values } accounts ${choice} }
    default ${choice}
  }
}`;
const none = { single: null, priority: null, volumeSplit: null, advanced: null };
const sandbox = { connector: 'sandbox', merchantConnectorId: null };

test('Routing algorithms are set and shown in typed form, alongside the untyped fields', async ({
  graphqlAs,
  shop,
}) => {
  const { merchantId, profileId } = shop;
  const id = await shop.connector();
  const account = { connector: null, merchantConnectorId: id };
  const rules = [
    {
      name: 'large in Europe',
      conditions: [
        { field: 'country', comparison: 'in', values: ['DE', 'FR'] },
        { field: 'amount', comparison: 'greater_than', values: ['10000'] },
      ],
      accounts: [account],
    },
  ];
  const forms = [
    { single: { account } },
    { priority: { accounts: [account, sandbox] } },
    {
      volumeSplit: {
        shares: [
          { split: 70, account },
          { split: 30, account: sandbox },
        ],
      },
    },
    { advanced: { rules, default: [sandbox] } },
  ];
  const client = graphqlAs(shop.key);
  const places = [
    ['updateBusinessProfile', 'businessProfile', { profileId }, ['routing', 'frmRouting', 'payoutRouting']],
    ['updateMerchantAccount', 'merchantAccount', { merchantId }, ['frmRouting', 'payoutRouting']],
  ] as const;
  for (const [mutation, field, ids, names] of places) {
    for (const form of forms) {
      const given = Object.fromEntries(names.map((name) => [name, form]));
      const selection = `${field} { ${names.map((name) => `${name} ${shown}`).join(' ')} }`;
      const { payload, userErrors } = await client.mutate(mutation, { ...ids, ...given }, selection);
      expect(userErrors).toEqual([]);
      expect(payload[field]).toEqual(Object.fromEntries(names.map((name) => [name, { ...none, ...form }])));
    }
    // In the form of REST and the untyped fields.
    const cleared = Object.fromEntries(names.map((name) => [name, null]));
    const untyped = `${field} { frmRouting ${shown} }`;
    const { payload } = await client.mutate(mutation, { ...ids, ...cleared }, untyped);
    expect(payload[field]).toEqual({ frmRouting: null });
  }
  const routing = { advanced: { rules, default: [sandbox] } };
  const { payload } = await client.mutate(
    'updateBusinessProfile',
    { profileId, routing },
    'businessProfile { routingAlgorithm }',
  );
  expect(payload.businessProfile).toMatchObject({
    routingAlgorithm: {
      type: 'advanced',
      data: {
        rules: [{ conditions: [{ value: ['DE', 'FR'] }, { field: 'amount', value: 10_000 }] }],
        default: [{ connector: 'sandbox' }],
      },
    },
  });
});

test('A typed algorithm is refused with its own field names, and together with an untyped one', async ({
  graphqlAs,
  shop,
}) => {
  const { profileId } = shop;
  const refusal = async (input: object) => {
    const { userErrors } = await graphqlAs(shop.key).mutate(
      'updateBusinessProfile',
      { profileId, ...input },
      'businessProfile { profileId } userErrors { field }',
    );
    return userErrors[0];
  };
  const account = { connector: 'sandbox' };
  const both = { routing: { single: { account } }, routingAlgorithm: { type: 'single', data: 'sandbox' } };
  expect(await refusal(both)).toMatchObject({
    code: 'parameters_exclusive',
    message: expect.stringMatching(/routing or routingAlgorithm/),
    field: ['routing'],
  });
  const condition = (field: string, comparison: string, values: string[]) => ({
    routing: { advanced: { rules: [{ conditions: [{ field, comparison, values }], accounts: [account] }] } },
  });
  const at = ['routing', 'advanced', 'rules', '0', 'conditions', '0'];
  const refused: [object, string[]][] = [
    [condition('amount', 'less_than', ['much']), [...at, 'values']],
    [condition('amount', 'less_than', ['1', '2']), [...at, 'values']],
    [condition('currency', 'less_than', ['EUR']), [...at, 'comparison']],
    [condition('country', 'in', ['DE', 'Germany']), [...at, 'values', '1']],
    [{ routing: { single: { account: {} } } }, ['routing', 'single', 'account']],
    [{ routing: { single: { account: { connector: 'none' } } } }, ['routing', 'single', 'account']],
    [
      { routing: { volumeSplit: { shares: [{ split: 100, account: { connector: '' } }] } } },
      ['routing', 'volumeSplit', 'shares', '0', 'account', 'connector'],
    ],
    [{ routing: { advanced: {} } }, ['routing', 'advanced']],
    [
      { routing: { volumeSplit: { shares: [{ split: 60, account }] } } },
      ['routing', 'volumeSplit', 'shares'],
    ],
    [{ frmRouting: { priority: { accounts: [] } } }, ['frmRouting', 'priority', 'accounts']],
  ];
  for (const [input, field] of refused) {
    expect(await refusal(input), JSON.stringify(input)).toMatchObject({ code: 'invalid_parameter', field });
  }
  const routing = { single: { account }, priority: { accounts: [account] } };
  const { errors } = await graphqlAs(shop.key).mutate(
    'updateBusinessProfile',
    { profileId, routing },
    'businessProfile { profileId }',
  );
  expect(errors[0]?.message).toMatch(
    /at routing\. Expected RoutingAlgorithmInput with exactly one of single/,
  );
});
