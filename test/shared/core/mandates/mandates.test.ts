import { expect } from 'vitest';
import { testCards } from '../../../../src/connectors/sandbox/test-cards.ts';
import { consenting, consentOf } from '../../../kit/consent.ts';
import { dataOf } from '../../../kit/graphql.ts';
import { mutate } from '../../../kit/mutate.ts';
import { cardOf, cards, graphqlCardOf, sandboxShop } from '../../../kit/sandbox-shop.ts';
import { test as base } from '../../../kit/test.ts';

const test = base
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('merchant', ({ service, shop }) => consentOf(service, shop))
  .extend('customerId', ({ shop }) => shop.customer())
  /** A customer's consent, within the given bounds: the payment that set it up. */
  .extend(
    'consent',
    ({ merchant, customerId }) =>
      (mandateType?: object) =>
        merchant.pay(consenting(customerId, cards.good, mandateType)),
  );

const away = (first: { paymentMethodId: string }, customerId: string, input: object = {}) => ({
  customerId,
  paymentMethodId: first.paymentMethodId,
  offSession: true,
  ...input,
});

test('A single-use mandate is charged once, within its amount and in its currency', async ({
  consent,
  customerId,
  merchant,
}) => {
  const first = await consent({ singleUse: { amount: 500, currency: 'USD' } });
  expect(first.mandateId).toMatch(/^man_/);
  const charge = away(first, customerId);
  expect(await merchant.refusal({ ...charge, amount: 501 })).toEqual(['mandate_exceeded', 'amount']);
  const inEuros = { ...charge, amount: 500, currency: 'EUR' };
  expect(await merchant.refusal(inEuros)).toEqual(['mandate_exceeded', 'currency']);

  const charged = await merchant.pay({ ...charge, amount: 500 });
  expect(charged).toMatchObject({ status: 'succeeded', mandateId: first.mandateId });
  expect(charged.attempts).toMatchObject([{ mandateId: first.mandateId }]);
  expect(await merchant.refusal({ ...charge, amount: 1 })).toEqual(['mandate_inactive', 'payment_method_id']);
  const named = { customerId, mandateId: first.mandateId, amount: 1 };
  expect(await merchant.refusal(named)).toEqual(['mandate_inactive', 'mandate_id']);
});

test('A sandbox card can be saved, then declines off-session charges', async ({ customerId, merchant }) => {
  const first = await merchant.pay(consenting(customerId, testCards.declined_later));
  expect(first.status).toBe('succeeded');
  const renewal = await merchant.pay(away(first, customerId));
  expect(renewal).toMatchObject({ status: 'failed', errorCode: 'card_declined' });
  const { paymentMethodId } = first;
  expect((await merchant.pay({ customerId, paymentMethodId })).status).toBe('succeeded');
});

test('The amount of a multi-use mandate bounds each charge, and its dates bound the series', async ({
  consent,
  customerId,
  merchant,
}) => {
  const first = await consent({ multiUse: { amount: 1000 } });
  const charge = { customerId, mandateId: first.mandateId };
  const charged = await merchant.pay({ ...charge, amount: 600 });
  expect(charged).toMatchObject({
    status: 'succeeded',
    offSession: true,
    paymentMethodId: first.paymentMethodId,
  });
  expect(await merchant.refusal({ ...charge, amount: 1001 })).toEqual(['mandate_exceeded', 'amount']);
  await merchant.pay({ ...charge, amount: 1000 });

  const later = await consent({ multiUse: { startDate: '2090-01-01T00:00:00Z' } });
  const renewing = { customerId, mandateId: later.mandateId };
  expect(await merchant.refusal(renewing)).toEqual(['mandate_inactive', 'mandate_id']);
  const over = await consent({ multiUse: { endDate: '2026-01-01T00:00:00Z' } });
  const expired = { customerId, mandateId: over.mandateId };
  expect(await merchant.refusal(expired)).toEqual(['mandate_inactive', 'mandate_id']);
});

