import { expect } from 'vitest';
import { ErrorMapping } from '../../../src/core/entities/error-mapping.ts';
import { clientOf } from '../../kit/client.ts';
import { insertRow } from '../../kit/insert.ts';
import { CVC, cardOf, cards, sandboxShop, setColumns } from '../../kit/sandbox-shop.ts';
import { leakedSecrets } from '../../kit/secrets.ts';
import { startTestService } from '../../kit/service.ts';
import { testApart as base } from '../../kit/test.ts';
import { lostResponsesTimeOut } from '../../kit/wrapped-sandbox.ts';

const test = base
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend(
    'confirm',
    ({ client, shop }) =>
      (id: string, number: string, more: object = {}, of = shop, headers = {}) =>
        client.post(`/payments/${id}`, {
          key: of.key,
          headers,
          body: { confirm: true, payment_method_data: { card: cardOf(number) }, ...more },
        }),
  )
  .extend('callsFor', ({ service }) => async (id: string) => {
    const text =
      'select operation, status, merchant_connector_id from connector_calls where object_id = $1 order by created_at';
    return service.database.rows.query({ text, values: [id] }, null);
  })
  .extend('historyOf', ({ service }) => async (id: string) => {
    const text = 'select to_status from status_changes where object_id = $1 order by sequence';
    return (await service.database.rows.query({ text, values: [id] }, null)).map((row) => row.to_status);
  })
  /** Maps the sandbox's failure to a retry at the next connector account. */
  .extend(
    'mapError',
    ({ service }) =>
      (code: string, values: object) =>
        insertRow(service, ErrorMapping, {
          error_mapping_id: `gsm_${code}`,
          connector: 'sandbox',
          flow: 'payment',
          sub_flow: 'authorize',
          code,
          message: '',
          status: 'Failure',
          step_up_possible: false,
          clear_pan_possible: false,
          created_at: new Date(),
          modified_at: new Date(),
          ...values,
        }),
  );

test('POST /payments/{id} with confirm charges the card and returns the attempt', async ({
  callsFor,
  confirm,
  historyOf,
  shop,
}) => {
  const id = await shop.open();
  const { status, body } = await confirm(id, cards.good, { amount: 2500, shipping_cost: 10 });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    status: 'succeeded',
    amount: 2500,
    net_amount: 2510,
    amount_received: 2510,
    amount_capturable: 0,
    connector: 'sandbox',
    connector_label: 'first',
    merchant_connector_id: shop.account,
    attempt_count: 1,
    error_code: null,
    next_action: null,
  });
  expect(body.connector_transaction_id).toEqual(expect.any(String));
  expect(body.attempts).toEqual([
    expect.objectContaining({ attempt_id: `${id}_1`, status: 'charged', amount: 2510, currency: 'USD' }),
  ]);
  expect(await historyOf(id)).toEqual(['requires_confirmation', 'processing', 'succeeded']);
  expect(await callsFor(id)).toEqual([
    { operation: 'authorize', status: 'completed', merchant_connector_id: shop.account },
  ]);
});

test('POST /payments/{id} stores card numbers encrypted and verification codes nowhere', async ({
  confirm,
  service,
  shop,
}) => {
  const id = await shop.open();
  await confirm(id, cards.good);
  expect(await leakedSecrets(service, [cards.good])).toEqual([]);
  const text = 'select merchant_id, call_id, request, outcome from connector_calls where object_id = $1';
  const [call] = await service.database.rows.query({ text, values: [id] }, null);
  const key = [String(call!.merchant_id), String(call!.call_id)];
  const place = { table: 'connector_calls', column: 'request', key };
  const opened = service.encryption.decrypt(call!.request as Buffer, place) as object;
  // The card number and the rest was needed until the connector's response arrived.
  expect(Object.keys(opened).sort()).toEqual([
    ...['amount', 'capture', 'check', 'credential', 'currency', 'retries', 'review', 'terms', 'threeDs'],
    'tried',
  ]);
  // The payment and its attempt hold the rest.
  expect(Object.keys(call!.outcome as object).sort()).toEqual(['connectorTransactionId', 'kind', 'money']);
  expect(JSON.stringify(opened)).not.toContain(CVC);
});

test('POST /payments/{id} returns a decline with 200 and the mapped error', async ({
  confirm,
  mapError,
  shop,
}) => {
  await mapError('card_declined', {
    decision: 'do_default',
    unified_code: 'UE_1000',
    unified_message: 'The card was declined',
  });
  const id = await shop.open();
  const { status, body } = await confirm(id, cards.declined);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    status: 'failed',
    error_code: 'card_declined',
    manual_retry_allowed: true,
    amount_received: 0,
  });
  expect(body.attempts).toEqual([
    expect.objectContaining({
      status: 'failure',
      error_code: 'card_declined',
      unified_code: 'UE_1000',
      unified_message: 'The card was declined',
    }),
  ]);
});

