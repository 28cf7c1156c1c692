import { expect } from 'vitest';
import { test as base } from '../../kit/test.ts';
import { namesOf } from './fields.ts';

const PAN = '5555555555554444';
const names = `
  payout_id merchant_id amount currency connector payout_type payout_method_data billing auto_fulfill customer_id
  customer client_secret return_url business_country business_label description entity_type recurring metadata
  merchant_connector_id status error_message error_code profile_id created connector_transaction_id priority
  attempts payout_link email name phone phone_country_code unified_code unified_message payout_method_id`;
const card = (values = {}) => ({
  card_number: PAN,
  expiry_month: '12',
  expiry_year: '2039',
  card_holder_name: 'Ann Example',
  ...values,
});
const withCard = (values = {}) => ({ payout_method_data: { card: card(values) } });
const allowed = ['requires_payout_method_data', 'requires_confirmation'];
const waiting = ['requires_creation', 'requires_vendor_account_creation'];

const test = base
  .extend(
    'open',
    ({ shop }) =>
      (values = {}) =>
        shop.payout({ status: 'requires_payout_method_data', ...values }),
  )
  .extend(
    'update',
    ({ api }) =>
      (id: string, body: unknown) =>
        api.post(`/payouts/${id}`, body),
  )
  .extend('refusal', ({ update }) => async (id: string, body: unknown) => {
    const { status, body: answer } = await update(id, body);
    return [status, answer.error?.code, answer.error?.param];
  })
  .extend('columnsOf', ({ service }) => async (id: string) => {
    const text = `select routing, connectors, payout_token, payout_link_config,
                  card_number is not null as has_number from payouts where payout_id = $1`;
    const [row] = await service.database.rows.query({ text, values: [id] }, null);
    return row;
  });

test('POST /payouts/{id} returns exactly the fields of the specification', async ({ open, update }) => {
  const { status, body } = await update(await open(), { description: 'Commission' });
  expect(status).toBe(200);
  expect(namesOf(body)).toEqual(names.trim().split(/\s+/).sort());
  expect(body).toMatchObject({ description: 'Commission', attempts: [] });
});

test('POST /payouts/{id} accepts every field of the specification', async ({
  columnsOf,
  open,
  shop,
  update,
}) => {
  const profile = await shop.profile();
  const changes = {
    amount: 77,
    currency: 'EUR',
    payout_type: 'card',
    billing: { address: { city: 'Bonn' } },
    auto_fulfill: true,
    return_url: 'https://shop.example/done',
    business_country: 'DE',
    business_label: 'clothes',
    description: 'Commission',
    entity_type: 'Company',
    recurring: true,
    metadata: { a: 1 },
    profile_id: profile,
    priority: 'instant',
    email: 'ann@example.com',
    name: 'Ann',
    phone: '555',
    phone_country_code: '+49',
  };
  await shop.connector({ merchant_connector_id: 'mca_1', profile_id: profile });
  const kept = {
    routing: { type: 'single', data: { connector: 'sandbox', merchant_connector_id: 'mca_1' } },
  };
  const id = await open();
  const sent = {
    ...changes,
    ...kept,
    connector: ['second', 'first'],
    payout_link: false,
    session_expiry: 600,
    confirm: false,
  };
  const { status, body } = await update(id, sent);
  expect(status).toBe(200);
  expect(body).toMatchObject({ ...changes, connector: null, payout_link: null });
  expect(await columnsOf(id)).toMatchObject({
    ...kept,
    connectors: ['second', 'first'],
  });
});

test("POST /payouts/{id} creates a payout's page, keeps its settings and removes it", async ({
  columnsOf,
  open,
  update,
}) => {
  const id = await open();
  const enabled_payment_methods = '[{"payment_method":"card"}]';
  const settings = { theme: '#123456', payout_link_id: 'bonus', enabled_payment_methods };
  const { body } = await update(id, { payout_link: true, payout_link_config: settings });
  const { link } = body.payout_link;
  expect(body.payout_link).toEqual({ payout_link_id: 'bonus', link: expect.stringContaining('/receive/') });
  expect(await columnsOf(id)).toMatchObject({
    payout_link_config: {
      ...settings,
      enabled_payment_methods: [{ payment_method: 'card', sent_text: enabled_payment_methods }],
    },
  });
  expect((await update(id, { amount: 5 })).body.payout_link).toEqual({ payout_link_id: 'bonus', link });
  const changed = await update(id, { payout_link_config: { form_layout: 'journey' } });
  expect(changed.body.payout_link).toEqual({ payout_link_id: 'bonus', link });
  expect((await update(id, { payout_link: false })).body.payout_link).toBeNull();
  expect(await columnsOf(id)).toMatchObject({ payout_link_config: null });
});

