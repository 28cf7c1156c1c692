import { expect } from 'vitest';
import { Payment } from '../../../src/core/entities/payment.ts';
import { confirmLocked } from '../../../src/core/payments/authorize/confirm-payment.ts';
import { velocityDigests } from '../../../src/core/rules/velocity.ts';
import { inTransaction, lock } from '../../../src/core/writes/transactions.ts';
import { countSteadyStatements, heldClock } from '../../kit/count-statements.ts';
import { cardOf, cards, sandboxShop } from '../../kit/sandbox-shop.ts';
import { testApart as base } from '../../kit/test.ts';

const counts = (count: string, by: string, within: string, value: number) => ({
  ...{ count, by, within, value },
  comparison: 'greater_or_equal',
});
const REFUSED = { connectors: [], fallback: 'none' };

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({
    ...heldClock(),
    countryOf: (address: string) => (address === '192.0.2.1' ? 'FR' : null),
  }))
  .extend('shop', async ({ client, graphqlAs, service }) => {
    const sandbox = await sandboxShop(service);
    const { account, key, merchantId, profileId } = sandbox;
    const post = async (path: string, body: object = {}) => (await client.post(path, { key, body })).body;
    const otherwise = { connectors: [{ merchant_connector_id: account }] };
    const evaluate = async (input: object) => {
      const answer = await post('/rulesets/evaluate', input);
      expect(answer.error).toBeUndefined();
      return answer.results[0] ?? {};
    };
    /** Activates rules that refuse what a condition holds of. */
    const refuse = async (when: object) => {
      const rules = [{ name: 'limit', when, then: REFUSED }];
      const made = await post('/rulesets', {
        ...{ decision: 'payment_routing', name: 'limits', profile_id: profileId },
        ...{ rules, default: otherwise },
      });
      expect(made.error).toBeUndefined();
      await post(`/rulesets/${made.ruleset_id}/activate`);
      const payment = { amount: 100, currency: 'USD', payment_method: 'card' };
      const decides = async () => (await evaluate({ profile_id: profileId, payment })).ruleset_id;
      // Settings are cached until the change is announced.
      await expect.poll(decides, { timeout: 60_000 }).toBe(made.ruleset_id);
    };
    const body = (more: object) => ({
      ...{ amount: 100, currency: 'USD', confirm: true, profile_id: profileId, payment_method: 'card' },
      payment_method_data: { card: cardOf(cards.good) },
      ...more,
    });
    const pay = async (more: object = {}) => {
      let answer = await post('/payments', body(more));
      // On a busy machine, some concurrent ones wait too long for a connection or a lock.
      while (answer.error?.code === 'overloaded') answer = await post('/payments', body(more));
      return answer;
    };
    const outcome = async (more: object = {}) => {
      const { error, status } = await pay(more);
      return String(error?.code ?? status);
    };
    const entries = async () => {
      const text = 'select subject, attempt_id from velocity_entries where merchant_id = $1';
      return service.database.rows.query(
        { text, values: [merchantId], touches: { reads: ['velocity_entries'] } },
        merchantId,
      );
    };
    return { ...sandbox, body, entries, evaluate, graphql: graphqlAs(key), outcome, pay, post, refuse };
  });

const from = (address: string) => ({ browser_info: { ip_address: address } });
const only = (answers: string[], answer: string) => answers.filter((one) => one === answer).length;

test('Of twelve payments at once, a limit of five lets five through, by each value', async ({
  service,
  shop,
}) => {
  const email = 'Twelve@Example.com';
  for (const [by, value] of [
    ['email', email],
    ['ip_address', '192.0.2.7'],
  ] as const) {
    await shop.refuse({ any: [counts('attempts', by, '1h', 5), counts('payments', by, '1d', 5)] });
    const subjects = velocityDigests(service, shop.merchantId, by, value.toLowerCase());
    const session = await service.database.openSession();
    try {
      // All that have begun wait for this transaction, until it ends.
      await session.query('begin');
      await session.query('select lock_velocity($1, $2::text[])', [shop.merchantId, subjects]);
      const more = by === 'email' ? { email } : from(value);
      const answers = Promise.all(Array.from({ length: 12 }, () => shop.outcome(more)));
      const waiting = `select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted`;
      await expect
        .poll(async () => (await session.query(waiting)).rows[0].n, { timeout: 60_000 })
        .toBeGreaterThan(1);
      await session.query('commit');
      const all = await answers;
      expect([only(all, 'succeeded'), only(all, 'no_connector_available')], by).toEqual([5, 7]);
    } finally {
      await session.end();
    }
  }
});

