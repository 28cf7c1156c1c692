import fc from 'fast-check';
import { expect } from 'vitest';
import { BusinessProfile } from '../../../../src/core/entities/business-profile.ts';
import { velocityCounts, velocitySubjects } from '../../../../src/core/entities/values/fact-types.ts';
import { withinMerchant } from '../../../../src/core/foundation/context.ts';
import { countedBy } from '../../../../src/core/payments/authorize/count-attempt.ts';
import { lookUpPast } from '../../../../src/core/replays/past-lookups.ts';
import { readPayments } from '../../../../src/core/replays/replayed-rows.ts';
import { paymentSubject } from '../../../../src/core/routing/decide-routing.ts';
import { type FactCondition, lookupsOfCondition } from '../../../../src/core/rules/rule-conditions.ts';
import { type VelocityCondition, velocityText } from '../../../../src/core/rules/velocity.ts';
import { inTransaction } from '../../../../src/core/writes/transactions.ts';
import { seed } from '../../../kit/property.ts';
import { cardOf, cards, sandboxShop } from '../../../kit/sandbox-shop.ts';
import { testApart as base } from '../../../kit/test.ts';

const PAYMENTS = 80;
const BLOCKED = 99;
const MINUTE_MS = 60_000;
const START = new Date('2026-06-10T12:00:00Z');
const period = { created_gte: '2026-06-01T00:00:00.000Z', created_lt: '2026-07-01T00:00:00.000Z' };
const clock = { now: START };

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ now: () => clock.now }))
  .extend('sandbox', ({ service }) => sandboxShop(service));

const withins = ['1m', '1h', '1d'];
const count = (values: Omit<VelocityCondition, 'comparison' | 'value'>): VelocityCondition => ({
  ...values,
  comparison: 'less_than',
  value: 100,
});
/** Every count by everything, over each time, spread over decisions whose explanations have room for them. */
const countsOf = (counted: (typeof velocityCounts)[number]) =>
  velocitySubjects.flatMap((by) => withins.map((within) => count({ count: counted, by, within })));
const always = { field: 'amount', comparison: 'greater_or_equal', value: 0 } as const;
const facts = ['customer_payments', 'customer_age_days'].map((field) => ({
  ...{ field, value: 0 },
  comparison: 'greater_or_equal' as const,
}));
const seen = (parts: readonly FactCondition[]) => ({ any: [always, ...parts] }) as FactCondition;
const asked = {
  risk: { when: seen([...countsOf('attempts'), ...facts]), then: { risk: 'allow' } },
  three_ds: { when: seen(countsOf('declines')), then: { three_ds: 'exempt', exemption: 'low_value' } },
  surcharge: { when: seen(countsOf('payments')), then: { surcharge: null } },
};

/** A step of a world of payments: what passes before, and what then happens. */
const step = fc.record({
  passes: fc.oneof(
    fc.integer({ min: 1, max: 3 * MINUTE_MS }),
    fc.integer({ min: 1, max: 300 * MINUTE_MS }),
    fc.constantFrom(MINUTE_MS, 60 * MINUTE_MS),
  ),
  number: fc.constantFrom(
    cards.good,
    cards.good,
    cards.declined,
    cards.declined,
    cards.challenged,
    '5555555555554444',
  ),
  email: fc.constantFrom('a@example.com', 'A@example.com', 'b@example.com', undefined),
  ip_address: fc.constantFrom('192.0.2.1', '192.0.2.2', undefined),
  customer_id: fc.constantFrom('cus_past_1', 'cus_past_2', undefined),
  capture_method: fc.constantFrom('automatic', 'automatic', 'manual'),
  amount: fc.constantFrom(100, 100, 100, 100, 100, BLOCKED),
  is: fc.constantFrom('paid', 'paid', 'paid', 'paid', 'paid later', 'cancelled'),
});

