import { expect } from 'vitest';
import { mutate } from '../../kit/mutate.ts';
import { type SeededMerchant, seedMerchant } from '../../kit/seed.ts';
import { test as base } from '../../kit/test.ts';
import { badValues, takenMapping } from './bad-values.ts';
import { graphqlInput, restForm, selectionOf, type TwinName, twins } from './twin.ts';

/** The object to update unless a row names another: one that accepts updates. */
const updatable: Record<TwinName, string> = {
  updatePayment: 'pay_open',
  updatePayout: 'po_open',
  updateRefund: 'ref_1',
  createCustomer: '',
  updateCustomer: 'alice',
  updatePaymentMethod: 'pm_card',
  createMerchantAccount: '',
  createErrorMapping: '',
};

const NOW = new Date('2027-03-01T12:00:00.000Z');

const addPayment = (shop: SeededMerchant, payment_id: string, values = {}) =>
  shop.payment({
    payment_id,
    status: 'requires_payment_method',
    profile_id: shop.profileId,
    created: NOW,
    amount_received: 0,
    ...values,
  });
const addPayout = (shop: SeededMerchant, payout_id: string, values = {}) =>
  shop.payout({ payout_id, status: 'requires_payout_method_data', created: NOW, ...values });
const addRefund = (shop: SeededMerchant, refund_id: string) =>
  shop.refund('pay_done', { refund_id, created_at: NOW, profile_id: shop.profileId });

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ now: () => NOW }))
  /** The merchant of all tests, with objects in the states that the table of invalid values needs. */
  .extend('merchant', { scope: 'file' }, async ({ client, service }) => {
    const shop = await seedMerchant(service);
    await seedMerchant(service, { merchant_id: 'taken' });
    const other = await seedMerchant(service);
    await other.payment({ payment_id: 'pay_other', status: 'requires_payment_method' });
    for (const customer_id of ['alice', 'bob']) await shop.customer({ customer_id, created_at: NOW });
    const saved = { card: { last4_digits: '4242', expiry_month: '12', expiry_year: '2039' }, created: NOW };
    await shop.paymentMethod('alice', { ...saved, payment_method_id: 'pm_card' });
    await shop.paymentMethod('bob', { ...saved, payment_method_id: 'pm_of_bob' });
    await shop.paymentMethod('alice', { ...saved, payment_method_id: 'pm_out', status: 'inactive' });
    await shop.paymentMethod('alice', { payment_method_id: 'pm_bank', payment_method: 'bank_transfer' });
    await addPayment(shop, 'pay_open', { customer_id: 'alice' });
    await addPayment(shop, 'pay_done', { status: 'succeeded', amount_received: 1000 });
    await addPayout(shop, 'po_open');
    await addPayout(shop, 'po_done', { status: 'success' });
    await addRefund(shop, 'ref_1');
    const { status } = await client.post('/gsm', { key: service.adminApiKey, body: takenMapping });
    expect(status).toBe(200);
    return shop;
  })
  .extend('keyFor', { scope: 'file' }, ({ merchant, service }) => (name: TwinName) => {
    return twins[name].admin ? service.adminApiKey : merchant.key;
  })
  .extend('viaRest', { scope: 'file' }, ({ client, keyFor }) => {
    return (name: TwinName, id: string, body: unknown) =>
      client.post(twins[name].path(id), { key: keyFor(name), body });
  })
  .extend('viaGraphql', { scope: 'file' }, ({ keyFor, service }) => {
    return (name: TwinName, id: string, body: unknown) => {
      const { payloadField, id: idField, input: inputClass, result, view } = twins[name];
      const target = idField === null ? {} : (graphqlInput(result, { [idField]: id }) as object);
      const input = { ...target, ...(graphqlInput(inputClass, body) as object) };
      const selection = `${payloadField} { ${selectionOf(result, view)} }`;
      return mutate(service, keyFor(name), name, input, selection);
    };
  });

test.for(badValues)(
  'REST and GraphQL return the same error for $mutation with $fault',
  async ({ mutation, body, code, param, id = updatable[mutation] }, { viaGraphql, viaRest }) => {
    const rest = await viaRest(mutation, id, body);
    const { error } = rest.body;
    expect(error ? { code: error.code, param: error.param } : { accepted: rest.body }).toEqual({
      code,
      param,
    });

    const { userErrors, errors, payload } = await viaGraphql(mutation, id, body);
    const [graphqlError] = [...userErrors, ...errors.map(({ extensions }) => extensions)];
    expect(
      graphqlError ? { code: graphqlError.code, param: graphqlError.param } : { accepted: payload },
    ).toEqual({ code, param });
  },
);