test('What is refused or rolled back is not counted, and nothing is kept in the clear', async ({
  service,
  shop,
}) => {
  await shop.refuse(counts('attempts', 'email', '30d', 2));
  const email = 'counted@example.com';
  expect(await shop.outcome({ email, confirm: false })).toBe('requires_confirmation');
  expect(await shop.entries()).toEqual([]);
  const answers = [];
  for (let i = 0; i < 4; i++) answers.push(await shop.outcome({ email }));
  expect(answers).toEqual(['succeeded', 'succeeded', 'no_connector_available', 'no_connector_available']);
  const ctx = { ...service.contextFor({ kind: 'admin_key' }, 'rollback'), merchantId: shop.merchantId };
  const { payment_id } = await shop.post(
    '/payments',
    shop.body({ email: 'rolled@example.com', confirm: false }),
  );
  const rolledBack = inTransaction(ctx, async (tx) => {
    await confirmLocked(tx, await lock(tx, Payment, payment_id), {});
    await tx.transaction.em.flush();
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  const kept = await shop.entries();
  expect(kept.length).toBe(2);
  expect(JSON.stringify(kept)).not.toContain('counted');
  // Another address is another count, and one without an address is not counted.
  expect(await shop.outcome({ email: 'other@example.com' })).toBe('succeeded');
  expect(await shop.outcome()).toBe('succeeded');
  expect((await shop.entries()).length).toBe(3);
});

test('Declines and payments are counted by their outcome, and the decision says the count', async ({
  shop,
}) => {
  await shop.refuse({ all: [counts('declines', 'card', '1h', 2), counts('payments', 'card', '1h', 0)] });
  const declined = { payment_method_data: { card: cardOf(cards.declined) } };
  expect(await shop.outcome(declined)).toBe('failed');
  expect(await shop.outcome(declined)).toBe('failed');
  expect(await shop.outcome(declined)).toBe('no_connector_available');
  // Good cards are never declined.
  for (let i = 0; i < 3; i++) expect(await shop.outcome()).toBe('succeeded');
  await shop.refuse(counts('payments', 'card', '1h', 4));
  // Declined payments do not count, succeeded ones do.
  expect(await shop.outcome(declined)).toBe('failed');
  const fourth = await shop.pay();
  expect(fourth.decisions).toEqual([expect.objectContaining({ rule: null })]);
  expect(await shop.outcome()).toBe('no_connector_available');
  const { payment_id } = await shop.post('/payments', shop.body({ confirm: false }));
  const { why } = await shop.evaluate({ payment_id });
  expect(why).toContain('payments by card within 1h 4.');
});

test('An evaluation counts what a confirmation would, at both faces, and records nothing', async ({
  client,
  shop,
}) => {
  await shop.refuse(counts('attempts', 'ip_address', '1h', 1));
  await shop.pay(from('192.0.2.9'));
  const before = await shop.entries();
  const facts = { amount: 100, currency: 'USD', payment_method: 'card', ip_address: '192.0.2.9' };
  const other = { ...facts, ip_address: '192.0.2.10' };
  const { payment_id } = await shop.post('/payments', shop.body({ confirm: false, ...from('192.0.2.9') }));
  const { profileId: profile_id } = shop;
  for (const [input, rule] of [
    [{ payment_id }, 'limit'],
    [{ profile_id, payment: facts }, 'limit'],
    [{ profile_id, payment: other }, null],
  ] as const) {
    expect((await shop.evaluate(input)).rule).toBe(rule);
    const { payment_id: paymentId, payment } = input as { payment_id?: string; payment?: object };
    const { data, errors } = await shop.graphql.run(
      'mutation ($input: EvaluateRulesInput!) { evaluateRules(input: $input) { evaluation { results { rule } } userErrors { code } } }',
      { input: { ...(paymentId ? { paymentId } : { profileId: profile_id, payment }) } },
    );
    expect([errors, data?.evaluateRules.evaluation?.results]).toEqual([[], [{ rule }]]);
  }
  expect(await shop.entries()).toEqual(before);
  // Without the permission to read payments, nothing can be found out about them.
  const key = await shop.apiKey({ permissions: ['settings:write'] });
  const refused = await client.post('/rulesets/evaluate', { key, body: { profile_id, payment: facts } });
  expect(refused.body.error.code).toBe('not_permitted');
});

test('Rules that count take one statement more, others none', async ({ shop }) => {
  const statementsOf = () => countSteadyStatements(() => shop.pay({ email: 'a@example.com' }));
  const without = await statementsOf();
  await shop.refuse({ field: 'currency', comparison: 'equal', value: 'JPY' });
  const plain = await statementsOf();
  await shop.refuse({ any: [counts('attempts', 'email', '1h', 900), counts('declines', 'card', '1d', 900)] });
  const counting = await statementsOf();
  expect(plain.length).toBe(without.length);
  expect(counting.filter((text) => text.includes('count_velocity')).length).toBe(1);
  expect(counting.length).toBe(plain.length + 1);
});

test('Customers, disposable domains, addresses and channels are facts', async ({ shop }) => {
  const is = (field: string, value: unknown, comparison = 'equal') => ({ field, comparison, value });
  const decided = async (when: object, more: object = {}) => {
    await shop.refuse(when);
    const { payment_id } = await shop.post('/payments', shop.body({ confirm: false, ...more }));
    return (await shop.evaluate({ payment_id })).rule === 'limit';
  };
  const customer_id = await shop.customer();
  expect(await decided(is('customer_payments', 0))).toBe(true);
  expect(await decided(is('customer_payments', 0), { customer_id })).toBe(true);
  expect(await decided(is('customer_age_days', 36_500, 'less_than'), { customer_id })).toBe(true);
  expect(await decided(is('customer_age_days', 0, 'greater_or_equal'))).toBe(false);
  await shop.refuse(is('currency', 'JPY'));
  expect(await shop.outcome({ customer_id })).toBe('succeeded');
  expect(await decided(is('customer_payments', 1), { customer_id })).toBe(true);
  expect(await decided(is('disposable_domain', true), { email: 'a@Mail.mailinator.com' })).toBe(true);
  expect(await decided(is('disposable_domain', true), { email: 'a@example.com' })).toBe(false);
  expect(await decided(is('disposable_domain', false))).toBe(false);
  expect(await decided(is('ip_country', 'FR'), from('192.0.2.1'))).toBe(true);
  expect(await decided(is('ip_country', 'FR'), from('192.0.2.2'))).toBe(false);
  expect(await decided(is('payment_channel', 'ecommerce'))).toBe(true);
  expect(await decided(is('payment_channel', 'moto'), { payment_channel: 'moto' })).toBe(true);
});

test('seconds_since_last_success is of the first account of the action', async ({ shop }) => {
  const account = { merchant_connector_id: await shop.sandbox({ connector_label: 'second' }) };
  const first = { merchant_connector_id: shop.account };
  await shop.refuse({ field: 'currency', comparison: 'equal', value: 'JPY' });
  expect(await shop.outcome()).toBe('succeeded');
  const when = { field: 'seconds_since_last_success', comparison: 'less_than', value: 86_400 };
  const rules = [
    { name: 'second', when, then: { connectors: [account] } },
    { name: 'first', when, then: { volume_split: [{ split: 100, connector: first }] } },
  ];
  const { profileId: profile_id } = shop;
  const draft = { decision: 'payment_routing', name: 'recent', profile_id, rules };
  const { ruleset_id, warnings } = await shop.post('/rulesets', draft);
  expect(warnings).toEqual([]);
  const payment = { amount: 100, currency: 'USD', payment_method: 'card' };
  const result = await shop.evaluate({ profile_id, ruleset_id, payment });
  expect([result.rule, result.why]).toEqual([
    'first',
    expect.stringMatching(/seconds_since_last_success \d+\./),
  ]);
  const risk = [{ name: 'unknown', when, then: { risk: 'review' } }];
  const warned = await shop.post('/rulesets', { ...draft, decision: 'risk', rules: risk });
  expect(warned.warnings).toEqual([expect.objectContaining({ param: 'rules[0].when' })]);
});

test('A payment by mail or telephone is not challenged by 3-D Secure, at both faces', async ({ shop }) => {
  const challenged = {
    authentication_type: 'three_ds',
    payment_method_data: { card: cardOf(cards.challenged) },
  };
  expect(await shop.outcome(challenged)).toBe('requires_customer_action');
  const moto = await shop.pay({ ...challenged, payment_channel: 'moto' });
  expect([moto.status, moto.payment_channel]).not.toContain('requires_customer_action');
  expect(moto.payment_channel).toBe('moto');
  const refused = await shop.pay({ payment_channel: 'phone' });
  expect([refused.error.code, refused.error.param]).toEqual(['invalid_parameter', 'payment_channel']);
  const { data, errors } = await shop.graphql.run(
    'query ($id: ID!) { payment(paymentId: $id) { paymentChannel } }',
    {
      id: moto.payment_id,
    },
  );
  expect([errors, data?.payment]).toEqual([[], { paymentChannel: 'moto' }]);
});
