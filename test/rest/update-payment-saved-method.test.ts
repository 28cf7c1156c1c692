import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, clientOf } from '../kit/client.ts';
import { type SeededMerchant, seedMerchant } from '../kit/seed.ts';
import { startTestService, type TestService } from '../kit/service.ts';

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
const update = (id: string, body: unknown) => client.post(`/payments/${id}`, { key: shop.key, body });
const refusal = async (id: string, body: unknown) => {
  const { status, body: answer } = await update(id, body);
  return [status, answer.error?.code, answer.error?.param];
};
const typed = { card_number: '4000000000003220', card_exp_month: '12', card_exp_year: '2099' };
const saved = {
  last4_digits: '4444',
  card_network: 'Mastercard',
  card_isin: '555555',
  expiry_month: '01',
  expiry_year: '2090',
  card_fingerprint: 'fp_1',
};

describe('a saved method', () => {
  const owned = async (values = {}) => {
    const customer = await shop.customer();
    const method = await shop.paymentMethod(customer, {
      card: saved,
      payment_method_type: 'credit',
      ...values,
    });
    return { customer, method };
  };

  it('is attached by its identifier', async () => {
    const { customer, method } = await owned();
    const { status, body } = await update(await open(), { customer_id: customer, payment_method_id: method });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'requires_confirmation',
      payment_method: 'card',
      payment_method_type: 'credit',
      payment_method_id: method,
      payment_method_status: 'active',
      payment_token: null,
      card_discovery: 'saved_card',
      fingerprint: 'fp_1',
      payment_method_data: {
        card: { last4: '4444', card_network: 'Mastercard', card_isin: '555555', card_exp_year: '2090' },
      },
    });
  });

  it('is attached by a token for it', async () => {
    const { customer, method } = await owned();
    await shop.connector({ payment_methods_enabled: [{ payment_method: 'card' }] });
    const terms =
      'accepted_currency=USD&accepted_country=US&minimum_amount=0&maximum_amount=9&recurring_payment_enabled=false&installment_payment_enabled=false';
    const list = await client.get(`/customers/${customer}/payment_methods?${terms}`, { key: shop.key });
    const token = list.body.customer_payment_methods[0].payment_token;
    const id = await open({ customer_id: customer });
    const { body } = await update(id, { payment_token: token });
    expect(body).toMatchObject({
      payment_method_id: method,
      payment_token: token,
      status: 'requires_confirmation',
    });

    const text = `update payment_tokens set expires_at = now() - interval '1 minute'`;
    await service.database.rows.query({ text, values: [] }, null);
    expect(await refusal(id, { payment_token: token })).toEqual([404, 'resource_not_found', 'payment_token']);
  });

  it("must be in use, the merchant's and the customer's of the payment", async () => {
    const mine = await owned();
    const inactive = await owned({ status: 'inactive' });
    const other = await seedMerchant(service);
    const theirs = await other.paymentMethod(await other.customer());
    const notFound = [404, 'resource_not_found', 'payment_method_id'];
    const id = await open({ customer_id: mine.customer });
    for (const method of [inactive.method, (await owned()).method, theirs, 'pm_none']) {
      expect(await refusal(id, { payment_method_id: method })).toEqual(notFound);
    }
    const refused = { customer_id: inactive.customer, payment_method_id: inactive.method };
    expect(await refusal(await open(), refused)).toEqual(notFound);
    expect(await refusal(await open(), { payment_method_id: mine.method })).toEqual(notFound);
    expect(await refusal(id, { payment_token: 'token_none' })).toEqual([
      404,
      'resource_not_found',
      'payment_token',
    ]);
    const both = { payment_token: 'token_none', payment_method_id: mine.method };
    expect(await refusal(id, both)).toEqual([400, 'parameters_exclusive', 'payment_method_id']);
  });

  it('does not go over to another customer', async () => {
    const { customer, method } = await owned();
    const id = await open();
    await update(id, { customer_id: customer, payment_method_id: method });
    const another = await shop.customer();
    expect(await refusal(id, { customer_id: another })).toEqual([400, 'invalid_parameter', 'customer_id']);
    expect(await refusal(id, { customer_id: null })).toEqual([400, 'invalid_parameter', 'customer_id']);
    const { body } = await update(id, { customer_id: another, payment_method_id: null });
    expect(body).toMatchObject({
      customer_id: another,
      payment_method_id: null,
      status: 'requires_payment_method',
    });
  });

  it('gives way to a card that is typed in', async () => {
    const { customer, method } = await owned();
    const id = await open();
    await update(id, { customer_id: customer, payment_method_id: method });
    expect((await update(id, { payment_method_data: { card: typed } })).body).toMatchObject({
      payment_method_id: null,
      payment_method_status: null,
      card_discovery: 'manual',
      payment_method_data: { card: { last4: '3220' } },
    });
  });
});