test('A mandate charge without a customer belongs to the customer who gave the mandate', async ({
  consent,
  customerId,
  merchant,
  shop,
}) => {
  const first = await consent();
  const { payload } = await merchant.create({ mandateId: first.mandateId });
  expect(payload.payment).toMatchObject({ status: 'succeeded', mandateId: first.mandateId });
  const query = `payment { customerId email }`;
  const { payload: read } = await merchant.send(
    'createPayment',
    { amount: 1000, currency: 'USD', mandateId: first.mandateId },
    query,
  );
  expect(read.payment.customerId).toBe(customerId);
  const other = await shop.customer();
  const named = { customerId: other, mandateId: first.mandateId };
  expect(await merchant.refusal(named)).toEqual(['resource_not_found', 'mandate_id']);
  expect(await merchant.refusal({ mandateId: 'man_none' })).toEqual(['resource_not_found', 'mandate_id']);
});

test('Two concurrent charges cannot both use a single-use mandate', async ({
  consent,
  customerId,
  merchant,
}) => {
  const first = await consent({ singleUse: { amount: 1000 } });
  const charge = { customerId, mandateId: first.mandateId, amount: 600 };
  const answers = await Promise.all([merchant.create(charge), merchant.create(charge)]);
  expect(answers.map(({ payload }) => payload.payment?.status ?? null).sort()).toEqual(
    ['succeeded', null].sort(),
  );
});

test('A declined charge returns its share of the mandate', async ({
  consent,
  customerId,
  merchant,
  service,
  shop,
}) => {
  const first = await consent({ singleUse: { amount: 1000 } });
  const key = [JSON.stringify({ decline: 'always' }), shop.account];
  await service.database.rows.query(
    { text: 'update connector_accounts set metadata = $1 where merchant_connector_id = $2', values: key },
    null,
  );
  const failed = await merchant.pay(away(first, customerId));
  expect(failed).toMatchObject({ status: 'failed', manualRetryAllowed: true });
  await service.database.rows.query(
    {
      text: 'update connector_accounts set metadata = null where merchant_connector_id = $1',
      values: [shop.account],
    },
    null,
  );
  const again = await merchant.confirm(failed.paymentId);
  expect(again.payload.payment).toMatchObject({ status: 'succeeded', mandateId: first.mandateId });
});

test('A mandate is read, listed by customer and revoked, and a revoked mandate charges nothing', async ({
  api,
  consent,
  customerId,
  merchant,
  service,
  shop,
}) => {
  const first = await consent();
  const { mandateId } = first;
  const query = `query ($mandateId: ID!, $customerId: ID!) {
    mandate(mandateId: $mandateId) {
      status usage customerId amount nextStates customerAcceptance { acceptanceType online { ipAddress } }
      customer { customerId } paymentMethod { paymentMethodId recurringEnabled } payment { paymentId mandate { mandateId } }
    }
    mandates(filter: { customerId: { eq: $customerId } }) { totalCount nodes { mandateId } }
    customer(customerId: $customerId) { mandates { mandateId status } }
  }`;
  const read = () => dataOf(service, shop.key, query, { mandateId, customerId });
  expect(await read()).toEqual({
    mandate: {
      status: 'active',
      usage: 'multi_use',
      customerId,
      amount: null,
      nextStates: ['used', 'revoked'],
      customerAcceptance: { acceptanceType: 'online', online: { ipAddress: '192.0.2.1' } },
      customer: { customerId },
      paymentMethod: { paymentMethodId: first.paymentMethodId, recurringEnabled: true },
      payment: { paymentId: first.paymentId, mandate: { mandateId } },
    },
    mandates: { totalCount: 1, nodes: [{ mandateId }] },
    customer: { mandates: [{ mandateId, status: 'active' }] },
  });
  expect((await api.get(`/mandates/${mandateId}`)).body.customer_acceptance).toEqual({
    acceptance_type: 'online',
    accepted_at: '2026-01-01T00:00:00.000Z',
    online: { ip_address: '192.0.2.1', user_agent: 'Mozilla' },
  });
  const revoked = await merchant.revoke(mandateId);
  expect(revoked.payload.mandate).toEqual({
    mandateId,
    status: 'revoked',
    timeline: [
      { fromStatus: null, toStatus: 'active', cause: 'create' },
      { fromStatus: 'active', toStatus: 'revoked', cause: 'revoke' },
    ],
  });
  expect((await merchant.revoke(mandateId)).payload.mandate.status).toBe('revoked');
  expect((await read()).mandate.paymentMethod.recurringEnabled).toBe(false);
  const refused = ['mandate_inactive', 'payment_method_id'];
  expect(await merchant.refusal(away(first, customerId))).toEqual(refused);
});