test('The table of invalid values covers every write', () => {
  expect(badValues.length).toBeGreaterThan(200);
  expect(new Set(badValues.map(({ mutation }) => mutation)).size).toBe(Object.keys(twins).length);
});

const address = {
  city: 'Berlin',
  country: 'DE',
  line1: 'Unter den Linden 1',
  line2: 'Hinterhaus',
  line3: 'links',
  zip: '10117',
  state: 'BE',
  first_name: 'Alice',
  last_name: 'Example',
};
const contact = {
  address,
  phone: { number: '3012345', country_code: '+49' },
  email: 'alice@example.com',
};
const metadata = { order: '4711', nested: { list: [1, 'two', null, true] } };

/** A valid body of each write and, for updates, how to add the object it updates. */
const good: Record<
  TwinName,
  {
    body: (suffix: string) => Record<string, unknown>;
    add?: (shop: SeededMerchant, id: string) => Promise<unknown>;
  }
> = {
  updatePayment: {
    add: addPayment,
    body: () => ({
      amount: 99_999_999_999,
      currency: 'JPY',
      shipping_cost: 0,
      order_tax_amount: 7,
      surcharge_details: { surcharge_amount: 5, tax_amount: 1 },
      customer: {
        id: 'alice',
        name: 'Alice',
        email: 'a@example.com',
        phone: '1',
        phone_country_code: '+49',
      },
      description: 'Zwei Hemden 👕',
      email: 'alice@example.com',
      name: 'Alice',
      phone: '3012345',
      billing: contact,
      shipping: contact,
      metadata,
      frm_metadata: { score: 5 },
      connector_metadata: { walletx: { token: 'x' } },
      feature_metadata: {
        redirect_response: { param: 'a=b', json_payload: { a: 1 } },
        search_tags: ['a', 'b'],
        walletx_recurring_details: {
          payment_description: 'Box',
          regular_billing: {
            label: 'Monthly',
            recurring_payment_start_date: '2027-04-01T00:00:00+02:00',
            recurring_payment_interval_unit: 'month',
            recurring_payment_interval_count: 1,
          },
          billing_agreement: 'Yes',
          management_url: 'https://example.com/manage',
        },
      },
      return_url: 'https://example.com/done',
      authentication_type: 'three_ds',
      capture_method: 'manual_multiple',
      setup_future_usage: 'off_session',
      off_session: false,
      statement_descriptor_name: 'SHOP',
      statement_descriptor_suffix: '4711',
      order_details: JSON.stringify([{ product_name: 'Shirt', quantity: 2, amount: 5 }]),
      payment_method: 'card',
      payment_method_type: 'credit',
      payment_method_data: {
        card: {
          card_number: '4242424242424242',
          card_exp_month: '12',
          card_exp_year: '2039',
          card_holder_name: 'Alice Example',
          card_cvc: '123',
        },
        billing: contact,
      },
      payment_experience: 'redirect_to_url',
      allowed_payment_method_types: ['credit', 'debit'],
      browser_info: {
        color_depth: 24,
        java_enabled: false,
        language: 'de-DE',
        time_zone: -60,
        user_agent: 'Mozilla',
      },
      mandate_data: {
        customer_acceptance: {
          acceptance_type: 'online',
          accepted_at: '2027-01-01T00:00:00Z',
          online: { ip_address: '127.0.0.1', user_agent: 'Mozilla' },
        },
        mandate_type: { single_use: { amount: 5, currency: 'JPY', metadata: { a: 1 } } },
      },
      split_payments: { sandbox_split_payment: { charge_type: 'direct' } },
      merchant_order_reference_id: 'order-4711',
      business_country: 'DE',
      business_label: 'shirts',
      business_sub_label: 'men',
      force_3ds_challenge: true,
      is_iframe_redirection_enabled: true,
      request_external_three_ds_authentication: true,
      request_incremental_authorization: true,
      session_expiry: 3600,
    }),
  },
  updatePayout: {
    add: addPayout,
    body: () => ({
      amount: 77,
      currency: 'EUR',
      payout_type: 'card',
      connector: ['sandbox', 'other'],
      payout_method_data: {
        card: {
          card_number: '5555555555554444',
          expiry_month: '12',
          expiry_year: '2039',
          card_holder_name: 'Ann',
        },
      },
      billing: contact,
      auto_fulfill: true,
      customer_id: 'alice',
      return_url: 'https://example.com',
      business_country: 'DE',
      business_label: 'x',
      description: 'Wages',
      entity_type: 'NaturalPerson',
      recurring: true,
      metadata,
      priority: 'instant',
      session_expiry: 60,
      email: 'ann@example.com',
      name: 'Ann',
      phone: '1',
      phone_country_code: '+44',
    }),
  },
  updateRefund: { add: addRefund, body: () => ({ reason: 'Too big', metadata }) },
  createCustomer: {
    body: (suffix) => ({
      customer_id: `carl_${suffix}`,
      name: 'Carl',
      email: 'carl@example.com',
      phone: '1',
      phone_country_code: '+1',
      description: 'x',
      address,
      metadata,
    }),
  },
  updateCustomer: {
    add: (shop, id) => shop.customer({ customer_id: id, created_at: NOW, description: 'to be cleared' }),
    body: () => ({ name: 'Dora', description: null, address, metadata }),
  },
  updatePaymentMethod: {
    add: (shop, id) =>
      shop.paymentMethod('alice', {
        payment_method_id: id,
        created: NOW,
        card: { last4_digits: '4242', expiry_month: '12', expiry_year: '2039', card_holder_name: 'A' },
      }),
    body: () => ({ card: { card_exp_month: '01', card_exp_year: '2037', nick_name: 'Travel' } }),
  },
  createMerchantAccount: {
    body: (suffix) => ({
      merchant_id: `acme_${suffix}`,
      merchant_name: 'Acme',
      return_url: 'https://example.com',
      enable_payment_response_hash: true,
      payment_response_hash_key: 'a signing key of the merchant',
      redirect_to_merchant_with_http_post: true,
      merchant_details: { primary_contact_person: 'A', primary_email: 'a@example.com', address },
      webhook_details: {
        webhook_url: 'https://example.com/hooks',
        webhook_username: 'u',
        webhook_password: 'a long password',
        payment_failed_enabled: false,
      },
      payout_routing_algorithm: {
        type: 'single',
        data: { connector: 'sandbox', merchant_connector_id: null },
      },
      metadata,
      locker_id: 'l',
      primary_business_details: [{ country: 'DE', business: 'shirts' }],
      is_recon_enabled: true,
      recon_status: 'requested',
      organization_id: 'org_acme',
      sub_merchants_enabled: true,
      product_type: 'vault',
      merchant_account_type: 'platform',
    }),
  },
  createErrorMapping: {
    body: (suffix) => ({
      ...takenMapping,
      connector: `good_${suffix}`,
      router_error: 'r',
      unified_code: 'UE_1000',
      unified_message: 'Declined',
      error_category: 'frm_decline',
    }),
  },
};

