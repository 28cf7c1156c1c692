import fc from 'fast-check';
import { expect } from 'vitest';
import { fieldsOfCondition } from '../../../src/core/rules/rule-conditions.ts';
import { acceptsEveryKind, details } from '../../kit/bank-methods.ts';
import { countStatements } from '../../kit/count-statements.ts';
import { seed } from '../../kit/property.ts';
import { cardOf, cards, sandboxShop, setColumns } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';
import { condition } from '../core/rules/arbitrary-rules.ts';

const RULESETS = 25;
const PAYMENTS = 8;

type Json = Record<string, unknown>;

const test = base
  .extend('shop', async ({ service }) => {
    const shop = await sandboxShop(service);
    const where = { merchant_connector_id: shop.account };
    await setColumns(service, 'connector_accounts', where, { payment_methods_enabled: acceptsEveryKind });
    return shop;
  })
  .extend('pay', ({ api }) => async (more: Json = {}, number: string = cards.good): Promise<Json> => {
    const payment = { amount: 1000, currency: 'EUR', confirm: true };
    const given = { payment_method: 'card', payment_method_data: { card: cardOf(number) } };
    return (await api.post('/payments', { ...payment, ...given, ...more })).body;
  })
  /** Activates rules, and waits until payments are decided by them. */
  .extend('rules', ({ api, pay, shop }) => async (rules: object[], otherwise: object | null = null) => {
    const named = rules.map((rule, at) => ({ name: `Rule ${at}`, ...rule }));
    const { body } = await api.post('/rulesets', {
      ...{ decision: 'risk', name: 'Risk', profile_id: shop.profileId },
      ...{ rules: named, default: otherwise },
    });
    await api.post(`/rulesets/${body.ruleset_id}/activate`);
    const decides = async () => {
      const { decisions, error } = (await pay()) as { decisions?: Json[]; error?: Json };
      const { decisions: kept } = error
        ? (await api.get(`/payments/${error.payment_id}`)).body
        : { decisions };
      return kept?.[0]?.ruleset_id;
    };
    await expect.poll(decides, { timeout: 60_000 }).toBe(body.ruleset_id);
    return body.ruleset_id as string;
  });

const only = (field: string, value: unknown) => ({ when: { field, comparison: 'equal', value } });

test.for(['REST', 'GraphQL'] as const)(
  'A payment that a rule holds waits for the merchant, who approves or rejects it over %s',
  async (face, { api, graphql, pay, rules }) => {
    await rules([{ then: { risk: 'review', reason: 'Look at the order' } }]);
    const decide = async (name: 'approve' | 'reject', id: unknown) => {
      if (face === 'REST') await api.post(`/payments/${id}/${name}`);
      else await graphql.mutate(`${name}Payment`, { paymentId: id }, 'payment { status }');
      return (await api.get(`/payments/${id}`)).body;
    };
    const held = await pay();
    expect(held).toMatchObject({
      ...{ status: 'requires_merchant_action', amount_capturable: 1000, amount_received: 0 },
      decisions: [
        { decision: 'risk', action: { risk: 'review' }, why: expect.stringContaining('waits for review') },
      ],
    });
    expect(await decide('approve', held.payment_id)).toMatchObject({
      ...{ status: 'succeeded', amount_received: 1000, merchant_decision: 'approved' },
    });
    const rejected = await decide('reject', (await pay()).payment_id);
    expect(rejected).toMatchObject({
      status: 'cancelled',
      amount_received: 0,
      merchant_decision: 'rejected',
    });
    const manual = await pay({ capture_method: 'manual' });
    expect(manual.status).toBe('requires_merchant_action');
    expect((await decide('approve', manual.payment_id)).status).toBe('requires_capture');
    // A verification holds nothing.
    const verified = await pay({ amount: 0 });
    expect(verified).toMatchObject({
      status: 'succeeded',
      decisions: [{ why: expect.stringContaining('holds no money') }],
    });
  },
);

test('A review survives a retry at another account', async ({ pay, rules, service, shop }) => {
  // Certainly not sent, so it goes to the next account.
  const down = { metadata: { down: true } };
  await setColumns(service, 'connector_accounts', { merchant_connector_id: shop.account }, down);
  const spare = await shop.sandbox({ created_at: new Date(Date.now() + 60_000) });
  await rules([{ then: { risk: 'review' } }]);
  expect(await pay()).toMatchObject({
    ...{ status: 'requires_merchant_action', merchant_connector_id: spare, amount_received: 0 },
    attempts: [{ status: 'failure' }, { status: 'unresolved' }],
  });
});