test('A replay counts what the confirmations counted, by everything, and knows customers as they were', async ({
  client,
  sandbox,
  service,
}) => {
  const { key, merchantId, profileId } = sandbox;
  const post = async (path: string, body: object = {}) => {
    const { body: answer } = await client.post(path, { key, body });
    return answer;
  };
  const activate = async (decision: string, rules: object[]) => {
    const made = await post('/rulesets', { decision, name: 'seen', profile_id: profileId, rules });
    expect(made.error).toBeUndefined();
    await post(`/rulesets/${made.ruleset_id}/activate`);
    return made.ruleset_id as string;
  };
  const blocks = { name: 'blocked', when: { ...always, comparison: 'equal', value: BLOCKED } };
  for (const [decision, rule] of Object.entries(asked)) {
    const first = decision === 'risk' ? [{ ...blocks, then: { risk: 'block' } }] : [];
    const id = await activate(decision, [...first, { name: 'seen', ...rule }]);
    const payment = { amount: 100, currency: 'USD', payment_method: 'card' };
    const decides = async () =>
      (await post('/rulesets/evaluate', { profile_id: profileId, payment })).results.map(
        (one: { ruleset_id: string }) => one.ruleset_id,
      );
    await expect.poll(decides, { timeout: 60_000 }).toContain(id);
  }

  const recorded = new Map<string, string>();
  const toCancel: string[] = [];
  const confirm = async (id: string | null, body: object) => {
    const answer = await post(id ? `/payments/${id}/confirm` : '/payments', body);
    const paid = answer.error?.payment_id ?? answer.payment_id;
    expect(typeof paid).toBe('string');
    const { body: payment } = await client.get(`/payments/${paid}`, { key });
    recorded.set(paid, payment.decisions.map(({ why }: { why: string }) => why).join(' '));
    if (payment.status === 'requires_capture') toCancel.push(paid);
  };
  let waiting: string | null = null;
  for (const { ip_address, is, number, passes, ...values } of fc.sample(step, { numRuns: PAYMENTS, seed })) {
    clock.now = new Date(clock.now.getTime() + passes);
    if (is === 'cancelled' && toCancel.length > 0) {
      const { status } = await post(`/payments/${toCancel.shift()}/cancel`);
      expect(status).toBe('cancelled');
      continue;
    }
    if (waiting) {
      await confirm(waiting, {});
      waiting = null;
      continue;
    }
    const body = {
      ...{ ...values, currency: 'USD', profile_id: profileId, payment_method: 'card' },
      payment_method_data: { card: cardOf(number) },
      ...(ip_address ? { browser_info: { ip_address } } : {}),
      session_expiry: 86_400,
    };
    if (is === 'paid later') waiting = (await post('/payments', body)).payment_id;
    else await confirm(null, { ...body, confirm: true });
  }

  const admin = service.contextFor({ kind: 'admin_key' }, 'req_past');
  const place = {
    ...{ merchant_id: merchantId, profile_id: profileId, read_to: null },
    created_gte: new Date(period.created_gte),
    created_lt: new Date(period.created_lt),
  };
  const lookups = Object.values(asked).flatMap(({ when }) => lookupsOfCondition(when));
  const found = await inTransaction(withinMerchant(admin, merchantId), async (tx) => {
    const rows = await readPayments(tx, place, []);
    const past = rows.map((row) => {
      const at = new Date(row.at);
      return { id: row.id, at, subject: paymentSubject(row, null, at) };
    });
    const profile = await tx.transaction.em.findOneOrFail(BusinessProfile, {
      merchant_id: merchantId,
      profile_id: profileId,
    });
    const counted = countedBy(profile);
    expect([...counted].sort()).toEqual([...velocitySubjects].sort());
    const profiles = Object.fromEntries(velocitySubjects.map((by) => [by, [profileId]])) as never;
    const values = await lookUpPast(tx, { merchantId, ports: tx.ports, profiles }, lookups, past);
    return new Map(past.map(({ id }, i) => [id, values[i]!]));
  });
  const reached = new Set<string>();
  for (const [id, why] of recorded) {
    const values = found.get(id)!;
    const conditions = Object.values(asked).flatMap(({ when }) => (when as { any: FactCondition[] }).any);
    for (const condition of conditions) {
      if ('count' in condition) {
        const [lookup] = lookupsOfCondition(condition);
        const text = velocityText(condition, values.get(lookup!.key) ?? null);
        if (!why.includes(condition.count)) continue;
        expect(`${why},`.replaceAll('. ', ', '), `${id}: ${text}`).toContain(`${text},`);
        reached.add(text.replace(/\d+$/, (n) => (Number(n) > 1 ? 'many' : n)));
      }
    }
    const told = /customer_payments (\d+)/.exec(why)?.[1];
    const age = /customer_age_days (\d+)/.exec(why)?.[1];
    if (told) expect([id, values.get('customer_payments') ?? 0]).toEqual([id, Number(told)]);
    if (age) expect([id, values.get('customer_age_days')]).toEqual([id, Number(age)]);
  }
  // Every count is reached with none and some, and without a value.
  for (const counted of velocityCounts)
    for (const by of velocitySubjects)
      for (const value of by === 'card' ? ['0', '(1|many)'] : ['0', '(1|many)', 'unknown'])
        expect([...reached]).toContainEqual(
          expect.stringMatching(`^${counted} by ${by} within 1d ${value}$`),
        );
});
