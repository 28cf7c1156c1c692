import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { paymentTokenHash } from '../../src/core/payment-methods/payment-tokens.ts';
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
});

afterAll(() => service.close());

beforeEach(async () => {
  shop = await seedMerchant(service);
});

const asked = {
  accepted_currency: 'USD,EUR',
  accepted_country: 'US',
  minimum_amount: '100',
  maximum_amount: '5000',
  recurring_payment_enabled: 'false',
  installment_payment_enabled: 'false',
};

const list = (customerId: string, query: Record<string, string> = {}) =>
  client.get(`/customers/${customerId}/payment_methods?${new URLSearchParams({ ...asked, ...query })}`, {
    key: shop.key,
  });

const listed = async (customerId: string, query: Record<string, string> = {}) => {
  const { status, body } = await list(customerId, query);
  expect(status).toBe(200);
  return body.customer_payment_methods.map((row: { payment_method_id: string }) => row.payment_method_id);
};

const enables = (...entries: Record<string, unknown>[]) => ({ payment_methods_enabled: entries });

describe("a customer's payment methods", () => {
  it('have exactly the fields of the specification', async () => {
    const customerId = await shop.customer({ default_payment_method_id: 'pm_card' });
    await shop.connector(enables({ payment_method: 'card' }, { payment_method: 'bank_transfer' }));
    await shop.paymentMethod(customerId, {
      payment_method_id: 'pm_card',
      card: { last4_digits: '4242' },
      billing: { email: 'ann@example.com' },
      last_used_at: new Date('2026-02-01T00:00:00Z'),
    });
    await shop.paymentMethod(customerId, {
      payment_method_id: 'pm_bank',
      payment_method: 'bank_transfer',
      bank_transfer: { bank_account_number: 'DE89370400440532013000' },
    });

    const { body } = await list(customerId);
    expect(namesOf(body)).toEqual(['customer_payment_methods', 'is_guest_customer']);
    expect(body.is_guest_customer).toBe(false);
    const [card, bank] = body.customer_payment_methods;
    expect(namesOf(card)).toEqual(fieldSets.customerPaymentMethod);
    expect(namesOf(card.card)).toEqual(fieldSets.savedCard);
    expect(card).toMatchObject({
      payment_method_id: 'pm_card',
      requires_cvv: true,
      default_payment_method_set: true,
      surcharge_details: null,
      bank: null,
      billing: { email: 'ann@example.com', phone: null },
      last_used_at: '2026-02-01T00:00:00.000Z',
    });
    expect(bank).toMatchObject({
      payment_method_id: 'pm_bank',
      requires_cvv: false,
      default_payment_method_set: false,
      bank: { mask: '3000' },
      bank_transfer: { bank_account_number: 'DE******************00' },
    });
  });

  it('are only those in use, the last used first', async () => {
    const customerId = await shop.customer();
    await shop.connector(enables({ payment_method: 'card' }));
    const add = (id: string, values: object) =>
      shop.paymentMethod(customerId, { payment_method_id: id, ...values });
    await add('pm_new', { created: new Date('2026-03-02') });
    await add('pm_newer', { created: new Date('2026-03-03') });
    await add('pm_used', { last_used_at: new Date('2026-01-01') });
    await add('pm_used_later', { last_used_at: new Date('2026-01-02') });
    await add('pm_off', { status: 'inactive' });
    expect(await listed(customerId)).toEqual(['pm_used_later', 'pm_used', 'pm_newer', 'pm_new']);
    expect(await listed(await shop.customer())).toEqual([]);
  });

  it('carry a fresh token each time, of which only a digest is kept', async () => {
    const customerId = await shop.customer();
    await shop.profile({ intent_fulfillment_time: 60 });
    await shop.connector(enables({ payment_method: 'card' }));
    const methodId = await shop.paymentMethod(customerId);
    const tokens: string[] = [];
    for (const _ of [1, 2]) {
      tokens.push((await list(customerId)).body.customer_payment_methods[0].payment_token);
    }
    expect(tokens[0]).toMatch(/^token_[0-9A-Za-z]{32}$/);
    expect(tokens[1]).not.toBe(tokens[0]);
    const text =
      'select token, payment_method_id, extract(epoch from expires_at - now())::int as left from payment_tokens';
    const kept = await service.database.rows.query({ text, values: [] }, shop.merchantId);
    expect(kept.map((row) => row.token).sort()).toEqual(tokens.map(paymentTokenHash).sort());
    for (const row of kept) {
      expect(row.payment_method_id).toBe(methodId);
      // The shorter of the two profiles' times, as neither is the default.
      expect(row.left).toBeGreaterThan(50);
      expect(row.left).toBeLessThanOrEqual(60);
    }
  });

  it("take the default profile's time for their tokens", async () => {
    const other = await seedMerchant(service, { default_profile: 'pro_default' });
    await other.profile({ profile_id: 'pro_default', intent_fulfillment_time: 7200 });
    const customerId = await other.customer();
    await other.connector(enables({ payment_method: 'card' }));
    await other.paymentMethod(customerId);
    await client.get(`/customers/${customerId}/payment_methods?${new URLSearchParams(asked)}`, {
      key: other.key,
    });
    const text = 'select extract(epoch from expires_at - now())::int as left from payment_tokens';
    const [row] = await service.database.rows.query({ text, values: [] }, other.merchantId);
    expect(row?.left).toBeGreaterThan(7100);
  });

  it.each<[string, Record<string, unknown>, Record<string, string>, boolean]>([
    ['no bounds at all', {}, {}, true],
    ['another payment method', { payment_method: 'wallet' }, {}, false],
    ['a currency asked', { accepted_currencies: { type: 'enable_only', list: ['EUR'] } }, {}, true],
    ['no currency asked', { accepted_currencies: { type: 'enable_only', list: ['GBP'] } }, {}, false],
    ['all but one currency', { accepted_currencies: { type: 'disable_only', list: ['USD'] } }, {}, true],
    [
      'all but those asked',
      { accepted_currencies: { type: 'disable_only', list: ['USD', 'EUR'] } },
      {},
      false,
    ],
    ['any currency', { accepted_currencies: { type: 'all_accepted', list: ['GBP'] } }, {}, true],
    ['no country asked', { accepted_countries: { type: 'enable_only', list: ['DE'] } }, {}, false],
    ['all but the country asked', { accepted_countries: { type: 'disable_only', list: ['US'] } }, {}, false],
    ['amounts that begin where the range ends', { minimum_amount: 5000 }, {}, true],
    ['amounts above the range', { minimum_amount: 5001 }, {}, false],
    ['amounts that end where the range begins', { maximum_amount: 100 }, {}, true],
    ['amounts below the range', { maximum_amount: 99 }, {}, false],
    ['recurring not said', {}, { recurring_payment_enabled: 'true' }, false],
    ['recurring', { recurring_enabled: true }, { recurring_payment_enabled: 'true' }, true],
    [
      'no instalments',
      { installment_payment_enabled: false },
      { installment_payment_enabled: 'true' },
      false,
    ],
    ['instalments', { installment_payment_enabled: true }, { installment_payment_enabled: 'true' }, true],
  ])('with a connector account that admits %s', async (_, entry, query, eligible) => {
    const customerId = await shop.customer();
    await shop.connector(enables({ payment_method: 'card', ...entry }));
    const methodId = await shop.paymentMethod(customerId);
    expect(await listed(customerId, query)).toEqual(eligible ? [methodId] : []);
  });

  it('need one entry that admits everything at once, on an account that is in use', async () => {
    const customerId = await shop.customer();
    const methodId = await shop.paymentMethod(customerId);
    const card = { payment_method: 'card' };
    await shop.connector(enables({ ...card, minimum_amount: 9999 }));
    await shop.connector(enables({ ...card, accepted_countries: { type: 'enable_only', list: ['DE'] } }));
    await shop.connector({ ...enables(card), disabled: true });
    await shop.connector({ ...enables(card), status: 'inactive' });
    expect(await listed(customerId)).toEqual([]);
    await shop.connector(enables({ payment_method: 'wallet' }, card));
    expect(await listed(customerId)).toEqual([methodId]);
  });

  it('take lists as repeated keys too', async () => {
    const customerId = await shop.customer();
    await shop.connector(
      enables({ payment_method: 'card', accepted_currencies: { type: 'enable_only', list: ['EUR'] } }),
    );
    await shop.paymentMethod(customerId);
    const { accepted_currency: _, ...rest } = asked;
    const query = `${new URLSearchParams(rest)}&accepted_currency=USD&accepted_currency=EUR`;
    const { body } = await client.get(`/customers/${customerId}/payment_methods?${query}`, { key: shop.key });
    expect(body.customer_payment_methods).toHaveLength(1);
  });

  it('take the same number of statements whatever their number', async () => {
    await shop.connector(enables({ payment_method: 'card' }));
    const count = async (methods: number) => {
      const customerId = await shop.customer();
      for (let i = 0; i < methods; i++) await shop.paymentMethod(customerId);
      const before = service.statements.length;
      expect(await listed(customerId)).toHaveLength(methods);
      return service.statements.slice(before).filter((text) => !text.startsWith('select set_config')).length;
    };
    expect(await count(1)).toBe(5);
    expect(await count(40)).toBe(5);
  });

  it.each(Object.keys(asked))('are refused without %s', async (param) => {
    const query = new URLSearchParams(asked);
    query.delete(param);
    const { status, body } = await client.get(`/customers/ann/payment_methods?${query}`, { key: shop.key });
    expect([status, body.error.code, body.error.param]).toEqual([400, 'missing_parameter', param]);
  });

  it.each([
    ['accepted_currency', 'usd', 'accepted_currency[0]'],
    ['accepted_country', 'US,XX', 'accepted_country[1]'],
    ['minimum_amount', '-1', 'minimum_amount'],
    ['maximum_amount', '99', 'maximum_amount'],
    ['recurring_payment_enabled', 'yes', 'recurring_payment_enabled'],
  ])('are refused with %s=%s', async (name, value, param) => {
    const { status, body } = await list('ann', { [name]: value });
    expect([status, body.error.code, body.error.param]).toEqual([400, 'invalid_parameter', param]);
  });

  it('are not found for an unknown customer or that of another merchant', async () => {
    const other = await (await seedMerchant(service)).customer();
    for (const id of ['nobody', other, 'a%20b', '%00', 'x'.repeat(65)]) {
      const { status, body } = await list(id);
      expect([status, body.error.code]).toEqual([404, 'resource_not_found']);
    }
  });
});