test('A review survives a challenge, and external 3-D Secure', async ({
  api,
  client,
  pay,
  rules,
  service,
  shop,
}) => {
  const where = { merchant_id: shop.merchantId, profile_id: shop.profileId };
  await shop.sandbox({ connector_type: 'authentication_processor' });
  await setColumns(service, 'business_profiles', where, {
    authentication_connector_details: { authentication_connectors: ['sandbox'] },
  });
  await rules([{ then: { risk: 'review' } }]);
  const statusOf = async ({ payment_id: id }: Json) => (await api.get(`/payments/${id}`)).body.status;

  const challenged = await pay({ authentication_type: 'three_ds' }, cards.challenged);
  expect(challenged.status).toBe('requires_customer_action');
  const url = (challenged.next_action as Json).redirect_to_url as string;
  const token = /name="token" value="(\w+)"/.exec(await (await fetch(url)).text())![1]!;
  const answer = new URLSearchParams({ token, answer: 'complete' });
  const back = await fetch(`${url}/answer`, { method: 'POST', redirect: 'manual', body: answer });
  await fetch(back.headers.get('location')!, { redirect: 'manual' });
  expect(await statusOf(challenged)).toBe('requires_merchant_action');

  const external = { authentication_type: 'three_ds', request_external_three_ds_authentication: true };
  const waiting = await pay(external, cards.frictionless);
  expect(waiting.next_action).toMatchObject({ type: 'three_ds_invoke' });
  const { client_secret, payment_id: id } = waiting;
  const body = { client_secret, device_channel: 'BRW', threeds_method_comp_ind: 'U' };
  await client.post(`/payments/${id}/3ds/authentication`, { key: shop.publishableKey, body });
  expect(await statusOf(waiting)).toBe('requires_merchant_action');
});

test('A payment that no account can hold is refused with the reason, which its customer is not told', async ({
  api,
  client,
  rules,
  shop,
}) => {
  await rules([{ then: { risk: 'review' } }]);
  const debit = { amount: 1000, currency: 'EUR', payment_method: 'bank_debit' };
  const { body: created } = await api.post('/payments', {
    ...debit,
    payment_method_data: detailsOf('bank_debit'),
  });
  const { client_secret, payment_id: id } = created;
  const evaluated = await api.post('/rulesets/evaluate', { payment_id: id });
  expect(evaluated.body.results[0]).toMatchObject({ action: { risk: 'review' } });
  const { error } = (await api.post(`/payments/${id}/confirm`)).body;
  expect(error).toMatchObject({
    code: 'no_connector_available',
    message:
      'No connector account can process this payment that a risk rule holds for review: first (its connector cannot capture a bank_debit later).',
  });
  const customers = await client.post(`/payments/${id}/confirm`, {
    key: shop.publishableKey,
    body: { client_secret },
  });
  expect(customers.body.error.message).toBe('This payment cannot be made with this payment method.');
});

const detailsOf = (kind: keyof typeof details) => ({ [kind]: details[kind] });

test('A challenge raises what the payment asks for, of cards whose customer is present', async ({
  api,
  pay,
  rules,
}) => {
  expect((await pay({}, cards.frictionless)).status).toBe('succeeded');
  await rules([{ then: { risk: 'challenge' } }]);
  const challenged = { authentication_type: 'three_ds', force_3ds_challenge_trigger: true };
  for (const asked of [{}, { authentication_type: 'no_three_ds' }, { force_3ds_challenge: false }]) {
    const payment = await pay(asked, cards.frictionless);
    expect(payment).toMatchObject({
      ...{ ...challenged, status: 'requires_customer_action' },
      decisions: [{ why: expect.stringMatching(/The customer is challenged\.$/) }],
    });
  }
  const { body: debit } = await api.post('/payments', {
    ...{ amount: 1000, currency: 'EUR', confirm: true, payment_method: 'bank_debit' },
    payment_method_data: detailsOf('bank_debit'),
  });
  expect(debit).toMatchObject({
    authentication_type: 'no_three_ds',
    decisions: [{ why: expect.stringContaining('without a challenge: only cards are challenged') }],
  });
});

