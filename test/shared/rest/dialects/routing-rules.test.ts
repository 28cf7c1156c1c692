import { expect } from 'vitest';
import { Problem } from '../../../../src/core/foundation/errors.ts';
import { fieldsOf } from '../../../../src/core/model/index.ts';
import { ruleProgram } from '../../../../src/rest/dialects/hyperswitch/program-documents.ts';
import {
  routingFieldsOf,
  takingTheirRules,
} from '../../../../src/rest/dialects/hyperswitch/routing-operations.ts';
import { operations } from '../../../../src/rest/operations.ts';
import { sandboxShop } from '../../../kit/sandbox-shop.ts';
import { test as base } from '../../../kit/test.ts';

/*
 * Advanced routing in the form of Hyperswitch's clients, from its public reference of `POST /routing` and its
 * collections: `rules[].statements[].condition[]`, `connectorSelection`, `defaultSelection`.
 */

const test = base
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('routing', async ({ client, shop }) => {
    const { account: first, key, merchantId, profileId } = shop;
    const second = await shop.sandbox({ connector_label: 'second' });
    const post = async (path: string, body: object) => (await client.post(path, { key, body })).body;
    return {
      first,
      second,
      post,
      set: (algorithm: object) =>
        post(`/account/${merchantId}/business_profile/${profileId}`, { routing_algorithm: algorithm }),
      /** The accounts that routing would choose for a payment. */
      evaluate: async (algorithm: object, values: object = {}) => {
        const parameters = { amount: 100, currency: 'EUR', payment_method: 'card', ...values };
        const body = await post('/routing/rule/evaluate', { algorithm, parameters });
        return body.error ?? body.evaluated_output.map((one: Account) => one.merchant_connector_id);
      },
    };
  });

interface Account {
  merchant_connector_id: string;
}

const to = (...ids: string[]) => ({
  type: 'priority',
  data: ids.map((merchant_connector_id) => ({ connector: 'sandbox', merchant_connector_id })),
});
const condition = (lhs: string, comparison: string, type: string, value: unknown) => ({
  lhs,
  comparison,
  value: { type, value },
  metadata: {},
});
const advanced = (rules: object[], defaultSelection: object) => ({
  type: 'advanced',
  data: { rules, defaultSelection, metadata: {} },
});
const rule = (connectorSelection: object, ...statements: object[]) => ({
  name: 'rule_1',
  connectorSelection,
  statements,
});

test("Rules of Hyperswitch's clients are stored as ours and decide alike", async ({ routing }) => {
  const { evaluate, first, second, set } = routing;
  const given = advanced(
    [
      rule(
        to(second),
        {
          condition: [
            condition('billing_country', 'equal', 'enum_variant', 'Netherlands'),
            condition('amount', 'greater_than_equal', 'number', 100),
          ],
        },
        { condition: [condition('currency', 'equal', 'enum_variant_array', ['USD', 'CHF'])] },
      ),
    ],
    to(first),
  );
  const kept = {
    type: 'advanced',
    data: {
      rules: [
        {
          name: 'rule_1',
          conditions: [
            { field: 'country', comparison: 'equal', value: 'NL' },
            { field: 'amount', comparison: 'greater_or_equal', value: 100 },
          ],
          connectors: to(second).data,
        },
        {
          name: 'rule_1',
          conditions: [{ field: 'currency', comparison: 'in', value: ['USD', 'CHF'] }],
          connectors: to(second).data,
        },
      ],
      default: to(first).data,
    },
  };
  expect((await set(given)).routing_algorithm).toEqual(kept);
  for (const way of [given, kept]) {
    expect(await evaluate(way, { country: 'NL' })).toEqual([second]);
    expect(await evaluate(way, { country: 'NL', amount: 99 })).toEqual([first]);
    expect(await evaluate(way, { currency: 'CHF' })).toEqual([second]);
    expect(await evaluate(way)).toEqual([first]);
  }
});

test('Each country and each kind of type is read as it is named', async ({ routing }) => {
  const { evaluate, first, second } = routing;
  const to = (lhs: string, value: string) =>
    advanced(
      [rule(toAccount(second), { condition: [condition(lhs, 'equal', 'enum_variant', value)] })],
      toAccount(first),
    );
  const toAccount = (id: string) => ({
    type: 'priority',
    data: [{ connector: 'sandbox', merchant_connector_id: id }],
  });
  for (const [name, country] of [
    ['France', 'FR'],
    ['Turkey', 'TR'],
    ['BurkinaFaso', 'BF'],
  ] as const) {
    expect(await evaluate(to('billing_country', name), { country })).toEqual([second]);
  }
  expect(await evaluate(to('pay_later', 'klarna'), { payment_method_type: 'klarna' })).toEqual([second]);
});

test('A statement holds if one of its nested statements does, and a selection may split the volume', async ({
  graphqlAs,
  routing,
  shop,
}) => {
  const { evaluate, first, second, set } = routing;
  const split = {
    type: 'volume_split',
    data: [
      { split: 30, connector: to(first).data[0] },
      { split: 70, connector: to(second).data[0] },
    ],
  };
  const nested = {
    condition: [condition('payment_method', 'equal', 'enum_variant', 'card')],
    nested: [
      { condition: [condition('card_network', 'equal', 'enum_variant', 'Visa')] },
      { condition: [condition('authentication_type', 'equal', 'enum_variant', 'three_ds')] },
    ],
  };
  const given = advanced([rule(split, nested)], to(first));
  expect(await evaluate(given, { card_network: 'Visa' })).toEqual([second, first]);
  expect(await evaluate(given, { authentication_type: 'three_ds' })).toEqual([second, first]);
  expect(await evaluate(given, { card_network: 'Mastercard' })).toEqual([first]);
  expect(await evaluate(advanced([], split))).toEqual([second, first]);

  await set(given);
  const typed = `{ businessProfile(profileId: "${shop.profileId}") { routing { advanced {
    rules { accounts { connector } shares { split account { merchantConnectorId } } } } } } }`;
  const { businessProfile } = await graphqlAs(shop.key).data(typed);
  const [one] = businessProfile.routing.advanced.rules;
  expect(one).toEqual({
    accounts: [],
    shares: [
      { split: 30, account: { merchantConnectorId: first } },
      { split: 70, account: { merchantConnectorId: second } },
    ],
  });
});