test('Mandates of other customers and merchants are not found', async ({
  consent,
  customerId,
  merchant,
  otherShop,
  service,
  shop,
}) => {
  const { mandateId } = await consent();
  const other = await shop.customer();
  expect(await merchant.refusal({ customerId: other, mandateId })).toEqual([
    'resource_not_found',
    'mandate_id',
  ]);
  const theirs = consentOf(service, otherShop);
  expect((await theirs.revoke(mandateId)).userErrors).toMatchObject([{ code: 'resource_not_found' }]);
  const taken = consenting(other, cards.good);
  const mandateData = { ...taken.mandateData, updateMandateId: mandateId };
  const refused = ['resource_not_found', 'mandate_data.update_mandate_id'];
  expect(await merchant.refusal({ ...taken, mandateData })).toEqual(refused);
  expect(customerId).not.toBe(other);
});

test('A renewed mandate keeps its identifier and moves to the new card, and the old card loses consent', async ({
  consent,
  customerId,
  merchant,
}) => {
  const first = await consent({ multiUse: { amount: 100 } });
  const renewal = consenting(customerId, '5555555555554444', { multiUse: { amount: 5000 } });
  const mandateData = { ...renewal.mandateData, updateMandateId: first.mandateId };
  const renewed = await merchant.pay({ ...renewal, mandateData });
  expect(renewed.mandateId).toBe(first.mandateId);
  expect(renewed.paymentMethodId).not.toBe(first.paymentMethodId);
  const charged = await merchant.pay({ customerId, mandateId: first.mandateId, amount: 5000 });
  expect(charged).toMatchObject({ status: 'succeeded', paymentMethodId: renewed.paymentMethodId });
  expect(await merchant.refusal(away(first, customerId))).toEqual(['mandate_inactive', 'payment_method_id']);
});

test('Deleting a saved card revokes its mandates', async ({
  consent,
  merchant,
  customerId,
  service,
  shop,
}) => {
  const { mandateId, paymentMethodId } = await consent();
  await merchant.deleteCard(paymentMethodId);
  const { mandate } = await dataOf(service, shop.key, `{ mandate(mandateId: "${mandateId}") { status } }`);
  expect(mandate.status).toBe('revoked');
  expect(await merchant.refusal({ customerId, mandateId })).toEqual(['mandate_inactive', 'mandate_id']);
});

test('Consent requires off-session usage, an acceptance and a customer, one type and a non-empty period', async ({
  customerId,
  merchant,
}) => {
  const whole = consenting(customerId, cards.good);
  const refusals: [object, string, string][] = [
    [{ customerId: null }, 'missing_parameter', 'customer_id'],
    ...[null, 'on_session'].map((setupFutureUsage): [object, string, string] => [
      { setupFutureUsage, mandateData: { ...whole.mandateData, mandateType: { singleUse: {} } } },
      'missing_parameter',
      'setup_future_usage',
    ]),
    [{ mandateData: {} }, 'missing_parameter', 'mandate_data.customer_acceptance'],
    [{ mandateData: null }, 'missing_parameter', 'mandate_data.customer_acceptance'],
    [
      { mandateData: { ...whole.mandateData, mandateType: { singleUse: {}, multiUse: {} } } },
      'parameters_exclusive',
      'mandate_data.mandate_type.multi_use',
    ],
    [
      {
        mandateData: {
          ...whole.mandateData,
          mandateType: {
            singleUse: { startDate: '2027-01-01T00:00:00Z', endDate: '2026-01-01T00:00:00Z' },
          },
        },
      },
      'invalid_parameter',
      'mandate_data.mandate_type.single_use.end_date',
    ],
  ];
  for (const [changes, ...refused] of refusals) {
    expect(await merchant.refusal({ ...whole, ...changes })).toEqual(refused);
  }
});