test('POST /payments/{id} rejects a confirmation without an eligible connector account, and changes nothing', async ({
  client,
  confirm,
  historyOf,
  service,
}) => {
  const other = await sandboxShop(service);
  const where = { merchant_id: other.merchantId };
  await setColumns(service, 'connector_accounts', where, { disabled: true });
  const id = await other.open();
  const before = await client.get('/payments/list', { key: other.key });
  const { status, body } = await confirm(id, cards.good, { amount: 77, description: 'x' }, other);
  expect([status, body.error.code]).toEqual([422, 'no_connector_available']);
  expect(body.error.message).toBe('No connector account can process this payment: first (disabled).');
  expect((await client.get('/payments/list', { key: other.key })).body).toEqual(before.body);
  expect(await historyOf(id)).toEqual([]);
});

test('POST /payments/{id} rejects a confirmation without a payment method or in the wrong status', async ({
  client,
  confirm,
  shop,
}) => {
  const bare = await client.post(`/payments/${await shop.open()}`, {
    key: shop.key,
    body: { confirm: true },
  });
  expect([bare.status, bare.body.error.code, bare.body.error.param]).toEqual([
    400,
    'missing_parameter',
    'payment_method_data',
  ]);
  const id = await shop.open();
  await confirm(id, cards.good);
  const again = await confirm(id, cards.good);
  expect([again.status, again.body.error.code]).toEqual([409, 'unexpected_state']);
});

test('POST /payments/{id} leaves a payment processing after a connector timeout and schedules a look-up', async ({
  callsFor,
  shared,
  shop,
}) => {
  const id = await shop.open();
  const impatient = await startTestService({ ...shared, ...lostResponsesTimeOut() });
  const asked = { confirm: true, payment_method_data: { card: cardOf(cards.silent) } };
  const { body } = await clientOf(impatient).post(`/payments/${id}`, { key: shop.key, body: asked });
  await impatient.stop();
  expect(body).toMatchObject({ status: 'processing', amount_received: 0, error_code: null });
  expect(body.attempts).toEqual([expect.objectContaining({ status: 'pending' })]);
  expect(await callsFor(id)).toEqual([expect.objectContaining({ status: 'intended' })]);
});

test('POST /payments/{id} redirects the customer to a challenge the connector requires', async ({
  confirm,
  service,
  shop,
}) => {
  const { body } = await confirm(await shop.open(), cards.challenged);
  expect(body.status).toBe('requires_customer_action');
  expect(body.next_action).toEqual({
    type: 'redirect_to_url',
    redirect_to_url: expect.stringMatching(`^${service.url}/`),
  });
});

test('Concurrent confirmations with one idempotency key make one connector call and share its response', async ({
  callsFor,
  confirm,
  shop,
}) => {
  const id = await shop.open();
  const headers = { 'idempotency-key': 'confirm-once' };
  const answers = await Promise.all([1, 2].map(() => confirm(id, cards.good, {}, shop, headers)));
  const [done, ...others] = answers.sort((a, b) => a.status - b.status);
  expect(done).toMatchObject({ status: 200, body: { status: 'succeeded' } });
  for (const { status, body } of others) {
    if (status !== 200) expect([status, body.error.code]).toEqual([409, 'idempotency_in_progress']);
  }
  const replay = await confirm(id, cards.good, {}, shop, headers);
  expect(replay.status).toBe(200);
  expect(replay.headers.get('idempotency-replayed')).toBe('true');
  expect(replay.body).toEqual(done!.body);
  expect(await callsFor(id)).toHaveLength(1);

  const different = await confirm(id, cards.good, { amount: 1 }, shop, headers);
  expect([different.status, different.body.error.code]).toEqual([422, 'idempotency_mismatch']);
});

test('An idempotency key may be used again after its confirmation was rejected', async ({
  confirm,
  shop,
}) => {
  const id = await shop.open();
  const headers = { 'idempotency-key': 'refused-first' };
  const late = { payment_method_data: { card: { ...cardOf(cards.good), card_exp_year: '2020' } } };
  expect((await confirm(id, cards.good, late, shop, headers)).status).toBe(400);
  expect((await confirm(id, cards.good, {}, shop, headers)).body.status).toBe('succeeded');
});

test('A declined payment is retried at the next connector account if the error mapping says so', async ({
  callsFor,
  confirm,
  mapError,
  service,
}) => {
  await mapError('processing_error', { decision: 'retry' });
  const two = await sandboxShop(service);
  const where = { merchant_id: two.merchantId, profile_id: two.profileId };
  const retries = { is_auto_retries_enabled: true, max_auto_retries_enabled: 1 };
  await setColumns(service, 'business_profiles', where, retries);
  const second = await two.sandbox({ connector_label: 'second', metadata: { decline: 'never' } });
  const id = await two.open();
  const { body } = await confirm(id, cards.retryable, {}, two);
  expect(body).toMatchObject({ status: 'succeeded', attempt_count: 2, connector_label: 'second' });
  expect(body.error_code).toBeNull();
  expect(body.attempts.map((attempt: { status: string }) => attempt.status)).toEqual(['failure', 'charged']);
  expect((await callsFor(id)).map((call) => call.merchant_connector_id)).toEqual([two.account, second]);
});

test('A declined payment is not retried if the profile allows no further attempt', async ({
  confirm,
  service,
}) => {
  const two = await sandboxShop(service);
  await two.sandbox({ metadata: { decline: 'never' } });
  const { body } = await confirm(await two.open(), cards.retryable, {}, two);
  expect(body).toMatchObject({ status: 'failed', error_code: 'processing_error', attempt_count: 1 });
});
