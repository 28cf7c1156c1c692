import { expect } from 'vitest';
import { seedMerchant } from '../../kit/seed.ts';
import { fieldSets, namesOf } from './fields.ts';
import { test } from './updating-payments.ts';

test('POST /payments/{id} returns exactly the fields of the specification, without list-only ones', async ({
  open,
  update,
}) => {
  const { status, body } = await update(await open(), { description: 'Two shirts' });
  expect(status).toBe(200);
  const listOnly = ['customer', 'capture_on', 'unified_code', 'unified_message'];
  expect(namesOf(body)).toEqual(fieldSets.paymentInList.filter((name) => !listOnly.includes(name)));
  expect(body).toMatchObject({ description: 'Two shirts', refunds: [], attempts: [], captures: [] });
});

test('POST /payments/{id} accepts every field a merchant may set', async ({ open, update }) => {
  const changes = {
    amount: 2500,
    currency: 'EUR',
    description: 'Two shirts',
    email: 'ann@example.com',
    name: 'Ann',
    phone: '5551234',
    billing: { address: { city: 'Bonn', country: 'DE' }, phone: null, email: null },
    shipping: { email: 'goods@example.com' },
    frm_metadata: { screen: true },
    connector_metadata: { sandbox: { order_category: 'pay' } },
    feature_metadata: { search_tags: ['summer'] },
    return_url: 'https://shop.example/done',
    authentication_type: 'three_ds',
    capture_method: 'manual',
    setup_future_usage: 'off_session',
    off_session: true,
    statement_descriptor_name: 'SHOP',
    statement_descriptor_suffix: '1',
    payment_method_type: 'credit',
    payment_experience: 'redirect_to_url',
    allowed_payment_method_types: ['credit', 'debit'],
    browser_info: { language: 'en', color_depth: 24 },
    mandate_data: { customer_acceptance: { acceptance_type: 'online' } },
    split_payments: { sandbox_split_payment: { charge_type: { sandbox: 'direct' }, application_fees: 5 } },
    merchant_order_reference_id: 'order-1',
    business_country: 'DE',
    business_label: 'clothes',
    business_sub_label: 'shirts',
    force_3ds_challenge: true,
    is_iframe_redirection_enabled: false,
  };
  const sent = {
    ...changes,
    order_details: [{ product_name: 'Shirt', quantity: 2, amount: 1250 }],
    request_external_three_ds_authentication: true,
    request_incremental_authorization: true,
  };
  const { status, body } = await update(await open(), sent);
  expect(status).toBe(200);
  expect(body).toMatchObject(changes);
  expect(JSON.parse(body.order_details)).toEqual([{ product_name: 'Shirt', quantity: 2, amount: 1250 }]);
});

test('POST /payments/{id} keeps absent fields, clears null ones and merges metadata', async ({
  open,
  refusal,
  update,
}) => {
  const id = await open({ description: 'Old', name: 'Ann', metadata: { a: 1, b: 2 } });
  const { body } = await update(id, { description: null, metadata: { b: null, c: 3 } });
  expect(body).toMatchObject({ description: null, name: 'Ann', metadata: { a: 1, c: 3 } });
  expect(await refusal(id, { amount: null })).toEqual([400, 'invalid_parameter', 'amount']);
  expect(await refusal(id, { status: 'succeeded' })).toEqual([400, 'unknown_parameter', 'status']);
});

test('POST /payments/{id} keeps the net amount equal to the sum of its parts and within the limit', async ({
  open,
  refusal,
  update,
}) => {
  const id = await open({ amount: 1000 });
  const parts = {
    shipping_cost: 200,
    order_tax_amount: 30,
    surcharge_details: { surcharge_amount: 4, tax_amount: 1 },
  };
  expect((await update(id, parts)).body).toMatchObject({ amount: 1000, net_amount: 1235 });
  expect((await update(id, { amount: 500, shipping_cost: null })).body.net_amount).toBe(535);
  expect(await refusal(id, { amount: 999_999_999_999 })).toEqual([400, 'invalid_parameter', 'amount']);
  expect((await update(id, {})).body).toMatchObject({ amount: 500, net_amount: 535 });
});

