import { expect } from 'vitest';
import { mapError } from '../../../kit/error-mapping.ts';
import { cardOf, cards, setColumns } from '../../../kit/sandbox-shop.ts';
import { scriptedConnector, signedWebhook } from '../../../kit/scripted-connector.ts';
import { test as base } from '../../../kit/test.ts';

const SECRET = 'whsec_of_the_test';
const script = scriptedConnector();
const mandateOf = (request: object) =>
  (request as { credential: { connectorMandateId?: string | null } }).credential.connectorMandateId ?? null;
let isTokenGood = true;
script.respond('authorize', (request) => {
  const connectorTransactionId = `txn_${request.idempotencyKey}`;
  if (mandateOf(request) && !isTokenGood) {
    return { kind: 'failed', code: 'token_expired', message: 'No such token.', connectorTransactionId };
  }
  return {
    kind: 'succeeded',
    connectorTransactionId,
    connectorMandateId: 'pm_there',
    networkTransactionId: 'ntx_1',
  };
});

const offline = { customer_acceptance: { acceptance_type: 'offline' } };

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ connectors: [script.connector] }))
  .extend('account', ({ shop }) =>
    shop.connector({
      connector_name: 'scripted',
      connector_webhook_details: { merchant_secret: SECRET },
      payment_methods_enabled: [{ payment_method: 'card', recurring_enabled: true }],
    }),
  )
  /** A customer with a saved card that the scripted connector charges by a token. */
  .extend('saved', async ({ account: _, api, service, shop }) => {
    isTokenGood = true;
    const customer_id = await shop.customer();
    const { body } = await api.post('/payments', {
      ...{ amount: 1000, currency: 'USD', confirm: true, customer_id, setup_future_usage: 'off_session' },
      payment_method_data: { card: cardOf(cards.good) },
      mandate_data: offline,
    });
    expect(body.status).toBe('succeeded');
    await setColumns(
      service,
      'business_profiles',
      { profile_id: shop.profileId },
      { is_clear_pan_retries_enabled: true, is_connector_agnostic_mit_enabled: true },
    );
    return { customer_id, payment_method_id: String(body.payment_method_id) };
  })
  .extend('charge', ({ api, saved }) => async () => {
    const before = script.requests.authorize?.length ?? 0;
    const asked = { amount: 500, currency: 'USD', confirm: true, off_session: true, ...saved };
    const { body, status, text } = await api.post('/payments', asked);
    return { body, status, text, sent: script.requests.authorize!.slice(before) };
  })
  .extend('tell', ({ account, service, shop }) => async (event: object) => {
    const timed = { id: `evt_${Math.random()}`, at: new Date().toISOString(), ...event };
    const url = `${service.url}/webhooks/${shop.merchantId}/${account}`;
    const { status } = await fetch(url, signedWebhook(SECRET, [timed]));
    expect(status).toBe(200);
  })
  /** The saved card as shown by both APIs. */
  .extend('shown', ({ api, graphql, saved }) => async () => {
    const { card: rest } = (await api.get(`/payment_methods/${saved.payment_method_id}`)).body;
    const { paymentMethod } = await graphql.data(
      `query ($id: ID!) { paymentMethod(paymentMethodId: $id) { numberReplacedAt card {
        last4Digits cardNetwork scheme expiryMonth expiryYear cardIsin savedToLocker cardToken } } }`,
      { id: saved.payment_method_id },
    );
    const { card } = paymentMethod;
    expect([rest.last4_digits, rest.card_network, rest.scheme, rest.card_isin, rest.saved_to_locker]).toEqual(
      [card.last4Digits, card.cardNetwork, card.scheme, card.cardIsin, card.savedToLocker],
    );
    return { ...card, isReplaced: paymentMethod.numberReplacedAt !== null };
  });

const report = { type: 'card_updated', connectorMandateId: 'pm_there', expMonth: '03', expYear: '2031' };
const replaced = { ...report, last4: '1111', network: 'Mastercard' };