test('POST /payouts/{id} rejects unknown and invalid fields', async ({ open, refusal }) => {
  const id = await open();
  const invalid = (param: string) => [400, 'invalid_parameter', param];
  expect(await refusal(id, { entity_type: '' })).toEqual(invalid('entity_type'));
  expect(await refusal(id, { priority: 'x'.repeat(65) })).toEqual(invalid('priority'));
  expect(await refusal(id, { payout_type: 'cash' })).toEqual(invalid('payout_type'));
  expect(await refusal(id, { payout_link_config: { theme: '#123456' } })).toEqual(
    invalid('payout_link_config'),
  );
  expect(await refusal(id, { auto_fulfill: null })).toEqual(invalid('auto_fulfill'));
  expect(await refusal(id, { session_expiry: 0 })).toEqual(invalid('session_expiry'));
  expect(await refusal(id, { profile_id: 'pro_none' })).toEqual([404, 'resource_not_found', 'profile_id']);
  expect(await refusal(id, { confirm: true })).toEqual([400, 'missing_parameter', 'payout_method_data']);
});

test('POST /payouts/{id} checks the client secret if one is given', async ({ open, refusal, update }) => {
  const id = await open({ client_secret: 'po_1_secret_abc' });
  expect((await update(id, { client_secret: 'po_1_secret_abc' })).status).toBe(200);
  const wrong = [401, 'client_secret_invalid', 'client_secret'];
  expect(await refusal(id, { client_secret: 'po_1_secret_abd' })).toEqual(wrong);
  expect(await refusal(await open(), { client_secret: 'anything' })).toEqual(wrong);
});

test('POST /payouts/{id} attaches a new or existing customer', async ({ open, refusal, shop, update }) => {
  const customer = await shop.customer({
    name: 'Ann',
    email: 'ann@example.com',
    phone_country_code: '+44',
  });
  const { body } = await update(await open(), { customer_id: customer });
  expect(body).toMatchObject({
    customer_id: customer,
    customer: {
      id: customer,
      name: 'Ann',
      email: 'ann@example.com',
      phone: null,
      phone_country_code: '+44',
    },
    name: 'Ann',
    phone_country_code: '+44',
  });
  const created = await update(await open(), { customer: { name: 'Bea' } });
  expect(created.body.customer_id).toMatch(/^cus_/);
  expect(await refusal(await open(), { customer_id: 'a', customer: { id: 'b' } })).toEqual([
    400,
    'parameters_exclusive',
    'customer_id',
  ]);
});

test.for([...allowed, ...waiting])(
  'POST /payouts/{id} accepts an update in status %s',
  async (status, { open, update }) => {
    const { status: code, body } = await update(await open({ status }), { description: 'x' });
    expect([code, body.status]).toEqual([200, status]);
  },
);

test.for(waiting)(
  'POST /payouts/{id} keeps status %s while the payout has a destination',
  async (status, { open, update }) => {
    const id = await open({ status });
    expect((await update(id, withCard())).body.status).toBe(status);
    expect((await update(id, { payout_method_data: null })).body.status).toBe('requires_payout_method_data');
  },
);

test.for([
  'requires_fulfillment',
  'initiated',
  'pending',
  'success',
  'failed',
  'cancelled',
  'ineligible',
  'expired',
  'reversed',
])('POST /payouts/{id} rejects an update in status %s', async (status, { open, update }) => {
  const { status: code, body } = await update(await open({ status }), { description: 'x' });
  expect([code, body.error.code]).toEqual([409, 'unexpected_state']);
  for (const word of ['payout', status, ...allowed, ...waiting]) expect(body.error.message).toContain(word);
});

test('Concurrent updates of a payout both take effect', async ({ open, update }) => {
  const id = await open();
  await Promise.all([
    update(id, { description: 'A' }),
    update(id, { amount: 5 }),
    update(id, { metadata: { a: 1 } }),
  ]);
  expect((await update(id, {})).body).toMatchObject({ description: 'A', amount: 5, metadata: { a: 1 } });
});
