import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, clientOf } from '../kit/client.ts';
import { type SeededMerchant, seedMerchant } from '../kit/seed.ts';
import { startTestService, type TestService } from '../kit/service.ts';
import { fieldSets, namesOf } from './fields.ts';

let service: TestService;
let client: Client;
let shop: SeededMerchant;

beforeAll(async () => {
  service = await startTestService();
  client = clientOf(service);
  shop = await seedMerchant(service);
});

afterAll(() => service.close());

const open = (values = {}) =>
  shop.payment({
    status: 'requires_payment_method',
    amount_received: 0,
    profile_id: shop.profileId,
    ...values,
  });
const update = (id: string, body: unknown, key = shop.key) => client.post(`/payments/${id}`, { key, body });
const refusal = async (id: string, body: unknown) => {
  const { status, body: answer } = await update(id, body);
  return [status, answer.error?.code, answer.error?.param];
};

describe('an updated payment', () => {
  it('is answered with exactly the fields of the specification, those of lists left out', async () => {
    const { status, body } = await update(await open(), { description: 'Two shirts' });
    expect(status).toBe(200);
    const listOnly = ['customer', 'capture_on', 'unified_code', 'unified_message'];
    expect(namesOf(body)).toEqual(fieldSets.paymentInList.filter((name) => !listOnly.includes(name)));
    expect(body).toMatchObject({ description: 'Two shirts', refunds: [], attempts: [], captures: [] });
  });

  it('takes every field that a merchant decides', async () => {
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

  it('keeps what is absent, clears what is null, and merges metadata', async () => {
    const id = await open({ description: 'Old', name: 'Ann', metadata: { a: 1, b: 2 } });
    const { body } = await update(id, { description: null, metadata: { b: null, c: 3 } });
    expect(body).toMatchObject({ description: null, name: 'Ann', metadata: { a: 1, c: 3 } });
    expect(await refusal(id, { amount: null })).toEqual([400, 'invalid_parameter', 'amount']);
    expect(await refusal(id, { status: 'succeeded' })).toEqual([400, 'unknown_parameter', 'status']);
  });

  it('keeps its net amount the sum of its parts, and within what an amount may be', async () => {
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

  it('expires the given number of seconds from now', async () => {
    const before = Date.now();
    const { body } = await update(await open(), { session_expiry: 3600 });
    const expiresIn = new Date(body.expires_on).getTime() - before;
    expect(expiresIn).toBeGreaterThanOrEqual(3_600_000);
    expect(expiresIn).toBeLessThan(3_660_000);
  });

  it("is the key's own merchant's", async () => {
    const other = await seedMerchant(service);
    const { status, body } = await update(await open(), {}, other.key);
    expect([status, body.error.code]).toEqual([404, 'resource_not_found']);
  });

  it('is not confirmed, nor changed, while nothing can take it', async () => {
    const id = await open();
    const changes = { confirm: true, description: 'x' };
    expect(await refusal(id, changes)).toEqual([400, 'missing_parameter', 'payment_method_data']);
    const card = { card_number: '4242424242424242', card_exp_month: '12', card_exp_year: '2099' };
    const paid = { ...changes, payment_method_data: { card } };
    expect(await refusal(id, paid)).toEqual([422, 'no_connector_available', null]);
    const unchanged = { description: null, status: 'requires_payment_method' };
    expect((await update(id, { confirm: false })).body).toMatchObject(unchanged);
  });
});

describe('the state of a payment', () => {
  it.each([
    'processing',
    'requires_customer_action',
    'requires_merchant_action',
    'requires_capture',
    'succeeded',
    'failed',
    'cancelled',
    'partially_captured',
    'partially_captured_and_capturable',
    'expired',
  ])('%s allows no update, and the answer says where one is', async (status) => {
    const { status: code, body } = await update(await open({ status }), { description: 'x' });
    expect([code, body.error.code]).toEqual([409, 'unexpected_state']);
    const words = ['payment', status, 'requires_payment_method', 'requires_confirmation'];
    for (const word of words) expect(body.error.message).toContain(word);
  });

  it('is written to its history when it moves', async () => {
    const id = await open();
    await update(id, { payment_method: 'wallet' });
    const text = `select from_status, to_status, cause from status_changes where object_id = $1`;
    expect(await service.database.rows.query({ text, values: [id] }, null)).toEqual([
      { from_status: 'requires_payment_method', to_status: 'requires_confirmation', cause: 'update' },
    ]);
  });
});

describe('two updates at once', () => {
  it('both survive', async () => {
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
});

describe('the statements of an update', () => {
  it('are as many for a payment with many children as for one with none', async () => {
    const count = async (id: string, body: object) => {
      await update(id, body);
      const before = service.statements.length;
      await update(id, { ...body, description: `${before}` });
      // Which connection a statement gets, and whether that must be told whose rows it sees, is not the command's doing.
      const apart = ['update api_keys', 'select set_config'];
      const sent = service.statements.slice(before);
      return sent.filter((text) => !apart.some((start) => text.startsWith(start))).length;
    };
    const [bare, full] = [await open(), await open()];
    for (let n = 1; n <= 5; n++) await shop.refund(await shop.attempt(full).then(() => full), { amount: 0 });
    expect(await count(full, {})).toBe(await count(bare, {}));
    const customer = await shop.customer();
    const card = { card_number: '4242424242424242', card_exp_month: '12', card_exp_year: '2099' };
    const body = { customer_id: customer, payment_method_data: { card } };
    expect(await count(full, body)).toBe(await count(bare, body));
  });
});
