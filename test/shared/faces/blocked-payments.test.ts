import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { Payment } from '../../../src/core/entities/payment.ts';
import { allOperations } from '../../../src/core/operations/index.ts';
import { recordedEvents } from '../../kit/events.ts';
import { cardOf, cards, graphqlCardOf, sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

const RULE = 'stolen BINs';
const REASON = 'Seen in a leak';
const DECLINED = 'The payment was declined. Please try another card or another way to pay.';
const ON_BLOCKLIST = 'The payment method is blocked.';

/** Both mechanisms block the card of this number, and no other card of these tests. */
const BLOCKED = cards.good;
const ALLOWED = '5555555555554444';

type Json = Record<string, unknown>;
interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly paymentId: string;
  readonly isReplayed: boolean;
}

const test = base
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('query', ({ service, shop }) => async (text: string, id: string) => {
    const rows = await service.database.rows.query({ text, values: [id] }, shop.merchantId);
    return rows.map((row) => Object.values(row).join(' '));
  })
  /** Blocks the card by a rule or by the blocklist, once that is in force. */
  .extend('block', ({ api, shop }) => async (by: 'rule' | 'blocklist') => {
    if (by === 'blocklist') await api.post('/blocklist', { type: 'card_bin', data: BLOCKED.slice(0, 6) });
    else {
      const when = { field: 'card_isin', comparison: 'starts_with', value: BLOCKED.slice(0, 8) };
      const then = { risk: 'block', reason: REASON };
      const rules = [{ name: RULE, when, then }];
      const { body } = await api.post('/rulesets', {
        ...{ decision: 'risk', name: 'Risk', profile_id: shop.profileId, rules },
        default: { risk: 'allow' },
      });
      await api.post(`/rulesets/${body.ruleset_id}/activate`);
    }
    const probe = { amount: 1, currency: 'USD', confirm: true };
    const pays = () => api.post('/payments', { ...probe, payment_method_data: { card: cardOf(BLOCKED) } });
    await expect.poll(async () => (await pays()).body.error?.code, { timeout: 60_000 }).toBe('blocked');
  })
  .extend('ways', ({ api, client, graphqlAs, shop }) => {
    const data = { payment_method_data: { card: cardOf(BLOCKED) } };
    const money = { amount: 1000, currency: 'USD' };
    const open = async (more: object = {}): Promise<Json> =>
      (await api.post('/payments', { ...money, ...more })).body;
    const rest = async (path: string, body: Json, key: string, given = shop.key): Promise<Refusal> => {
      const headers = { 'idempotency-key': key };
      const { body: answer, headers: sent, status } = await client.post(path, { key: given, body, headers });
      expect(status).toBe(422);
      const { code, message, payment_id: paymentId, type } = answer.error;
      expect(type).toBe('permission');
      return { code, message, paymentId, isReplayed: sent.get('idempotency-replayed') === 'true' };
    };
    const mutation = async (name: string, input: Json, key: string, given = shop.key): Promise<Refusal> => {
      const fields = 'payment { paymentId status }';
      const headers = { 'idempotency-key': key };
      const sent = await graphqlAs(given).mutate(name, input, fields, { headers });
      expect([sent.errors, sent.payload.payment.status]).toEqual([[], 'failed']);
      const { code, message } = sent.userErrors[0]!;
      const isReplayed = sent.headers.get('idempotency-replayed') === 'true';
      return { code, message, paymentId: sent.payload.payment.paymentId, isReplayed };
    };
    const gql = { paymentMethodData: { card: graphqlCardOf(BLOCKED) } };
    const saved = async () => {
      const customer_id = await shop.customer();
      const { card_cvc: _, ...card } = cardOf(BLOCKED);
      const { body } = await api.post('/payment_methods', { customer_id, payment_method: 'card', card });
      return { customer_id, payment_method_id: body.payment_method_id };
    };
    type Way = {
      readonly operation: string;
      readonly byCustomer?: true;
      /** Makes the request, as often as it is called. */
      readonly ready: () => Promise<(key: string) => Promise<Refusal>>;
    };
    const ways: Record<string, Way> = {
      'creating with confirm over REST': {
        operation: 'createPayment',
        ready: async () => (key) => rest('/payments', { ...money, ...data, confirm: true }, key),
      },
      'creating with a saved card over REST': {
        operation: 'createPayment',
        ready: async () => {
          const body = { ...money, ...(await saved()), confirm: true };
          return (key) => rest('/payments', body, key);
        },
      },
      'creating with confirm over GraphQL': {
        operation: 'createPayment',
        ready: async () => (key) => mutation('createPayment', { ...money, ...gql, confirm: true }, key),
      },
      'confirming over REST': {
        operation: 'confirmPayment',
        ready: async () => {
          const { payment_id: id } = await open();
          return (key) => rest(`/payments/${id}/confirm`, data, key);
        },
      },
      'confirming over GraphQL': {
        operation: 'confirmPayment',
        ready: async () => {
          const { payment_id: paymentId } = await open();
          return (key) => mutation('confirmPayment', { paymentId, ...gql }, key);
        },
      },
      "confirming as the customer's client over REST": {
        operation: 'confirmPayment',
        byCustomer: true,
        ready: async () => {
          const { client_secret, payment_id: id } = await open({ payment_link: true });
          return (key) =>
            rest(`/payments/${id}/confirm`, { client_secret, ...data }, key, shop.publishableKey);
        },
      },
      "confirming as the customer's client over GraphQL": {
        operation: 'confirmPayment',
        byCustomer: true,
        ready: async () => {
          const { client_secret: clientSecret, payment_id: paymentId } = await open();
          return (key) =>
            mutation('confirmPayment', { paymentId, clientSecret, ...gql }, key, shop.publishableKey);
        },
      },
      'confirming with an ephemeral key': {
        operation: 'confirmPayment',
        byCustomer: true,
        ready: async () => {
          const customer_id = await shop.customer();
          const { ephemeral_key, payment_id: id } = await open({ customer_id });
          const { secret } = ephemeral_key as { secret: string };
          return (key) => rest(`/payments/${id}/confirm`, data, key, secret);
        },
      },
      'updating with confirm over REST': {
        operation: 'updatePayment',
        ready: async () => {
          const { payment_id: id } = await open();
          return (key) => rest(`/payments/${id}`, { ...data, confirm: true }, key);
        },
      },
      'updating with confirm over GraphQL': {
        operation: 'updatePayment',
        ready: async () => {
          const { payment_id: paymentId } = await open();
          return (key) => mutation('updatePayment', { paymentId, ...gql, confirm: true }, key);
        },
      },
    };
    return ways;
  });

