import fc from 'fast-check';
import { expect } from 'vitest';
import { velocityCounts, velocitySubjects } from '../../../src/core/entities/values/fact-types.ts';
import { facts } from '../../../src/core/entities/values/rule-facts.ts';
import { fieldsOfCondition } from '../../../src/core/rules/rule-conditions.ts';
import { graphql } from '../../kit/graphql.ts';
import { mutate } from '../../kit/mutate.ts';
import { seed } from '../../kit/property.ts';
import { cardOf, cards, sandboxShop, setColumns } from '../../kit/sandbox-shop.ts';
import { test as base, testApart } from '../../kit/test.ts';
import { condition, valuesByFact } from '../core/rules/arbitrary-rules.ts';

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

/** A value of a payment for each fact that lists may have, and the body that gives it to the payment. */
const listedValues: Readonly<Record<string, readonly [value: string, body: object]>> = {
  country: ['DE', { billing: { address: { country: 'DE' } } }],
  shipping_country: ['US', { shipping: { address: { country: 'US' } } }],
  // Known of saved cards only: see below.
  card_issuing_country: ['FR', {}],
  card_isin: ['40000566', { payment_method_data: { card: cardOf('4000056655665556') } }],
  card_fingerprint: ['', { payment_method_data: { card: cardOf('5555555555554444') } }],
  customer_id: ['cus_listed', { customer_id: 'cus_listed' }],
  ip_address: ['192.0.2.9', { browser_info: { ip_address: '192.0.2.9' } }],
  ip_country: ['SE', { browser_info: { ip_address: '198.51.100.1' } }],
  email: ['Listed@Example.com', { email: 'listed@example.com' }],
  email_domain: ['listed.example', { email: 'a@listed.example' }],
  phone: ['030 123', { phone: '030123' }],
};

const testOfLists = testApart
  .extend('serviceOptions', { scope: 'file' }, () => ({
    countryOf: (address: string) => (address === '198.51.100.1' ? 'SE' : null),
  }))
  .extend('sandbox', ({ service }) => sandboxShop(service));