test("Only consent makes a saved card chargeable in its customer's absence", async ({
  customerId,
  merchant,
}) => {
  const paymentMethodId = await merchant.saveCard(customerId, cards.good);
  const present = await merchant.pay({ customerId, paymentMethodId });
  expect(present).toMatchObject({ status: 'succeeded', mandateId: null });
  const charge = { customerId, paymentMethodId, offSession: true };
  const refused = ['mandate_inactive', 'payment_method_id'];
  expect(await merchant.refusal(charge)).toEqual(refused);

  const { mandateData: _, ...without } = consenting(customerId, cards.good);
  const unaccepted = ['missing_parameter', 'mandate_data.customer_acceptance'];
  expect(await merchant.refusal(without)).toEqual(unaccepted);
  expect(await merchant.refusal({ ...without, offSession: true })).toEqual(unaccepted);

  const given = await merchant.saveCard(customerId, '5555555555554444', { recurringEnabled: true });
  const charged = await merchant.pay({ ...charge, paymentMethodId: given });
  expect(charged).toMatchObject({ status: 'succeeded', mandateId: null });
});

test('A chargeable saved method requires no second acceptance, in both APIs', async ({
  customerId,
  merchant,
  shop,
  api,
}) => {
  const consented = await merchant.saveCard(customerId, cards.good, { recurringEnabled: true });
  const other = await merchant.saveCard(customerId, '5555555555554444');
  const usage = { customerId, setupFutureUsage: 'off_session' };
  const unaccepted = ['missing_parameter', 'mandate_data.customer_acceptance'];
  expect(await merchant.refusal({ ...usage, paymentMethodId: other })).toEqual(unaccepted);
  const paid = await merchant.pay({ ...usage, paymentMethodId: consented });
  expect(paid).toMatchObject({ status: 'succeeded', mandateId: null });

  const body = { amount: 1000, currency: 'USD', customer_id: customerId, setup_future_usage: 'off_session' };
  const confirmed = { ...body, profile_id: shop.profileId, confirm: true };
  const again = await api.post('/payments', { ...confirmed, payment_method_id: consented });
  expect(again.body.status, again.text).toBe('succeeded');
  const refused = await api.post('/payments', { ...confirmed, payment_method_id: other });
  expect([refused.body.error?.code, refused.body.error?.param], refused.text).toEqual(unaccepted);
});

test('The customer’s client must send the acceptance for off-session charges, in both APIs', async ({
  api,
  client,
  customerId,
  service,
  shop,
}) => {
  const card = { payment_method: 'card', payment_method_data: { card: cardOf(cards.good) } };
  const acceptance = { mandate_data: { customer_acceptance: { acceptance_type: 'online' } } };
  const open = async () => {
    const usage = { customer_id: customerId, setup_future_usage: 'off_session' };
    const { body } = await api.post('/payments', { amount: 1000, currency: 'USD', ...usage });
    return { id: body.payment_id as string, client_secret: body.client_secret as string };
  };
  const missing = { code: 'missing_parameter', param: 'mandate_data.customer_acceptance' };
  const key = shop.publishableKey;
  const ofRest = await open();
  const confirm = (more: object) =>
    client.post(`/payments/${ofRest.id}/confirm`, {
      key,
      body: { client_secret: ofRest.client_secret, ...card, ...more },
    });
  const refused = await confirm({});
  expect([refused.status, refused.body.error]).toMatchObject([400, missing]);
  expect((await confirm(acceptance)).body.status).toBe('succeeded');

  const ofGraphql = await open();
  const run = (more: object) =>
    mutate(
      service,
      key,
      'confirmPayment',
      {
        ...{ paymentId: ofGraphql.id, clientSecret: ofGraphql.client_secret, paymentMethod: 'card' },
        ...{ paymentMethodData: { card: graphqlCardOf(cards.good) }, ...more },
      },
      'payment { status }',
    );
  expect((await run({})).userErrors).toMatchObject([missing]);
  const given = { mandateData: { customerAcceptance: { acceptanceType: 'online' } } };
  expect((await run(given)).payload.payment.status).toBe('succeeded');
  // Both are charged later, off session.
  for (const { id } of [ofRest, ofGraphql]) {
    const { payment_method_id } = (await api.get(`/payments/${id}`)).body;
    const later = { amount: 500, currency: 'USD', customer_id: customerId, payment_method_id };
    const { body } = await api.post('/payments', { ...later, off_session: true, confirm: true });
    expect(body.status).toBe('succeeded');
  }
});
