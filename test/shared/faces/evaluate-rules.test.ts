import fc from 'fast-check';
import { expect } from 'vitest';
import { fieldsOfCondition } from '../../../src/core/rules/rule-conditions.ts';
import { seed } from '../../kit/property.ts';
import { cardOf, cards, sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';
import { condition } from '../core/rules/arbitrary-rules.ts';

const RULESETS = 25;
const PAYMENTS = 8;

const test = base.extend('sandbox', ({ service }) => sandboxShop(service));

/** Rules of a random ruleset for the given accounts. Facts that a clock changes are left out. */
const rulesFor = (accounts: readonly string[]) => {
  const account = fc.constantFrom(...accounts).map((id) => ({ merchant_connector_id: id }));
  const action = fc.oneof(
    fc
      .record({ connectors: fc.array(account, { minLength: 1, maxLength: 2 }), none: fc.boolean() })
      .map(({ connectors, none }) => ({ connectors, ...(none ? { fallback: 'none' } : {}) })),
    account.map((connector) => ({ volume_split: [{ split: 100, connector }] })),
  );
  const timeless = condition(2).filter((when) =>
    fieldsOfCondition(when).every((field) => field !== 'hour' && field !== 'weekday'),
  );
  const rule = fc.record({ when: timeless, then: action });
  return fc.record({
    rules: fc.array(rule, { minLength: 1, maxLength: 4 }),
    otherwise: fc.option(action, { freq: 2 }),
  });
};

const payments = fc.record({
  amount: fc.constantFrom(1000, 1001, 50_000),
  currency: fc.constantFrom('EUR', 'USD', 'JPY'),
  email: fc.constantFrom('a@example.com', 'b@example.org'),
  capture_method: fc.constantFrom('automatic', 'manual'),
  metadata: fc.constantFrom({ tier: 'gold' }, { tier: 1 }, {}),
  billing: fc.constantFrom('DE', 'FR').map((country) => ({ address: { country } })),
  shipping: fc.constantFrom('DE', 'US').map((country) => ({ address: { country } })),
});

test('What an evaluation says, of a payment or of its facts, is what then happens', async ({
  client,
  sandbox,
}) => {
  const { account, key, profileId } = sandbox;
  const accounts = [account, await sandbox.sandbox({ connector_label: 'b' }), await sandbox.sandbox({})];
  const post = async (path: string, body: object = {}) => {
    const answer = await client.post(path, { key, body });
    return answer.body;
  };
  const decided = { ruled: 0, byDefault: 0, nothing: 0 };
  const samples = fc.sample(rulesFor(accounts), { numRuns: RULESETS, seed });
  for (const [i, { otherwise, rules }] of samples.entries()) {
    const named = rules.map((rule, at) => ({ name: `Rule ${at}`, ...rule }));
    const body = { decision: 'payment_routing', profile_id: profileId, name: `Random ${i}`, rules: named };
    const { ruleset_id } = await post('/rulesets', { ...body, default: otherwise });
    const made = fc.sample(payments, { numRuns: PAYMENTS, seed: seed + i });
    const before: { id: string; ofPayment: unknown; ofFacts: unknown }[] = [];
    for (const values of made) {
      const payment = {
        ...values,
        profile_id: profileId,
        payment_method: 'card',
        payment_method_type: 'credit',
      };
      const card = cardOf(cards.good);
      const { payment_id: id } = await post('/payments', { ...payment, payment_method_data: { card } });
      const { payment_method_data, ...shown } = (await client.get(`/payments/${id}`, { key })).body;
      const facts = {
        amount: shown.net_amount,
        currency: shown.currency,
        country: values.billing.address.country,
        shipping_country: values.shipping.address.country,
        payment_method: 'card',
        payment_method_type: shown.payment_method_type,
        card_network: payment_method_data.card.card_network,
        card_type: payment_method_data.card.card_type,
        card_isin: payment_method_data.card.card_extended_bin,
        card_fingerprint: shown.fingerprint,
        card_issuer: payment_method_data.card.card_issuer,
        card_issuing_country: payment_method_data.card.card_issuing_country,
        email: values.email,
        capture_method: values.capture_method,
        authentication_type: shown.authentication_type,
        metadata: values.metadata,
      };
      before.push({
        id,
        ofPayment: (await post('/rulesets/evaluate', { payment_id: id, ruleset_id })).results,
        ofFacts: (await post('/rulesets/evaluate', { profile_id: profileId, payment: facts, ruleset_id }))
          .results,
      });
    }
    await post(`/rulesets/${ruleset_id}/activate`);
    // Every payment from now on is decided by this ruleset.
    const probe = { ...made[0], profile_id: profileId, payment_method: 'card', confirm: true };
    const versionNow = async () => {
      const answer = await post('/payments', { ...probe, payment_method_data: { card: cardOf(cards.good) } });
      return answer.decisions?.[0].ruleset_id;
    };
    await expect.poll(versionNow, { timeout: 60_000 }).toBe(ruleset_id);
    for (const { id, ofFacts, ofPayment } of before) {
      expect(ofFacts).toEqual(ofPayment);
      const [{ accounts: chosen, left_out: leftOut, surcharge_details: _, ...decision }] = ofPayment as [
        {
          accounts: { merchant_connector_id: string }[];
          left_out: object[];
          surcharge_details: null;
          rule: string;
          action: object;
        },
      ];
      expect(chosen.length + leftOut.length).toBe(accounts.length);
      const { decisions, error, merchant_connector_id: went } = await post(`/payments/${id}/confirm`);
      expect(error).toBeUndefined();
      expect([decisions, went]).toEqual([[decision], chosen[0]!.merchant_connector_id]);
      if (decision.rule) decided.ruled++;
      else if (decision.action) decided.byDefault++;
      else decided.nothing++;
    }
  }
  // The samples reach every outcome.
  expect([decided.ruled > 20, decided.byDefault > 0, decided.nothing > 0]).toEqual([true, true, true]);
});