/** Generated fields, compared only by type. */
const generated = new Set(['client_secret', 'publishable_key', 'default_profile']);

/** A response in a comparable form: without generated values, its suffix, and the order of members in JSON text. */
function normalized(response: Record<string, unknown>, suffix: string): unknown {
  const comparable = (name: string, value: unknown) => {
    if (generated.has(name)) return typeof value;
    return typeof value === 'string' && value.startsWith('[{') ? JSON.parse(value) : value;
  };
  const fields = Object.entries(response).map(([name, value]) => [name, comparable(name, value)]);
  return JSON.parse(JSON.stringify(Object.fromEntries(fields)).replaceAll(`_${suffix}`, '_twin'));
}

test.for(Object.keys(twins) as TwinName[])(
  'REST and GraphQL produce the same object with %s',
  async (name, { merchant, viaGraphql, viaRest }) => {
    const { payloadField, result, view } = twins[name];
    const { body, add } = good[name];
    const ids = ['left', 'right'].map((suffix) => `${payloadField}_${suffix}`);
    for (const id of ids) await add?.(merchant, id);
    const rest = await viaRest(name, ids[0]!, body('left'));
    expect([rest.status, rest.status === 200 ? '' : rest.text]).toEqual([200, '']);
    const { errors, payload, userErrors } = await viaGraphql(name, ids[1]!, body('right'));
    expect([errors, userErrors]).toEqual([[], []]);
    const translated = restForm(result, view, payload[payloadField]);
    expect(normalized(translated, 'right')).toEqual(normalized(rest.body, 'left'));
    // Two empty responses would be equal too.
    expect(Object.values(rest.body).filter((value) => value !== null).length).toBeGreaterThan(4);
  },
);