test('Every operation that may be blocked and changes a payment has a way below', ({ ways }) => {
  const blocking = allOperations.filter(
    ({ kind, problems, target }) => kind === 'write' && target === Payment && problems.includes('blocked'),
  );
  const walked = new Set(Object.values(ways).map(({ operation }) => operation));
  expect([...walked].sort()).toEqual(blocking.map(({ name }) => name).sort());
});

test.for(['rule', 'blocklist'] as const)(
  'A payment blocked by the %s is kept, failed and without an attempt, in every way that confirms',
  async (by, { api, block, graphql, query, service, shop, ways }) => {
    await block(by);
    for (const [name, { byCustomer, ready }] of Object.entries(ways)) {
      const confirm = await ready();
      const key = randomUUID();
      const refused = await confirm(key);
      const { paymentId: id } = refused;
      const reason =
        by === 'rule' ? expect.stringContaining(`Rule "${RULE}" holds: card_isin`) : ON_BLOCKLIST;
      const message = byCustomer ? DECLINED : reason;
      expect(refused, name).toEqual({ code: 'blocked', message, paymentId: id, isReplayed: false });
      expect(await confirm(key), name).toEqual({ ...refused, isReplayed: true });

      const { body } = await api.get(`/payments/${id}`);
      expect(body, name).toMatchObject({
        ...{ status: 'failed', error_code: 'blocked', error_message: reason },
        ...{ unified_code: 'UE_1000', unified_message: DECLINED, manual_retry_allowed: true },
        ...{ attempts: [], connector: null, merchant_connector_id: null, next_action: null },
      });
      const decision = { decision: 'risk', rule: RULE, action: { risk: 'block', reason: REASON } };
      expect(body.decisions ?? [], name).toEqual(by === 'rule' ? [expect.objectContaining(decision)] : []);
      if (by === 'rule') expect(body.error_message).toContain(`Reason: ${REASON}`);
      const shown = await graphql.data('query ($id: ID!) { payment(paymentId: $id) { errorCode status } }', {
        id,
      });
      expect(shown.payment).toEqual({ errorCode: 'blocked', status: 'failed' });

      expect(
        await query('select event_type from events where payment_id = $1 order by sequence', id),
      ).toEqual(expect.arrayContaining(['payment_failed']));
      const failures = `select count(*) from events where payment_id = $1 and event_type = 'payment_failed'`;
      expect(await query(failures, id), name).toEqual(['1']);
      expect(await query('select operation from connector_calls where object_id = $1', id)).toEqual([]);
      const kept = `select card_number is null and method_data is null and brought_data is null from payments
                    where payment_id = $1`;
      expect(await query(kept, id), name).toEqual(['true']);
      const history = `select from_status, to_status, cause from status_changes where object_id = $1 order by sequence`;
      expect((await query(history, id)).at(-1), name).toMatch(/failed (create|confirm)$/);
    }
    expect(
      (await api.get('/payments?status=failed&error_code=blocked&limit=100')).body.data.length,
    ).toBeGreaterThanOrEqual(Object.keys(ways).length);
    const types = (await recordedEvents(service.database, shop.merchantId)).map(
      ({ event_type: type }) => type,
    );
    expect(new Set(types)).toEqual(
      new Set([
        'payment_created',
        'payment_failed',
        ...types.filter((type) => type.startsWith('payment_succeeded')),
      ]),
    );
  },
);