test('POST /payments/{id} sets the expiry relative to now', async ({ open, update }) => {
  const before = Date.now();
  const { body } = await update(await open(), { session_expiry: 3600 });
  const expiresIn = new Date(body.expires_on).getTime() - before;
  expect(expiresIn).toBeGreaterThanOrEqual(3_600_000);
  expect(expiresIn).toBeLessThan(3_660_000);
});

test("POST /payments/{id} does not find another merchant's payment", async ({ open, service, update }) => {
  const other = await seedMerchant(service);
  const { status, body } = await update(await open(), {}, other.key);
  expect([status, body.error.code]).toEqual([404, 'resource_not_found']);
});

test('POST /payments/{id} changes nothing if the payment cannot be confirmed', async ({
  open,
  refusal,
  update,
}) => {
  const id = await open();
  const changes = { confirm: true, description: 'x' };
  expect(await refusal(id, changes)).toEqual([400, 'missing_parameter', 'payment_method_data']);
  const card = { card_number: '4242424242424242', card_exp_month: '12', card_exp_year: '2039' };
  const paid = { ...changes, payment_method_data: { card } };
  expect(await refusal(id, paid)).toEqual([422, 'no_connector_available', null]);
  const unchanged = { description: null, status: 'requires_payment_method' };
  expect((await update(id, { confirm: false })).body).toMatchObject(unchanged);
});

test('POST /payments/{id} records status changes in the history', async ({ open, service, update }) => {
  const id = await open();
  await update(id, { payment_method_data: { bank_redirect: { ideal: {} } } });
  const text = `select from_status, to_status, cause from status_changes where object_id = $1`;
  expect(await service.database.rows.query({ text, values: [id] }, null)).toEqual([
    { from_status: 'requires_payment_method', to_status: 'requires_confirmation', cause: 'update' },
  ]);
});

test('Concurrent updates of a payment both take effect', async ({ open, update }) => {
  const id = await open({ metadata: {} });
  const keys = Array.from({ length: 8 }, (_, i) => `k${i}`);
  const bodies = [
    ...keys.map((key) => ({ metadata: { [key]: key } })),
    { description: 'A' },
    { shipping_cost: 7 },
  ];
  const answers = await Promise.all(bodies.map((body) => update(id, body)));
  expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 200));
  expect((await update(id, {})).body).toMatchObject({
    metadata: Object.fromEntries(keys.map((key) => [key, key])),
    description: 'A',
    net_amount: 1007,
  });
});

test('POST /payments/{id} makes the same number of statements for any number of child objects', async ({
  open,
  service,
  shop,
  update,
}) => {
  const countOnce = async (id: string, body: object) => {
    const before = service.statements.length;
    await update(id, { ...body, description: `${before}` });
    // Sent only if the pooled connection was last used for another merchant.
    const apart = ['update api_keys', 'select set_config'];
    const sent = service.statements.slice(before);
    return sent.filter((text) => !apart.some((start) => text.startsWith(start))).length;
  };
  /** The minimum of several counts: values cached for a second are read again afterwards. */
  const count = async (id: string, body: object) => {
    const counts: number[] = [];
    for (let i = 0; i < 5; i += 1) counts.push(await countOnce(id, body));
    return Math.min(...counts);
  };
  const [few, many] = [await open({ attempt_count: 1 }), await open({ attempt_count: 5 })];
  await shop.attempt(few);
  for (let n = 1; n <= 5; n++) await shop.refund(await shop.attempt(many).then(() => many), { amount: 0 });
  expect(await count(many, {})).toBe(await count(few, {}));
  const customer = await shop.customer();
  const card = { card_number: '4242424242424242', card_exp_month: '12', card_exp_year: '2039' };
  const body = { customer_id: customer, payment_method_data: { card } };
  expect(await count(many, body)).toBe(await count(few, body));
});