describe('a payment method', () => {
  it('has exactly the fields of the specification, its account number masked', async () => {
    const customerId = await shop.customer();
    const methodId = await shop.paymentMethod(customerId, {
      card: { last4_digits: '4242' },
      card_number: '4242424242424242',
      bank_transfer: { bank_account_number: '12345678', bank_name: 'Bank' },
      payment_experience: ['redirect_to_url'],
    });
    const { status, body, text } = await client.get(`/payment_methods/${methodId}`, { key: shop.key });
    expect(status).toBe(200);
    expect(namesOf(body)).toEqual(fieldSets.paymentMethod);
    expect(namesOf(body.card)).toEqual(fieldSets.savedCard);
    expect(namesOf(body.bank_transfer)).toEqual(fieldSets.bankTransfer);
    expect(body.bank_transfer.bank_account_number).toBe('12****78');
    expect(body.payment_experience).toEqual(['redirect_to_url']);
    expect(text).not.toContain('4242424242424242');
  });

  it('is not found by another merchant', async () => {
    const other = await seedMerchant(service);
    const methodId = await other.paymentMethod(await other.customer());
    const { status, body } = await client.get(`/payment_methods/${methodId}`, { key: shop.key });
    expect([status, body.error.code, body.error.param]).toEqual([404, 'resource_not_found', null]);
  });

  it('takes no query', async () => {
    const { status, body } = await client.get('/payment_methods/pm_1?expand=card', { key: shop.key });
    expect([status, body.error.code, body.error.param]).toEqual([400, 'unknown_parameter', 'expand']);
  });
});