test('A blocked payment is confirmed with another card, blocked again, and erased of its card each time', async ({
  api,
  block,
  query,
}) => {
  await block('rule');
  const create = { amount: 1000, currency: 'USD', confirm: true };
  const made = await api.post('/payments', { ...create, payment_method_data: { card: cardOf(BLOCKED) } });
  const id = made.body.error.payment_id;
  const confirm = (number: string) =>
    api.post(`/payments/${id}/confirm`, { payment_method_data: { card: cardOf(number) } });
  // A failed payment stays failed, and says so again.
  expect((await confirm(BLOCKED)).body.error).toMatchObject({ code: 'blocked', payment_id: id });
  const events = 'select event_type from events where payment_id = $1 order by sequence';
  expect(await query(events, id)).toEqual(['payment_created', 'payment_failed', 'payment_failed']);
  // The card is gone: a request without one cannot charge it.
  expect((await api.post(`/payments/${id}/confirm`)).body.error.code).toBe('mandate_inactive');
  const paid = await confirm(ALLOWED);
  expect(paid.body).toMatchObject({
    ...{ status: 'succeeded', error_code: null, error_message: null, manual_retry_allowed: null },
    decisions: [{ decision: 'risk', rule: null, action: { risk: 'allow' } }],
  });
  expect(paid.body.attempts).toEqual([expect.objectContaining({ status: 'charged' })]);
});