test('A card replaced by its network shows the charged number, over both APIs', async ({
  charge,
  saved,
  shown,
  tell,
}) => {
  const before = await shown();
  expect(before).toMatchObject({ last4Digits: '4242', cardNetwork: 'Visa', isReplaced: false });
  await tell(replaced);
  const now = {
    ...{ last4Digits: '1111', cardNetwork: 'Mastercard', scheme: 'Mastercard', isReplaced: true },
    ...{ expiryMonth: '03', expiryYear: '2031', cardIsin: null, savedToLocker: false },
  };
  expect(await shown()).toEqual({ ...now, cardToken: before.cardToken });
  // A later renewal of the same card, without a network from the vendor.
  await tell({ ...report, expYear: '2035', last4: '1111', network: null });
  expect(await shown()).toMatchObject({ ...now, expiryYear: '2035' });

  const { body, sent } = await charge();
  expect(body).toMatchObject({
    status: 'succeeded',
    payment_method_id: saved.payment_method_id,
    payment_method_data: { card: { last4: '1111', card_network: 'Mastercard', card_exp_year: '2035' } },
  });
  expect(sent.map(({ method }) => method)).toEqual([{ kind: 'kept', method: 'card', type: null }]);
  expect(sent.map(mandateOf)).toEqual(['pm_there']);
});

test('A replaced number is charged by no retry and at no other account', async ({
  charge,
  service,
  shop,
  tell,
}) => {
  await mapError(service, 'token_expired', {
    connector: 'scripted',
    decision: 'retry',
    clear_pan_possible: true,
  });
  isTokenGood = false;
  const before = await charge();
  expect(before.sent.map(({ method }) => (method as { kind: string }).kind)).toEqual(['card', 'card']);
  expect(before.body).toMatchObject({ status: 'succeeded', attempt_count: 2 });

  await tell(replaced);
  const other = await shop.connector({
    connector_label: 'other',
    connector_name: 'scripted',
    payment_methods_enabled: [{ payment_method: 'card', recurring_enabled: true }],
  });
  const { body, sent } = await charge();
  expect(body).toMatchObject({ status: 'failed', error_code: 'token_expired', attempt_count: 1 });
  expect(sent.map(mandateOf)).toEqual(['pm_there']);
  expect(JSON.stringify(sent)).not.toContain(cards.good);
  expect(body.merchant_connector_id).not.toBe(other);
});

test('A replaced number receives no payout, and saving it again creates a separate card', async ({
  api,
  saved: { customer_id, payment_method_id },
  shown,
  tell,
}) => {
  await tell(replaced);
  const destination = { customer_id, payout_method_id: payment_method_id };
  const { body, status } = await api.post('/payouts', {
    ...{ amount: 500, currency: 'USD', confirm: true, ...destination },
  });
  expect([status, body.error.code, body.error.message]).toEqual([
    400,
    'missing_parameter',
    expect.stringContaining('replaced the saved number'),
  ]);

  const card = { card_number: cards.good, card_exp_month: '12', card_exp_year: '2030' };
  const { body: again } = await api.post('/payment_methods', { customer_id, payment_method: 'card', card });
  expect(again.payment_method_id).not.toBe(payment_method_id);
  expect(again.card).toMatchObject({ last4_digits: '4242', saved_to_locker: true });
  expect(await shown()).toMatchObject({ last4Digits: '1111', isReplaced: true });
});

test('A report that names the saved number again restores the card', async ({ charge, shown, tell }) => {
  await tell(replaced);
  await tell({ ...report, last4: '4242', network: 'Visa' });
  expect(await shown()).toMatchObject({
    ...{ last4Digits: '4242', cardNetwork: 'Visa', cardIsin: '424242' },
    ...{ expiryYear: '2031', savedToLocker: true, isReplaced: false },
  });
  const { sent } = await charge();
  expect(sent.map(({ method }) => method)).toMatchObject([
    { kind: 'card', card: { number: cards.good, expMonth: '03', expYear: '2031' } },
  ]);
});
