import { describe, expect } from 'vitest';
import { stripeConnector } from '../../../../src/connectors/stripe/stripe.ts';
import type { ConsentRecord } from '../../../../src/core/foundation/payment-context.ts';
import { NotSentError } from '../../../../src/core/foundation/ports/connector.ts';
import { noContext } from '../../../kit/no-context.ts';
import { StandIn } from './stand-in/server.ts';
import { access, charge, idOf, test } from './world.ts';

const INTENTS = '/v1/payment_intents';

describe('Payment requests to Stripe', () => {
  test('A charge carries its call and reference, and each of its requests an idempotency key', async ({
    world,
  }) => {
    const request = charge();
    expect(await world.connector.authorize!(access, request)).toMatchObject({
      kind: 'succeeded',
      money: { currency: 'USD', authorized: 1000, captured: 1000 },
      networkTransactionId: expect.any(String),
      checks: { cvc: 'pass' },
      card: { funding: 'credit', issuerCountry: 'US' },
      fee: { amount: 59, currency: 'USD' },
    });
    expect(world.last(INTENTS)).toMatchObject({
      amount: '1000',
      currency: 'usd',
      capture_method: 'automatic',
      metadata: { switchyard_call: request.idempotencyKey, switchyard_reference: request.reference },
    });
  });

  test('One Stripe customer is created for all payments that save a method', async ({ world }) => {
    const customer = { id: 'cus_of_ours', name: 'Ann', email: 'ann@example.com', phone: null };
    const store = { kind: 'store', model: 'unscheduled' } as const;
    const given = { credential: store, context: { ...noContext, customer } };
    const [first, second] = [
      await world.connector.authorize!(access, charge('good', given)),
      await world.connector.authorize!(access, charge('good', given)),
    ] as { connectorCustomerId: string; connectorMandateId: string }[];
    expect(second!.connectorCustomerId).toBe(first!.connectorCustomerId);
    expect(first!.connectorMandateId).toMatch(/^pm_/);
    expect(world.last(INTENTS)).toMatchObject({ setup_future_usage: 'off_session' });
    expect(world.last('/v1/customers')).toEqual({ metadata: { customer_id: 'cus_of_ours' } });
  });

  test('The consent to off-session charges is passed on if Stripe stores the method', async ({ world }) => {
    const consent = {
      isOnline: true,
      acceptedAt: '2026-01-02T03:04:05.678Z',
      ipAddress: '192.0.2.10',
      userAgent: 'Mozilla/5.0',
    };
    const customer = { id: 'cus_consents', name: null, email: null, phone: null };
    const store = { kind: 'store', model: 'unscheduled' } as const;
    const sent = async (
      given: Partial<ConsentRecord>,
      others: Partial<Parameters<typeof charge>[1]> = {},
      path = INTENTS,
    ) => {
      const context = { ...noContext, customer, consent: { ...consent, ...given } };
      await world.connector.authorize!(access, charge('good', { credential: store, context, ...others }));
      return (world.last(path) as { mandate_data?: object }).mandate_data;
    };
    const online = {
      customer_acceptance: {
        type: 'online',
        accepted_at: '1767323045',
        online: { ip_address: '192.0.2.10', user_agent: 'Mozilla/5.0' },
      },
    };
    expect(await sent({})).toEqual(online);
    expect(await sent({}, { amount: 0 }, '/v1/setup_intents')).toEqual(online);
    expect(await sent({ isOnline: false, acceptedAt: null })).toMatchObject({
      customer_acceptance: { type: 'offline' },
    });
    // Stripe requires both of the client's details.
    expect(await sent({ userAgent: null })).toBeUndefined();
    expect(await sent({}, { credential: { kind: 'store', model: 'card_on_file' } })).toBeUndefined();
    expect(await sent({}, { credential: { kind: 'one_off' } })).toBeUndefined();
  });

  test('A saved method is charged for its Stripe customer, even if the payment names none', async ({
    world,
  }) => {
    const customer = { id: 'cus_saved', name: null, email: null, phone: null };
    const stored = (await world.connector.authorize!(
      access,
      charge('good', {
        credential: { kind: 'store', model: 'unscheduled' },
        context: { ...noContext, customer },
      }),
    )) as { connectorCustomerId: string; connectorMandateId: string };
    const { connectorMandateId } = stored;
    const later = await world.connector.authorize!(
      access,
      charge('good', {
        credential: {
          kind: 'stored',
          initiator: 'merchant',
          model: 'unscheduled',
          connectorMandateId,
          networkTransactionId: null,
        },
      }),
    );
    expect(later.kind).toBe('succeeded');
    expect(world.last(INTENTS)).toMatchObject({
      off_session: 'true',
      payment_method: connectorMandateId,
      customer: stored.connectorCustomerId,
    });
    expect(world.last(INTENTS)).not.toHaveProperty('return_url');
  });

  test('Stripe has no preference against a challenge and no exemptions, and is sent neither', async ({
    world,
  }) => {
    const { abilities, exemptions } = world.connector;
    expect([abilities.has('avoid_challenge'), abilities.has('request_exemption'), exemptions]).toEqual([
      ...[false, false, undefined],
    ]);
    const sent = async (given: object) => {
      await world.connector.authorize!(access, charge('good', given));
      return (world.last(INTENTS) as { payment_method_options?: unknown }).payment_method_options;
    };
    const plain = await sent({ threeDs: true });
    expect(await sent({ threeDs: true, challengeAvoided: true })).toEqual(plain);
    expect(await sent({ exemption: 'low_value' })).toEqual(await sent({}));
  });

  test('3-D Secure and challenges are requested when wanted', async ({ world }) => {
    const options = { payment_method_options: { card: { request_three_d_secure: 'any' } } };
    await world.connector.authorize!(access, charge('good', { threeDs: true }));
    expect(world.last(INTENTS)).toMatchObject(options);
    await world.connector.authorize!(access, charge('good', { threeDs: true, challengeRequested: true }));
    expect(world.last(INTENTS)).toMatchObject({
      payment_method_options: { card: { request_three_d_secure: 'challenge' } },
    });
    await world.connector.authorize!(access, charge('good'));
    expect(world.last(INTENTS)).not.toMatchObject(options);
  });

  test('An external 3-D Secure result is passed on', async ({ world }) => {
    const authentication = {
      transStatus: 'Y',
      eci: '05',
      cavv: 'AAABBEg0VhI0VniQEjRWAAAAAAA=',
      dsTransactionId: '8b2a3b4c-0000-4000-8000-000000000001',
      version: '2.2.0',
      threeDsServerTransactionId: null,
      acsTransactionId: null,
    } as const;
    await world.connector.authorize!(access, charge('good', { threeDs: true, authentication }));
    expect(world.last(INTENTS)).toMatchObject({
      payment_method_options: {
        card: {
          three_d_secure: {
            cryptogram: authentication.cavv,
            transaction_id: authentication.dsTransactionId,
            version: '2.2.0',
            electronic_commerce_indicator: '05',
            ares_trans_status: 'Y',
          },
        },
      },
    });
  });

  test("Contacts, the description and the end of the descriptor are sent in Stripe's format", async ({
    world,
  }) => {
    const address = {
      ...{ firstName: 'Ann', lastName: 'Example', line1: '1 Main St', line2: 'Floor 2', line3: 'Room 3' },
      ...{ city: 'Springfield', zip: '12345', state: 'IL', country: 'US' },
    };
    const contact = { address, phone: { number: '5550100', countryCode: '+1' }, email: 'ann@example.com' };
    await world.connector.authorize!(
      access,
      charge('good', {
        context: {
          ...noContext,
          methodBilling: contact,
          shipping: contact,
          description: 'Two mugs',
          statementDescriptorSuffix: '<Order> "1234567" of the shop',
          orderReference: 'order_1',
        },
      }),
    );
    expect(world.last(INTENTS)).toMatchObject({
      description: 'Two mugs',
      statement_descriptor_suffix: 'Order 1234',
      metadata: { order_reference: 'order_1' },
      shipping: { name: 'Ann Example', phone: '+15550100', address: { line2: 'Floor 2, Room 3' } },
    });
    expect(world.last('/v1/payment_methods')).toMatchObject({
      billing_details: { name: 'Ann Example', email: 'ann@example.com', address: { postal_code: '12345' } },
    });
  });

  test('A suffix is shortened to fit after the prefix of the account', async ({ world }) => {
    const context = { ...noContext, statementDescriptorSuffix: 'ORDER 4711 NOVEMBER' };
    for (const [prefix, sent] of [
      [undefined, 'ORDER 4711'],
      ['SHOP OF U', 'ORDER 4711'],
      ['a prefix that Stripe would not take', 'ORDER 4711'],
    ]) {
      const metadata = { statement_descriptor_prefix: prefix };
      const paid = await world.connector.authorize!({ ...access, metadata }, charge('good', { context }));
      expect(paid.kind).toBe('succeeded');
      expect(world.last(INTENTS)).toMatchObject({ statement_descriptor_suffix: sent });
    }
  });

  test("Stripe receives the customer's e-mail and the merchant's metadata, which cannot forge our marks", async ({
    world,
  }) => {
    const customer = { id: null, name: 'Ann', email: 'ann@example.com', phone: null };
    const metadata = {
      ...{ colour: 'red', size: 42, gift: true, nested: { a: 1 }, long: 'x'.repeat(501), empty: '' },
      ...{ [`name ${'x'.repeat(40)}`]: '1', 'a[b]': '1' },
      ...{ switchyard_call: 'call_of_another', capture_cap_1: '1 call_1', order_reference: 'forged' },
      ...Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`further_${at}`, `${at}`])),
    };
    const request = charge('good', { context: { ...noContext, customer, metadata, orderReference: 'o_1' } });
    await world.connector.authorize!(access, request);
    const { metadata: sent } = world.last(INTENTS) as { metadata: Record<string, string> };
    const { colour, further_0, gift, order_reference, size, switchyard_call } = sent;
    expect({ colour, further_0, gift, order_reference, size, switchyard_call }).toEqual({
      ...{ colour: 'red', further_0: '0', gift: 'true', order_reference: 'o_1', size: '42' },
      switchyard_call: request.idempotencyKey,
    });
    expect(Object.keys(sent).filter((name) => /nested|long|empty|^name|\[|^capture_/.test(name))).toEqual([]);
    expect(Object.keys(sent).length).toBeLessThanOrEqual(25);
    expect(world.last('/v1/payment_methods')).toMatchObject({
      billing_details: { email: 'ann@example.com' },
    });
    expect(world.last(INTENTS)).not.toHaveProperty('receipt_email');
  });

  test.for([
    ['ISK', 1500],
    ['UGX', 1500],
  ] as const)(
    'A fee with a fraction of one %s is omitted, and the payment succeeds',
    async ([currency, amount], { world }) => {
      const paid = await world.connector.authorize!(access, charge('good', { currency, amount }));
      expect(paid).toMatchObject({ kind: 'succeeded', money: { authorized: amount, captured: amount } });
      expect(paid).not.toHaveProperty('fee');
      expect(world.warnings.at(-1)).toContain('fee');
    },
  );

  const paypal = (token: string | null) =>
    ({ kind: 'wallet', wallet: { type: 'paypal', token, email: null } }) as const;

  test('PayPal is approved on its page, not with a token of its own library', async ({ world }) => {
    const taken = await world.connector.authorize!(access, charge('good', { method: paypal(null) }));
    expect(taken).toMatchObject({ kind: 'requires_action', action: { type: 'redirect' } });
    const sent = world.last('/v1/payment_intents')!;
    expect(sent).toMatchObject({ allowed_payment_method_types: ['paypal'] });
    expect(sent).not.toHaveProperty('payment_method_options');
    expect(
      await world.connector.authorize!(access, charge('good', { method: paypal('EC-1') })),
    ).toMatchObject({ kind: 'failed', code: 'wallet_token_not_supported' });
  });

  test("PayPal is not saved without the customer's agreement", async ({ world }) => {
    const customer = { id: 'cus_1', name: null, email: null, phone: null };
    const keeping = (consent: ConsentRecord) =>
      charge('good', {
        method: paypal(null),
        credential: { kind: 'store', model: 'unscheduled' },
        context: { ...noContext, customer, consent },
      });
    const online = { isOnline: true, acceptedAt: null, ipAddress: null, userAgent: null };
    expect(await world.connector.authorize!(access, keeping(online))).toMatchObject({
      ...{ kind: 'failed', code: 'customer_acceptance_required' },
    });
    const offline = { ...online, isOnline: false };
    expect(await world.connector.authorize!(access, keeping(offline))).toMatchObject({
      kind: 'requires_action',
    });
    expect(world.last('/v1/payment_intents')).toMatchObject({ setup_future_usage: 'off_session' });
  });

  test('A wallet is charged only with a token from Stripe', async ({ world }) => {
    const wallet = (token: string) => ({
      kind: 'wallet' as const,
      wallet: {
        type: 'google_pay' as const,
        token,
        ...{ tokenType: null, network: null, displayName: null, cardEnd: null },
      },
    });
    for (const token of ['tok_visa', '{"id":"tok_visa","object":"token"}', 'pm_card_visa']) {
      const outcome = await world.connector.authorize!(access, charge('good', { method: wallet(token) }));
      expect([token, outcome.kind]).toEqual([token, 'succeeded']);
    }
    expect(
      await world.connector.authorize!(access, charge('good', { method: wallet('{"signature":"x"}') })),
    ).toMatchObject({ kind: 'failed', code: 'wallet_token_not_supported' });
  });

  test('An Apple Pay payload encrypted for Stripe becomes a Stripe token', async ({ world }) => {
    const sealed = JSON.stringify({ version: 'EC_v1', data: 'c2VhbGVk', signature: 'c2lnbmVk', header: {} });
    const wallet = (token: string) => ({
      kind: 'wallet' as const,
      wallet: {
        type: 'apple_pay' as const,
        token,
        ...{ network: 'Visa', displayName: 'Visa 4242', cardType: 'debit', transactionId: 'f00d' },
      },
    });
    const pay = (token: string) =>
      world.connector.authorize!(access, charge('good', { method: wallet(token) }));
    expect((await pay(Buffer.from(sealed).toString('base64'))).kind).toBe('succeeded');
    expect(world.last('/v1/tokens')).toEqual({
      pk_token: sealed,
      pk_token_instrument_name: 'Visa 4242',
      pk_token_payment_network: 'Visa',
      pk_token_transaction_id: 'f00d',
    });
    expect((await pay('tok_visa')).kind).toBe('succeeded');
    expect(await pay('bm90aGluZw==')).toMatchObject({ kind: 'failed', code: 'wallet_token_not_supported' });
  });

  test('A split payment is a destination charge, and a direct charge is refused', async ({ world }) => {
    const split = (type: string) => ({
      charge_type: { stripe: type },
      application_fees: 100,
      transfer_account_id: 'acct_seller',
    });
    const pay = (type: string) =>
      world.connector.authorize!(access, charge('good', { context: { ...noContext, split: split(type) } }));
    expect(await pay('destination')).toMatchObject({
      kind: 'succeeded',
      chargeId: expect.stringMatching(/^ch_/),
    });
    expect(world.last(INTENTS)).toMatchObject({
      transfer_data: { destination: 'acct_seller' },
      application_fee_amount: '100',
    });
    expect(await pay('direct')).toMatchObject({ kind: 'failed', code: 'split_not_supported' });
    const reason = (more: object) => world.connector.splitReason!({ ...split('destination'), ...more });
    expect(reason({})).toBeNull();
    expect(reason({ charge_type: 'destination', application_fees: null })).toBeNull();
    expect(reason({ charge_type: { stripe: 'direct' } })).toContain('charge_type destination');
    expect(reason({ charge_type: undefined })).toContain('charge_type destination');
    expect(reason({ transfer_account_id: '' })).toContain('transfer_account_id');
    expect(reason({ transfer_account_id: 5 })).toContain('transfer_account_id');
    for (const application_fees of ['5', 1.5, -1])
      expect(reason({ application_fees })).toContain('application_fees');
  });

  test('An amount that Stripe cannot represent exactly fails and charges nothing', async ({ world }) => {
    const outcome = await world.connector.authorize!(
      access,
      charge('good', { amount: 1005, currency: 'KWD' }),
    );
    expect(outcome).toMatchObject({ kind: 'failed', code: 'amount_not_exact' });
  });

  test('A live key is refused in test mode', async ({ world }) => {
    const live = { ...access, credentials: { api_key: 'sk_live_standin' } };
    await expect(world.connector.authorize!(live, charge())).rejects.toThrow(NotSentError);
    expect(await world.connector.verifyCredentials!(live, new AbortController().signal)).toMatchObject({
      kind: 'refused',
      key: 'api_key',
    });
  });

  test('An unreachable host is distinguished from a lost response', async ({ world }) => {
    const closed = new StandIn(world.now);
    await closed.listen();
    const baseUrl = closed.url;
    await closed.close();
    const nowhere = stripeConnector({
      ...{ baseUrl, environment: 'test' },
      ...{ now: () => new Date(), warn: () => {} },
    });
    await expect(nowhere.authorize!(access, charge())).rejects.toThrow(NotSentError);
    world.standIn.faults.push({ method: 'POST', path: /^\/v1\/payment_intents$/, when: 'after' });
    const lost = world.connector.authorize!(access, charge());
    await expect(lost).rejects.toThrow(/connection to Stripe broke/);
    await expect(lost).rejects.not.toBeInstanceOf(NotSentError);
  });

  test('The Stripe package does not repeat a request whose connection breaks', async ({ world }) => {
    world.standIn.faults.push({ method: 'POST', path: /^\/v1\/payment_intents$/, when: 'before' });
    const request = charge();
    await expect(world.connector.authorize!(access, request)).rejects.toThrow();
    const sent = world.standIn.bodies.filter(
      ({ params }) =>
        (params as { metadata?: { switchyard_call?: string } }).metadata?.switchyard_call ===
        request.idempotencyKey,
    );
    expect(sent).toHaveLength(1);
  });

  test('An authorization abandoned by its customer is released', async ({ world }) => {
    const waiting = await world.connector.authorize!(access, charge('challenge', { threeDs: true }));
    expect(waiting).toMatchObject({ kind: 'requires_action', action: { type: 'redirect' } });
    const request = { ...charge(), connectorTransactionId: idOf(waiting), reason: null };
    expect((await world.connector.void!(access, request)).kind).toBe('succeeded');
  });
});
