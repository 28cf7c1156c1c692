import fc from 'fast-check';
import { expect } from 'vitest';
import { fieldsOfCondition } from '../../../src/core/rules/rule-conditions.ts';
import { graphql } from '../../kit/graphql.ts';
import { mutate } from '../../kit/mutate.ts';
import { seed } from '../../kit/property.ts';
import { cardOf, cards, sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';
import { condition } from '../core/rules/arbitrary-rules.ts';

const PAYMENTS = 24;
const RULESETS_OF_EACH = 4;

const test = base.extend('sandbox', ({ service }) => sandboxShop(service));
const period = { created_gte: '2020-01-01T00:00:00.000Z', created_lt: '2100-01-01T00:00:00.000Z' };

const payments = fc.record({
  amount: fc.constantFrom(1000, 1001, 50_000),
  currency: fc.constantFrom('EUR', 'USD'),
  email: fc.constantFrom('a@example.com', 'b@example.org'),
  metadata: fc.constantFrom({ tier: 'gold' }, { tier: 1 }, {}),
  number: fc.constantFrom(cards.good, cards.declined),
  billing: fc.constantFrom('DE', 'FR').map((country) => ({ address: { country } })),
});

/** The actions of a decision. */
const actionsOf = (accounts: readonly string[]): Record<string, fc.Arbitrary<object>> => ({
  payment_routing: fc
    .record({
      connectors: fc.array(
        fc.constantFrom(...accounts).map((id) => ({ merchant_connector_id: id })),
        { minLength: 1, maxLength: 2 },
      ),
      none: fc.boolean(),
    })
    .map(({ connectors, none }) => ({ connectors, ...(none ? { fallback: 'none' } : {}) })),
  risk: fc.constantFrom('allow', 'review', 'block', 'challenge').map((risk) => ({ risk })),
  three_ds: fc.constantFrom(
    { three_ds: 'challenge' },
    { three_ds: 'no_preference' },
    { three_ds: 'exempt', exemption: 'low_value' },
  ),
  surcharge: fc.constantFrom({ surcharge: null }, { surcharge: { type: 'fixed', value: 100 } }),
});

/** A replay knows what they were at the time of the payment, an evaluation what they are. */
const ofTime: readonly string[] = ['hour', 'weekday', 'seconds_since_last_success'];
const timeless = condition(2).filter((when) =>
  fieldsOfCondition(when).every((field) => !ofTime.includes(field)),
);

interface Decided {
  readonly decision: string;
  readonly action: Record<string, unknown> | null;
  readonly accounts: readonly { merchant_connector_id: string }[];
}

/** What a replay should say about a payment, from its evaluation. */
function expectedFrom(results: readonly Decided[]) {
  const action = (decision: string) => results.find((one) => one.decision === decision)?.action ?? {};
  const risk = action('risk')!.risk;
  const threeDs = action('three_ds')!.three_ds;
  const blocked = risk === 'block';
  const effects = {
    blocked,
    reviewed: risk === 'review',
    challenged: !blocked && (risk === 'challenge' || threeDs === 'challenge'),
    exempted: !blocked && threeDs === 'exempt',
    surcharged: !blocked && Boolean(action('surcharge')!.surcharge),
  };
  return { effects, to: results.at(-1)!.accounts[0]?.merchant_connector_id ?? 'none' };
}

test('A replay says what an evaluation of each payment says, in both APIs, and changes nothing', async ({
  client,
  sandbox,
  service,
}) => {
  const { account, key, profileId } = sandbox;
  const accounts = [account, await sandbox.sandbox({ connector_label: 'b' })];
  const post = async (path: string, body: object = {}) => (await client.post(path, { key, body })).body;
  const get = async (path: string) => (await client.get(path, { key })).body;
  const actions = actionsOf(accounts);
  const draft = async (decision: string, body: object) =>
    (await post('/rulesets', { decision, profile_id: profileId, name: 'one', ...body })).ruleset_id as string;
  // Both faces of an evaluation end with routing.
  await post(
    `/rulesets/${await draft('payment_routing', { rules: [], default: { connectors: [{ merchant_connector_id: accounts[1] }] } })}/activate`,
  );
  const ids: string[] = [];
  for (const { number, ...values } of fc.sample(payments, { numRuns: PAYMENTS, seed })) {
    const method = { payment_method: 'card', payment_method_type: 'credit' };
    const made = await post('/payments', {
      ...{ ...values, ...method, profile_id: profileId },
      confirm: ids.length % 4 !== 0,
      payment_method_data: { card: cardOf(number) },
    });
    expect(made.error).toBeUndefined();
    ids.push(made.payment_id);
  }
  // Not counted: nothing is known of how it would be paid.
  await post('/payments', { amount: 1, currency: 'EUR', profile_id: profileId });
  const before = await Promise.all(ids.map((id) => get(`/payments/${id}`)));
  const reached = { moved: 0, blocked: 0, reviewed: 0, challenged: 0, exempted: 0, surcharged: 0 };
  for (const [i, [decision, action]] of Object.entries(actions).entries()) {
    const rule = fc.record({ when: timeless, then: action });
    const rulesets = fc.record({
      rules: fc.array(rule, { minLength: 1, maxLength: 4 }),
      default: fc.option(action, { freq: 2 }),
    });
    for (const [n, sample] of fc.sample(rulesets, { numRuns: RULESETS_OF_EACH, seed: seed + i }).entries()) {
      // Each effect is reached.
      const always = { risk: ['review', 'block', 'challenge', 'allow'][n] };
      const rulesOfSample = n < 2 ? [] : sample.rules;
      const written = decision === 'risk' ? { ...sample, rules: rulesOfSample, default: always } : sample;
      const rules = written.rules.map((one, at) => ({ name: `Rule ${at}`, ...one }));
      const id = await draft(decision, { ...written, rules });
      const replay = await post(`/rulesets/${id}/replay`, period);
      expect(replay).toMatchObject({
        status: 'succeeded',
        progress: 100,
        payments: PAYMENTS,
        ruleset_id: id,
      });
      const changed = new Map<string, object>();
      const counts = { moved: 0, blocked: 0, reviewed: 0, challenged: 0, exempted: 0, surcharged: 0 };
      for (const payment of before) {
        const { payment_id } = payment;
        const { results } = await post('/rulesets/evaluate', { payment_id, ruleset_id: id });
        const { effects, to } = expectedFrom(results);
        const { attempts = [] } = await get(`/payments/${payment_id}?expand_attempts=true`);
        const [attempt] = attempts as { attempt_id: string }[];
        const from = attempt ? ((await firstAccount(attempt.attempt_id)) ?? 'none') : 'none';
        const moved = !effects.blocked && from !== to;
        const is = { ...effects, moved };
        for (const name of Object.keys(counts) as (keyof typeof counts)[]) counts[name] += is[name] ? 1 : 0;
        if (Object.values(is).some(Boolean)) {
          changed.set(payment_id, { ...is, from_account: from, to_account: effects.blocked ? 'none' : to });
        }
      }
      const { moved: moves } = replay;
      const { moved: count, ...effects } = counts;
      expect(replay).toMatchObject(effects);
      expect(moves.reduce((sum: number, one: { count: number }) => sum + one.count, 0)).toBe(count);
      const listed = (await get(`/rulesets/replays/${replay.replay_id}/payments?limit=100`)).data;
      const entries = listed.map((entry: Record<string, unknown>) => [entry.payment_id, entry]);
      expect(Object.fromEntries(entries)).toMatchObject(Object.fromEntries(changed));
      expect(entries.length).toBe(changed.size);
      for (const { currency, from, to, ...cellOf } of moves) {
        const query = `moved=true&from_account=${from ?? 'none'}&to_account=${to ?? 'none'}&currency=${currency}&limit=100`;
        const cell = (await get(`/rulesets/replays/${replay.replay_id}/payments?${query}`)).data;
        const sum = cell.reduce((all: number, one: { amount: number }) => all + one.amount, 0);
        expect([cell.length, sum]).toEqual([cellOf.count, cellOf.amount]);
      }
      for (const name of Object.keys(reached) as (keyof typeof reached)[]) reached[name] += counts[name];
      const twin = await mutate(
        service,
        key,
        'replayRuleset',
        { rulesetId: id, createdGte: period.created_gte, createdLt: period.created_lt },
        'ruleReplay { status payments challenged exempted blocked reviewed surcharged moved { from to count amount currency } expected { approvalsNow approvalsThen observations } }',
      );
      const { expected } = replay;
      expect(twin.payload.ruleReplay).toEqual({
        ...{ status: 'succeeded', payments: PAYMENTS, moved: moves.map(bare) },
        challenged: replay.challenged,
        exempted: replay.exempted,
        blocked: replay.blocked,
        reviewed: replay.reviewed,
        surcharged: replay.surcharged,
        expected: {
          approvalsNow: expected.approvals_now,
          approvalsThen: expected.approvals_then,
          observations: expected.observations,
        },
      });
    }
  }
  for (const [name, count] of Object.entries(reached)) expect([name, count > 0]).toEqual([name, true]);
  expect(await Promise.all(ids.map((id) => get(`/payments/${id}`)))).toEqual(before);
  const all = await graphql(
    service,
    key,
    '{ ruleReplays(first: 1) { nodes { replayId rulesetId } } ruleReplayPayments(first: 5) { nodes { paymentId moved } } }',
  );
  expect([all.data.ruleReplays.nodes.length, all.data.ruleReplayPayments.nodes.length]).toEqual([1, 5]);

  async function firstAccount(attemptId: string): Promise<string | null> {
    const [row] = await service.database.rows.query<{ id: string | null }>(
      {
        text: 'select merchant_connector_id as id from attempts where merchant_id = $1 and attempt_id = $2',
        values: [sandbox.merchantId, attemptId],
        touches: 'everything',
      },
      null,
    );
    return row!.id;
  }
});

const bare = ({ amount, count, currency, from = null, to = null }: Record<string, unknown>) => ({
  ...{ from, to, count, amount, currency },
});
