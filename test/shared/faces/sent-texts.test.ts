import { expect } from 'vitest';
import {
  allInputs,
  allResources,
  type DescribedClass,
  fieldsOf,
  keepsUnknown,
} from '../../../src/core/model/index.ts';
import { setColumns } from '../../kit/sandbox-shop.ts';
import { test } from '../../kit/test.ts';

const lines =
  ' [ {"quantity":2,\n "brand":"Acme é \\u00e9","amount":1250,"product_name":"Shirt","tags":[{"a":1}]},{"amount":1,"quantity":1,"product_name":"Hat"}]';
const plain = [{ quantity: 2, brand: { name: 'Acme' }, amount: 1250, product_name: 'Shirt' }];

/** The classes of objects within a class's fields, and whether each is reached through an encoded list. */
function nestedIn(target: DescribedClass, encoded: boolean, found: Map<DescribedClass, Set<boolean>>): void {
  for (const { kind, of } of fieldsOf(target)) {
    if (!['object', 'object_list', 'json_encoded_list'].includes(kind)) continue;
    const isEncoded = encoded || kind === 'json_encoded_list';
    const ways = found.get(of!()) ?? new Set();
    if (ways.has(isEncoded)) continue;
    found.set(of!(), ways.add(isEncoded));
    nestedIn(of!(), isEncoded, found);
  }
}

test('Exactly the objects of encoded lists keep unknown members', () => {
  const found = new Map<DescribedClass, Set<boolean>>();
  const known = [...allResources().map(({ target }) => target), ...allInputs()];
  // Test inputs mix them.
  for (const target of known.filter(({ name }) => !name.startsWith('Order'))) nestedIn(target, false, found);
  const encoded = [...found].filter(([, ways]) => ways.has(true));
  expect(encoded.filter(([, ways]) => ways.size > 1)).toEqual([]);
  expect(encoded.length).toBeGreaterThan(4);
  for (const [target, ways] of found)
    expect([target.name, keepsUnknown(target)]).toEqual([target.name, ways.has(true)]);
});

test('order_details come back byte for byte from every operation and in events', async ({
  api,
  graphql,
  service,
  shop,
}) => {
  for (const [sent, shown] of [
    [lines, lines],
    [plain, JSON.stringify(plain)],
  ] as const) {
    const { body } = await api.post('/payments', { amount: 1, currency: 'USD', order_details: sent });
    expect(body.order_details).toBe(shown);
    const id = body.payment_id;
    expect((await api.get(`/payments/${id}`)).body.order_details).toBe(shown);
    const listed = (await api.get('/payments/list')).body[0].data;
    expect(listed.find((row: { payment_id: string }) => row.payment_id === id).order_details).toBe(shown);
    const updated = await api.post(`/payments/${id}`, { order_details: sent, description: 'Again' });
    expect(updated.body.order_details).toBe(shown);
    expect((await api.post(`/payments/${id}`, { description: 'Once more' })).body.order_details).toBe(shown);

    const query = `{ payment(paymentId: "${id}") { orderDetails { productName quantity amount } } }`;
    expect((await graphql.data(query)).payment.orderDetails[0]).toEqual({
      ...{ productName: 'Shirt', quantity: 2, amount: 1250 },
    });
    const events = await graphql.data(`{ events(filter: { objectId: { eq: "${id}" } }) { nodes { body } } }`);
    for (const { body: event } of events.events.nodes) {
      expect(JSON.parse(event).content.object.order_details).toBe(shown);
    }
    expect(events.events.nodes.length).toBeGreaterThan(0);
  }
  // A row stored by an earlier version.
  const old = await shop.payment({ status: 'requires_payment_method', amount_received: 0 });
  const line = { product_name: 'Shirt', quantity: 2, amount: 1250 };
  await setColumns(service, 'payments', { payment_id: old }, { order_details: [line] });
  expect(JSON.parse((await api.get(`/payments/${old}`)).body.order_details)).toEqual([line]);
});

test('frm_configs and enabled_payment_methods come back byte for byte', async ({ client, service, shop }) => {
  const frm_configs = '[{"payment_methods":[{"note":"mine","payment_method":"card"}],  "gateway":"sandbox"}]';
  const { merchantId, profileId, key } = shop;
  const path = `/accounts/${merchantId}/connectors`;
  const made = await client.post(path, {
    key,
    body: {
      ...{ connector_type: 'payment_vas', connector_name: 'sandbox', profile_id: profileId, frm_configs },
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'key' },
    },
  });
  expect([made.status, made.body.frm_configs ?? made.text]).toEqual([200, frm_configs]);
  const id = made.body.merchant_connector_id;
  expect((await client.get(`${path}/${id}`, { key })).body.frm_configs).toBe(frm_configs);
  const changed = await client.post(`${path}/${id}`, { key, body: { test_mode: true } });
  expect(changed.body.frm_configs).toBe(frm_configs);
  await setColumns(
    service,
    'connector_accounts',
    { merchant_connector_id: id },
    { frm_configs: [{ gateway: 'sandbox' }] },
  );
  const old = await client.get(`${path}/${id}`, { key });
  expect(JSON.parse(old.body.frm_configs)).toEqual([{ gateway: 'sandbox' }]);

  const enabled_payment_methods = '[{"payment_method_types":[ ],"payment_method":"card","colour":"red"}]';
  const config = { theme: '#1a73e8', enabled_payment_methods };
  const account = await client.post(`/accounts/${merchantId}`, {
    key,
    body: { pm_collect_link_config: config },
  });
  expect(account.body.pm_collect_link_config.enabled_payment_methods).toBe(enabled_payment_methods);
});

test('The text of a list never keeps a card number, in any notation', async ({ api }) => {
  const line = { product_name: 'Shirt', quantity: 1, amount: 1 };
  const card = '4242 4242 4242 4242';
  const escaped = card.replaceAll('4', '\\u0034');
  const faults: readonly [unknown, string][] = [
    [[{ ...line, make: card }], 'order_details[0]'],
    [[{ ...line, brand: card }], 'order_details'],
    [[{ ...line, [card]: 1 }], 'order_details[0]'],
    [[{ ...line, deep: [{ number: 4242424242424242 }] }], 'order_details[0]'],
    [[{ ...line, product_name: card }], 'order_details[0].product_name'],
    [`[{"brand":"${card}","brand":"","product_name":"x","quantity":1,"amount":1}]`, 'order_details'],
    [`[{"brand":"${escaped}","brand":"","product_name":"x","quantity":1,"amount":1}]`, 'order_details'],
    [`[{"product_name":"${card}","product_name":"x","quantity":1,"amount":1}]`, 'order_details'],
  ];
  for (const [order_details, param] of faults) {
    const { body, text } = await api.post('/payments', { amount: 1, currency: 'USD', order_details });
    expect(body.error).toMatchObject({ code: 'invalid_parameter', param });
    expect(text).not.toContain('4242');
  }
  const own = [{ ...line, sent_text: 'mine' }];
  const { body } = await api.post('/payments', { amount: 1, currency: 'USD', order_details: own });
  expect(body.order_details).toBe(JSON.stringify(own));
});