test('A block after a decline keeps the declined attempt, and one during a challenge ends it', async ({
  api,
  block,
  query,
}) => {
  await block('rule');
  const pay = async (number: string, more: object = {}) => {
    const payment = { amount: 1000, currency: 'USD', confirm: true, ...more };
    return (await api.post('/payments', { ...payment, payment_method_data: { card: cardOf(number) } })).body;
  };
  const confirm = (id: string, number: string) =>
    api.post(`/payments/${id}/confirm`, { payment_method_data: { card: cardOf(number) } });
  const declined = await pay(cards.declined);
  expect((await confirm(declined.payment_id, BLOCKED)).body.error.payment_id).toBe(declined.payment_id);
  const { body: after } = await api.get(`/payments/${declined.payment_id}`);
  expect(after).toMatchObject({ status: 'failed', error_code: 'blocked', attempts: [{ status: 'failure' }] });
  expect(after.attempts[0].error_code).not.toBe('blocked');

  const challenged = await pay(cards.challenged, { authentication_type: 'three_ds' });
  expect(challenged.status).toBe('requires_customer_action');
  const { payment_id: id } = challenged;
  expect((await confirm(id, BLOCKED)).body.error.code).toBe('blocked');
  expect((await api.get(`/payments/${id}`)).body).toMatchObject({
    ...{ status: 'failed', error_code: 'blocked', next_action: null },
    attempts: [{ status: 'voided', cancellation_reason: 'The payment was confirmed again.' }],
  });
  expect(
    await query('select operation, status from connector_calls where object_id = $1 order by call_id', id),
  ).toEqual(['authorize completed', 'void completed']);
  // With another method it waits for its confirmation, which goes on from there.
  const { body: updated } = await api.post(`/payments/${id}`, {
    payment_method_data: { card: cardOf(ALLOWED) },
  });
  expect([updated.status, updated.error_code]).toEqual(['requires_confirmation', null]);
  expect((await confirm(id, ALLOWED)).body.status).toBe('succeeded');
});

test('Of two confirmations at once each is decided, and a blocked card is never charged', async ({
  api,
  block,
  query,
}) => {
  await block('rule');
  const { body: open } = await api.post('/payments', { amount: 1000, currency: 'USD' });
  const { payment_id: id } = open;
  const confirm = (number: string) =>
    api.post(`/payments/${id}/confirm`, { payment_method_data: { card: cardOf(number) } });
  const both = await Promise.all([confirm(BLOCKED), confirm(BLOCKED)]);
  expect(both.map(({ body }) => [body.error.code, body.error.payment_id])).toEqual([
    ['blocked', id],
    ['blocked', id],
  ]);
  const mixed = await Promise.all([confirm(BLOCKED), confirm(ALLOWED)]);
  const codes = mixed.map(({ body }) => body.error?.code ?? body.status);
  expect(['blocked', 'unexpected_state']).toContain(codes[0]);
  expect(codes[1]).toBe('succeeded');
  expect(await query('select operation from connector_calls where object_id = $1', id)).toEqual([
    'authorize',
  ]);
});

test('Requests at once under one idempotency key are one refusal', async ({ api, block, query }) => {
  await block('blocklist');
  const { body: open } = await api.post('/payments', { amount: 1000, currency: 'USD' });
  const { payment_id: id } = open;
  const headers = { 'idempotency-key': randomUUID() };
  const body = { payment_method_data: { card: cardOf(BLOCKED) } };
  const confirm = () => api.post(`/payments/${id}/confirm`, body, { headers });
  const codes = (await Promise.all([confirm(), confirm(), confirm()])).map(
    (answer) => answer.body.error.code,
  );
  expect(codes).toContain('blocked');
  expect(new Set(codes).difference(new Set(['blocked', 'idempotency_in_progress']))).toEqual(new Set());
  expect((await confirm()).body.error).toMatchObject({ code: 'blocked', payment_id: id });
  const failures = `select count(*) from events where payment_id = $1 and event_type = 'payment_failed'`;
  expect(await query(failures, id)).toEqual(['1']);
  const other = await api.post(`/payments/${id}/confirm`, { ...body, email: 'b@example.com' }, { headers });
  expect(other.body.error.code).toBe('idempotency_mismatch');
});

test('An allowing rule does not switch off the blocklist', async ({ api, block, shop }) => {
  const rules = [{ name: 'all', then: { risk: 'allow' } }];
  const made = { decision: 'risk', name: 'Allow', profile_id: shop.profileId, rules };
  const { body } = await api.post('/rulesets', made);
  await api.post(`/rulesets/${body.ruleset_id}/activate`);
  await block('blocklist');
});