test('Payouts are routed by their type', async ({ routing: { post }, shop }) => {
  const [card, bank] = [0, 1].map((i) =>
    shop.connector({
      connector_type: 'payout_processor',
      connector_name: 'sandbox',
      connector_label: `out ${i}`,
      payment_methods_enabled: [{ payment_method: 'card' }, { payment_method: 'bank_transfer' }],
    }),
  );
  const isBank = { condition: [condition('payout_type', 'equal', 'enum_variant', 'bank')] };
  const algorithm = advanced([rule(to(await bank!), isBank)], to(await card!));
  for (const [payout_type, account] of [
    ['bank', await bank],
    ['card', await card],
  ]) {
    const parameters = { amount: 1, currency: 'EUR', payout_type };
    const asked = { transaction_type: 'payout', algorithm, parameters };
    const { evaluated_output: chosen } = await post('/routing/rule/evaluate', asked);
    expect(chosen.map((one: Account) => one.merchant_connector_id)).toEqual([account]);
  }
});

test("Errors in such rules use the caller's names, and mixing both forms is refused", async ({ routing }) => {
  const { evaluate, first } = routing;
  const holding = { condition: [condition('currency', 'equal', 'enum_variant', 'EUR')] };
  const refused: [algorithm: object, param: string][] = [
    [
      advanced([rule(to(first), { condition: [condition('mood', 'equal', 'enum_variant', 'good')] })], to()),
      'algorithm.data.rules[0].statements[0].condition[0].lhs',
    ],
    [
      advanced(
        [rule(to(first), { condition: [condition('amount', 'less_than', 'number_array', [1])] })],
        to(),
      ),
      'algorithm.data.rules[0].statements[0].condition[0].comparison',
    ],
    [
      advanced([rule(to(first), holding), rule(to('mca_none'), holding)], to()),
      'algorithm.data.rules[1].connectorSelection.data[0]',
    ],
    [advanced([], to('mca_none')), 'algorithm.data.defaultSelection.data[0]'],
    [advanced([{ connectorSelection: to(first) }], to()), 'algorithm.data.rules[0].statements'],
    [{ type: 'advanced', data: { ...advanced([], to(first)).data, default: [] } }, 'algorithm.data.default'],
    [advanced([{ ...rule(to(first), holding), connectors: [] }], to()), 'algorithm.data.rules[0].connectors'],
    [
      advanced([], { type: 'volume_split', data: [{ split: 60, connector: 'sandbox' }] }),
      'algorithm.data.defaultSelection.data',
    ],
    [advanced([], to()), 'algorithm.data'],
  ];
  for (const [algorithm, param] of refused) {
    expect(await evaluate(algorithm)).toMatchObject({ param });
  }
});

const holding = operations.flatMap(({ body, id }) => {
  const fields = routingFieldsOf(body);
  return fields.length > 0 ? [{ id, body: body!, fields }] : [];
});

test('Every operation with a routing algorithm accepts such rules, and names faulty parts', async () => {
  const named = operations.flatMap(({ body, id }) =>
    (body ? fieldsOf(body) : [])
      .filter(
        ({ name, schema }) => /^algorithm$|^routing$|routing_algorithm$/.test(name) && schema !== ruleProgram,
      )
      .map(({ name }) => `${id}.${name}`),
  );
  expect(named.length).toBeGreaterThan(8);
  expect(holding.flatMap(({ fields, id }) => fields.map((name) => `${id}.${name}`))).toEqual(named);

  const theirs = advanced([], to('mca_1'));
  for (const { fields } of holding) {
    const ctx = {} as never;
    const request = (body: object) => ({ path: {}, query: {}, body });
    const echo = takingTheirRules(async (_, { body }) => body, fields);
    for (const name of fields) {
      const own = { type: 'advanced', data: { rules: [], default: to('mca_1').data } };
      expect(await echo(ctx, request({ [name]: theirs, amount: 1 }))).toEqual({ [name]: own, amount: 1 });
      expect(await echo(ctx, request({ [name]: own }))).toEqual({ [name]: own });
      const refuse = takingTheirRules(async () => {
        const param = `${name}.data.default[0]`;
        throw new Problem('resource_not_found', `${param} names no account.`, { param });
      }, fields);
      const path = `${name}.data.defaultSelection.data[0]`;
      await expect(refuse(ctx, request({ [name]: theirs }))).rejects.toMatchObject({
        param: path,
        message: `${path} names no account.`,
      });
    }
  }
});

test('GraphQL accepts algorithms only in its own form', async ({ graphqlAs, routing, shop }) => {
  const mutation = `mutation ($algorithm: JSON) { updateBusinessProfile(input: { profileId: "${shop.profileId}"
    routingAlgorithm: $algorithm }) { userErrors { code param } } }`;
  const { updateBusinessProfile } = await graphqlAs(shop.key).data(mutation, {
    algorithm: advanced([], to(routing.first)),
  });
  const error = { code: 'unknown_parameter', param: 'routing_algorithm.data.defaultSelection' };
  expect(updateBusinessProfile.userErrors).toContainEqual(error);
});