testOfLists(
  'A replay looks up lists of every fact as they are now, and the blocklist, in both APIs',
  async ({ client, sandbox, service }) => {
    const { key, profileId } = sandbox;
    const post = async (path: string, body: object = {}) => {
      const { body: answer } = await client.post(path, { key, body });
      expect(answer.error).toBeUndefined();
      return answer;
    };
    const listed = Object.entries(facts).flatMap(([field, fact]) =>
      'list' in fact ? [[field, fact.list] as const] : [],
    );
    expect(Object.keys(listedValues).sort()).toEqual(listed.map(([field]) => field).sort());
    const bodies = [{}, ...Object.values(listedValues).map(([, body]) => body)];
    const ids: string[] = [];
    for (const body of bodies) {
      const card = { payment_method_data: { card: cardOf(cards.good) } };
      const payment = {
        amount: 100,
        currency: 'EUR',
        payment_method: 'card',
        profile_id: profileId,
        ...card,
      };
      ids.push((await post('/payments', { ...payment, ...body })).payment_id);
    }
    await setColumns(
      service,
      'payments',
      { payment_id: ids[1 + Object.keys(listedValues).indexOf('card_issuing_country')] },
      { payment_method_data: { card: { card_isin: '424242', card_issuing_country: 'FR' } } },
    );
    const { body: ofCard } = await client.get(
      `/payments/${ids[1 + Object.keys(listedValues).indexOf('card_fingerprint')]}`,
      { key },
    );
    const replays = async (rules: object[]) => {
      const draft = { decision: 'risk', name: 'listed', profile_id: profileId, rules };
      const { ruleset_id: rulesetId } = await post('/rulesets', draft);
      const replay = await post(`/rulesets/${rulesetId}/replay`, period);
      const twin = await mutate(
        service,
        key,
        'replayRuleset',
        { rulesetId, createdGte: period.created_gte, createdLt: period.created_lt },
        'ruleReplay { blocked reviewed unknownFacts }',
      );
      const { blocked, reviewed, unknown_facts: unknownFacts } = replay;
      expect(twin.payload.ruleReplay).toEqual({ blocked, reviewed, unknownFacts });
      const { data } = (
        await client.get(`/rulesets/replays/${replay.replay_id}/payments?blocked=true`, { key })
      ).body;
      const paid = data.map(({ payment_id }: { payment_id: string }) => ids.indexOf(payment_id)).sort();
      return { ...replay, paid };
    };
    for (const [i, [field, kind]] of listed.entries()) {
      const { list_id: id } = await post('/lists', { name: field, kind });
      const isIn = { field, comparison: 'in_list', value: id };
      const rules = [
        { name: 'in', when: isIn, then: { risk: 'block' } },
        { name: 'out', when: { ...isIn, comparison: 'not_in_list' }, then: { risk: 'review' } },
      ];
      // The list has nothing yet.
      const before = await replays(rules);
      expect([field, before.paid, before.unknown_facts, before.reviewed]).toEqual([
        field,
        [],
        [],
        bodies.length,
      ]);
      const value = listedValues[field]![0] || ofCard.fingerprint;
      await post(`/lists/${id}/entries`, { entries: [{ value }] });
      const after = await replays(rules);
      expect([field, after.paid, after.reviewed]).toEqual([
        field,
        [1 + Object.keys(listedValues).indexOf(field)],
        bodies.length - 1,
      ]);
      if (i > 0) continue;
      // Expired by now.
      await service.database.rows.query(
        {
          text: `update list_entries set expires_at = now() - interval '1 minute' where merchant_id = $1 and list_id = $2`,
          values: [sandbox.merchantId, id],
          touches: 'everything',
        },
        null,
      );
      expect((await replays(rules)).paid).toEqual([]);
    }
    await post('/blocklist/toggle?status=true');
    await post('/blocklist', { type: 'card_bin', data: '400005' });
    const isBlocked = { field: 'card_isin', comparison: 'in_list', value: 'blocklist' };
    const blocked = await replays([{ name: 'in', when: isBlocked, then: { risk: 'block' } }]);
    expect(blocked.paid).toEqual([1 + Object.keys(listedValues).indexOf('card_isin')]);
  },
);

testOfLists(
  'A replay names only facts that no payment or payout of the past has',
  async ({ client, sandbox }) => {
    const { key, profileId } = sandbox;
    const post = async (path: string, body: object = {}) => (await client.post(path, { key, body })).body;
    const payment = { amount: 100, currency: 'EUR', payment_method: 'card', profile_id: profileId };
    await post('/payments', { ...payment, payment_method_data: { card: cardOf(cards.good) } });
    await post('/payouts/create', {
      ...{ amount: 100, currency: 'EUR', payout_type: 'card', profile_id: profileId },
      payout_method_data: {
        card: {
          card_number: '4111111111111111',
          expiry_month: '12',
          expiry_year: '2034',
          card_holder_name: 'Ada',
        },
      },
    });
    const counted = velocityCounts.flatMap((count) =>
      velocitySubjects.map((by) => ({ count, by, within: '1h', comparison: 'greater_than', value: 1 })),
    );
    const named = Object.entries(facts).map(([field, { type }]) => {
      const value = valuesByFact[field]![0]!;
      expect(type.isValid(value), field).toBe(true);
      return { field, comparison: 'equal', value };
    });
    for (const [decision, kind] of [
      ['payment_routing', 'payment'],
      ['payout_routing', 'payout'],
    ] as const) {
      const then = { connectors: [{ merchant_connector_id: sandbox.account }] };
      const rules = [{ name: 'all', when: { any: [...counted, ...named] }, then }];
      const draft = await post('/rulesets', { decision, name: 'all', profile_id: profileId, rules });
      expect(draft.error).toBeUndefined();
      const replay = await post(`/rulesets/${draft.ruleset_id}/replay`, period);
      const others = Object.entries(facts).flatMap(([field, fact]) =>
        'only' in fact && fact.only !== kind ? [field] : [],
      );
      const counts =
        kind === 'payout' ? counted.map(({ by, count }) => `${count} by ${by} within 1h up to 2`) : [];
      expect(replay.unknown_facts).toEqual([...others, ...counts].sort());
    }
  },
);
