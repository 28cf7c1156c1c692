import { expect } from 'vitest';
import { mapError } from '../../kit/error-mapping.ts';
import { dataOf } from '../../kit/graphql.ts';
import type { Values } from '../../kit/insert.ts';
import { cardOf, cards, sandboxShop, setColumns } from '../../kit/sandbox-shop.ts';
import { scriptedConnector } from '../../kit/scripted-connector.ts';
import { test as base } from '../../kit/test.ts';

const script = scriptedConnector();
const mandateOf = (request: object) =>
  (request as { credential: { connectorMandateId?: string | null } }).credential.connectorMandateId ?? null;
script.respond('authorize', (request) => {
  const connectorTransactionId = `txn_${request.idempotencyKey}`;
  // The token has expired at the vendor; the card has not.
  if (mandateOf(request)) {
    return { kind: 'failed', code: 'token_expired', message: 'No such token.', connectorTransactionId };
  }
  return { kind: 'succeeded', connectorTransactionId, connectorMandateId: 'tok_1' };
});

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ connectors: [script.connector] }))
  .extend('mapped', { scope: 'file' }, async ({ service }) => {
    const explained = {
      decision: 'do_default',
      error_category: 'issue_with_payment_method',
      router_error: 'HOUSE_17',
    };
    await mapError(service, 'card_declined', { ...explained, status: 'AUTHORIZATION_FAILED' });
    await mapError(service, 'insufficient_funds', {
      decision: 'do_default',
      status: 'Authentication failed',
    });
    await mapError(service, 'refund_failed', { flow: 'refund', sub_flow: 'refund', ...explained });
    const tokens = { connector: 'scripted', decision: 'retry', clear_pan_possible: true };
    await mapError(service, 'token_expired', tokens);
    return true;
  })
  .extend('shop', async ({ service, mapped }) => (mapped ? sandboxShop(service) : sandboxShop(service)))
  .extend('confirm', ({ api, shop }) => async (number: string = cards.good) => {
    const card = { payment_method_data: { card: cardOf(number) } };
    return (await api.post(`/payments/${await shop.open()}`, { confirm: true, ...card })).body;
  })
  /** A customer whose card has a token at the scripted connector, and their later charges. */
  .extend('later', async ({ api, service, shop }) => {
    await setColumns(
      service,
      'connector_accounts',
      { merchant_connector_id: shop.account },
      { disabled: true },
    );
    const enabled = [{ payment_method: 'card', recurring_enabled: true }];
    await shop.connector({ connector_name: 'scripted', payment_methods_enabled: enabled });
    const customer_id = await shop.customer();
    const given = await api.post('/payments', {
      ...{ amount: 1000, currency: 'USD', confirm: true, customer_id, setup_future_usage: 'off_session' },
      payment_method_data: { card: cardOf(cards.good) },
      mandate_data: { customer_acceptance: { acceptance_type: 'offline' } },
    });
    const { payment_method_id } = given.body;
    return async () => {
      const charge = { amount: 500, currency: 'USD', confirm: true, off_session: true };
      const { body } = await api.post('/payments', { ...charge, customer_id, payment_method_id });
      const sent = script.requests.authorize!.filter(({ reference }) =>
        reference.startsWith(`${body.payment_id}_`),
      );
      return { body, sent };
    };
  })
  .extend('settings', ({ service, shop }) => (values: Values) => {
    return setColumns(service, 'business_profiles', { profile_id: shop.profileId }, values);
  });

const explanation = 'errorCode errorCategory routerError';

test('A refusal shows the category and name from its mapping, over both APIs', async ({
  api,
  confirm,
  service,
  shop,
}) => {
  const { payment_id } = await confirm(cards.declined);
  const query = `query ($id: ID!) { payment(paymentId: $id) { ${explanation} attempts { ${explanation} } } }`;
  const read = async () => (await dataOf(service, shop.key, query, { id: payment_id })).payment;
  const explained = {
    errorCode: 'card_declined',
    errorCategory: 'issue_with_payment_method',
    routerError: 'HOUSE_17',
  };
  expect(await read()).toEqual({ ...explained, attempts: [explained] });
  expect((await api.get(`/payments/${payment_id}`)).body).toMatchObject({
    error_category: 'issue_with_payment_method',
    router_error: 'HOUSE_17',
  });
  // A later attempt starts without them.
  const card = { payment_method_data: { card: cardOf(cards.good) } };
  await api.post(`/payments/${payment_id}/confirm`, card);
  const { attempts, ...payment } = await read();
  expect(payment).toEqual({ errorCode: null, errorCategory: null, routerError: null });
  expect(attempts[0]).toEqual(explained);
});

test("An error mapping's status applies to the attempt and decides whether it counts as a decline", async ({
  confirm,
  service,
  shop,
}) => {
  const declined = await confirm(cards.declined);
  expect(declined).toMatchObject({ status: 'failed', attempts: [{ status: 'authorization_failed' }] });
  const unauthenticated = await confirm('4000000000009995');
  expect(unauthenticated).toMatchObject({
    status: 'failed',
    attempts: [{ status: 'authentication_failed' }],
  });
  const stats = '{ attemptStats { failedCount count } }';
  const [group] = (await dataOf(service, shop.key, stats)).attemptStats;
  expect(group).toEqual({ failedCount: 1, count: 2 });
});

test('After a failed token the card number is tried once, if the profile allows it', async ({
  later,
  settings,
}) => {
  const without = await later();
  expect(without.body).toMatchObject({ status: 'failed', error_code: 'token_expired', attempt_count: 1 });

  await settings({ is_clear_pan_retries_enabled: true });
  const { body, sent } = await later();
  expect(body).toMatchObject({ status: 'succeeded', amount_received: 500, attempt_count: 2 });
  expect(sent.map(mandateOf)).toEqual(['tok_1', null]);
  expect(sent[1]!.method).toMatchObject({ kind: 'card', card: { number: cards.good } });
  expect(sent[1]!.credential).toMatchObject({ kind: 'stored', initiator: 'merchant' });
  expect(sent[1]!.idempotencyKey).not.toBe(sent[0]!.idempotencyKey);
});

test('The number is tried once per account, even if both fail, and not for an entered card', async ({
  confirm,
  later,
  settings,
}) => {
  await settings({ is_clear_pan_retries_enabled: true });
  const { body: first } = await later();
  expect(first.status).toBe('succeeded');
  script.respond('authorize', ({ idempotencyKey }) => ({
    kind: 'failed',
    code: 'token_expired',
    message: 'Neither.',
    connectorTransactionId: `txn_${idempotencyKey}`,
  }));
  const { body, sent } = await later();
  expect(body).toMatchObject({ status: 'failed', attempt_count: 2 });
  expect(sent).toHaveLength(2);
  expect(await confirm()).toMatchObject({ status: 'failed', attempt_count: 1 });
});