test('An off-session charge is never challenged, and is blocked like any other', async ({
  api,
  pay,
  rules,
  shop,
}) => {
  const customer_id = await shop.customer();
  const first = await pay({
    ...{ customer_id, setup_future_usage: 'off_session' },
    mandate_data: {
      customer_acceptance: { acceptance_type: 'offline' },
      mandate_type: { multi_use: { amount: 9000, currency: 'EUR' } },
    },
  });
  expect(first.status).toBe('succeeded');
  const charge = () => pay({ customer_id, mandate_id: first.mandate_id, ...noMethod });
  await rules([{ ...only('off_session', true), then: { risk: 'challenge' } }], { risk: 'allow' });
  expect(await charge()).toMatchObject({
    ...{ status: 'succeeded', authentication_type: 'no_three_ds' },
    decisions: [{ why: expect.stringContaining('without a challenge: its customer is absent') }],
  });
  await rules([{ ...only('off_session', true), then: { risk: 'block' } }], { risk: 'allow' });
  const { error } = (await charge()) as { error: Json };
  expect(error).toMatchObject({ code: 'blocked' });
  const { body: blocked } = await api.get(`/payments/${error.payment_id}`);
  expect(blocked).toMatchObject({ status: 'failed', error_code: 'blocked', attempts: [] });
  // The mandate is not used up.
  await rules([], { risk: 'allow' });
  expect((await charge()).status).toBe('succeeded');
});

const noMethod = { payment_method: undefined, payment_method_data: undefined };

test('A block costs no look for accounts, no count of failures and no call', async ({ pay, rules }) => {
  await rules([{ ...only('currency', 'JPY'), then: { risk: 'block' } }], { risk: 'allow' });
  const blocked = await countStatements(() => pay({ currency: 'JPY' }));
  expect(blocked.statements.join()).toContain('payments');
  expect(blocked.statements.join()).not.toMatch(/connector_accounts|card_testing|connector_calls/);
});

const payments = fc.record({
  amount: fc.constantFrom(1000, 1001, 50_000),
  currency: fc.constantFrom('EUR', 'USD', 'JPY'),
  email: fc.constantFrom('a@example.com', 'b@example.org'),
  capture_method: fc.constantFrom('automatic', 'manual'),
  metadata: fc.constantFrom({ tier: 'gold' }, { tier: 1 }, {}),
  billing: fc.constantFrom('DE', 'FR').map((country) => ({ address: { country } })),
  shipping: fc.constantFrom('DE', 'US').map((country) => ({ address: { country } })),
});
const effect = fc.constantFrom('allow', 'review', 'block', 'challenge');
const action = effect.map((risk) => ({ risk }));
const timeless = condition(2).filter((when) =>
  fieldsOfCondition(when).every((field) => field !== 'hour' && field !== 'weekday'),
);
const rulesets = fc.record({
  rules: fc.array(fc.record({ when: timeless, then: action }), { minLength: 1, maxLength: 4 }),
  otherwise: fc.option(action, { freq: 2 }),
});

/** The status of a payment after each action but `allow`, with a card that is challenged only on request. */
const statusBy: Readonly<Record<string, string>> = {
  block: 'failed',
  review: 'requires_merchant_action',
  challenge: 'requires_customer_action',
};

test('What an evaluation says of risk is what then happens, and of a blocked payment nothing follows', async ({
  api,
  pay,
  rules: activate,
  shop,
}) => {
  const own = { decision: 'payment_routing', name: 'To the account', profile_id: shop.profileId };
  const accounts = { connectors: [{ merchant_connector_id: shop.account }] };
  const routing = await api.post('/rulesets', { ...own, rules: [], default: accounts });
  await api.post(`/rulesets/${routing.body.ruleset_id}/activate`);
  const seen: Record<string, number> = {};
  for (const [i, { otherwise, rules }] of fc.sample(rulesets, { numRuns: RULESETS, seed }).entries()) {
    await activate(rules, otherwise);
    for (const values of fc.sample(payments, { numRuns: PAYMENTS, seed: seed + i })) {
      const created = await pay({ ...values, confirm: false }, cards.frictionless);
      const { payment_id: id } = created;
      const { body: evaluated } = await api.post('/rulesets/evaluate', { payment_id: id });
      const said = evaluated.results.map(
        ({ accounts: _, left_out: __, surcharge_details: ___, ...decision }: Json) => decision,
      );
      await api.post(`/payments/${id}/confirm`);
      const { body: after } = await api.get(`/payments/${id}`);
      expect(after.decisions).toEqual(said);
      const risk = said[0].action?.risk ?? 'allow';
      const allowed = values.capture_method === 'manual' ? 'requires_capture' : 'succeeded';
      expect([risk, after.status]).toEqual([risk, statusBy[risk] ?? allowed]);
      expect([risk, said.length]).toEqual([risk, risk === 'block' ? 1 : 2]);
      seen[risk] = (seen[risk] ?? 0) + 1;
    }
  }
  // The samples reach every effect.
  expect(Object.keys(seen).sort()).toEqual(['allow', 'block', 'challenge', 'review']);
  expect(Object.values(seen).reduce((sum, count) => sum + count)).toBe(RULESETS * PAYMENTS);
}, 240_000);
