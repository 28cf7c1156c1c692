import { expect } from 'vitest';
import { sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

const is = (field: string, value: unknown, comparison = 'equal') => ({ field, comparison, value });

const test = base
  .extend('sandbox', ({ service }) => sandboxShop(service))
  .extend('rules', async ({ client, sandbox }) => {
    const { key, merchantId, profileId } = sandbox;
    const first = sandbox.account;
    const second = await sandbox.sandbox({ connector_label: 'second' });
    const post = async (path: string, body: object = {}) => client.post(path, { key, body });
    const get = async (path: string) => (await client.get(path, { key })).body;
    const path = `/account/${merchantId}/business_profile/${profileId}`;
    const card = { card_number: '4242424242424242', card_exp_month: '12', card_exp_year: '2039' };
    return {
      ...{ first, second, post, get, profileId },
      to: (...ids: string[]) => ({ connectors: ids.map((id) => ({ merchant_connector_id: id })) }),
      profile: () => get(path),
      set: (body: object) => post(path, body),
      create: async (body: object) => {
        const made = await post('/rulesets', {
          decision: 'payment_routing',
          name: 'one',
          profile_id: profileId,
          ...body,
        });
        expect(made.body.error).toBeUndefined();
        return made.body;
      },
      activate: (id: string) => post(`/rulesets/${id}/activate`),
      pay: async (body: object = {}) => {
        const payment = { amount: 100, currency: 'USD', confirm: true, payment_method_data: { card } };
        return (await post('/payments', { ...payment, ...body })).body;
      },
    };
  });

test('A ruleset decides while it is active, an older version goes back, and the payment shows the decision', async ({
  rules: shop,
}) => {
  const { activate, create, first, get, pay, post, profile, second, to } = shop;
  const large = { all: [is('currency', 'USD'), is('amount', 1000, 'greater_than')] };
  const one = await create({
    rules: [{ name: 'large', when: large, then: to(second) }],
    default: to(first),
    description: 'The second account for large ones',
  });
  expect(one).toMatchObject({ status: 'draft', version: 1, warnings: [], activated_at: null });
  const other = await create({ rules: [{ name: 'always', then: to(second) }], name: 'other' });
  expect([other.version, (await profile()).routing_ruleset_id]).toEqual([2, undefined]);

  expect((await activate(one.ruleset_id)).body).toMatchObject({
    status: 'active',
    ruleset_id: one.ruleset_id,
  });
  expect(await profile()).toMatchObject({
    routing_ruleset_id: one.ruleset_id,
    routing_algorithm: { type: 'advanced', data: { default: to(first).connectors } },
  });
  await expect
    .poll(async () => (await pay({ amount: 2000 })).merchant_connector_id, { timeout: 60_000 })
    .toBe(second);
  const paid = await pay({ amount: 2000 });
  expect(paid.decisions).toMatchObject([
    {
      decision: 'payment_routing',
      ruleset_id: one.ruleset_id,
      version: 1,
      rule: 'large',
      action: to(second),
      why: `Rule "large" holds: currency USD, amount 2000. second (${second}) is the first of its accounts that can take it.`,
    },
  ]);
  const small = await pay();
  expect([small.merchant_connector_id, small.decisions[0]]).toEqual([
    first,
    expect.objectContaining({
      rule: null,
      why: expect.stringMatching(/^No rule holds, and the default applies\./),
    }),
  ]);
  expect((await get(`/payments/${paid.payment_id}`)).decisions).toEqual(paid.decisions);
  const { data: events } = await get(`/events?object_id=${paid.payment_id}`);
  const event = await get(`/events/${events[0].event_id}`);
  expect(JSON.stringify(event).replaceAll('\\', '')).toContain('"rule":"large"');

  await activate(other.ruleset_id);
  expect((await get(`/rulesets/${one.ruleset_id}`)).status).toBe('retired');
  await activate(one.ruleset_id);
  const listed = await get('/rulesets?decision=payment_routing&status=active');
  expect(listed.data.map(({ ruleset_id }: { ruleset_id: string }) => ruleset_id)).toEqual([one.ruleset_id]);
  const ended = await post(`/rulesets/${one.ruleset_id}/deactivate`);
  expect(ended.body).toMatchObject({ status: 'retired' });
  const again = await post(`/rulesets/${one.ruleset_id}/deactivate`);
  expect([again.status, again.body.error.code]).toEqual([409, 'unexpected_state']);
  expect((await profile()).routing_algorithm).toBeNull();
});

test('routing_algorithm and /routing are views of the active ruleset', async ({ rules: shop }) => {
  const { activate, create, first, get, pay, profile, second, set, to } = shop;
  const foreign = await create({
    rules: [{ name: 'gold', when: is('metadata.tier', 'gold'), then: to(second) }],
    default: to(first),
  });
  await activate(foreign.ruleset_id);
  // No algorithm compares metadata.
  const shown = await profile();
  expect([shown.routing_algorithm, shown.routing_ruleset_id]).toEqual([null, foreign.ruleset_id]);
  const active = await get('/routing/active');
  expect(active.data).toEqual([
    expect.objectContaining({ algorithm: null, active: true, ruleset_id: foreign.ruleset_id, name: 'one' }),
  ]);
  // A client that reads and writes back wipes no rules.
  await set({ routing_algorithm: shown.routing_algorithm, return_url: 'https://shop.example/done' });
  expect((await profile()).routing_ruleset_id).toBe(foreign.ruleset_id);
  await expect
    .poll(async () => (await pay({ metadata: { tier: 'gold' } })).merchant_connector_id, { timeout: 60_000 })
    .toBe(second);
  expect((await pay()).merchant_connector_id).toBe(first);

  const priority = { type: 'priority', data: to(second).connectors };
  await set({ routing_algorithm: priority });
  const [version] = (await get('/rulesets?status=active')).data;
  expect(version).toMatchObject({ version: 2, rules: [], default: to(second) });
  expect(await profile()).toMatchObject({
    routing_algorithm: priority,
    routing_ruleset_id: version.ruleset_id,
  });
  expect((await get('/routing/active')).data).toEqual([]);
  // Writing the same back makes no further version.
  await set({ routing_algorithm: priority });
  expect((await get('/rulesets')).data.length).toBe(2);
  await set({ routing_algorithm: null });
  expect((await get('/rulesets?status=active')).data).toEqual([]);
  expect((await profile()).routing_ruleset_id).toBeUndefined();
});

test('Invalid rules are refused by path; suspicious ones are warned about', async ({
  rules: shop,
  sandbox,
}) => {
  const { create, post, profileId, second, to } = shop;
  const refused = async (body: object) => {
    const made = await post('/rulesets', {
      decision: 'payment_routing',
      name: 'one',
      profile_id: profileId,
      ...body,
    });
    return [made.status, made.body.error?.code, made.body.error?.param];
  };
  const rule = (when: unknown, then: unknown = to(second)) => ({ rules: [{ name: 'a', when, then }] });
  expect(await refused(rule(is('contry', 'DE')))).toEqual([400, 'invalid_parameter', 'rules[0].when.field']);
  expect(await refused(rule(undefined, to('mca_none')))).toEqual([
    404,
    'resource_not_found',
    'rules[0].then.connectors[0]',
  ]);
  const other = await sandbox.sandbox({ profile_id: await sandbox.profile() });
  expect(await refused(rule(undefined, to(other)))).toEqual([
    400,
    'invalid_parameter',
    'rules[0].then.connectors[0]',
  ]);
  expect(await refused({ rules: [] })).toEqual([400, 'invalid_parameter', 'rules']);
  expect(await refused({ ...rule(undefined), decision: 'risk' })).toEqual([
    400,
    'unknown_parameter',
    'rules[0].then.connectors',
  ]);
  expect(await refused({ rules: [], default: { least_cost: {} } })).toEqual([
    400,
    'invalid_parameter',
    'default.least_cost.connectors',
  ]);
  const warned = await create({
    rules: [
      { name: 'a', then: to(second) },
      { name: 'b', when: is('amount', 1), then: to(second) },
    ],
  });
  expect(warned.warnings.map(({ param }: { param: string }) => param)).toEqual(['rules[1].when', 'rules[1]']);
});

test('A payout keeps the decision of its rules', async ({ rules: shop, sandbox }) => {
  const { activate, create, post } = shop;
  const account = await sandbox.sandbox({ connector_type: 'payout_processor', connector_label: 'payouts' });
  const made = await create({
    decision: 'payout_routing',
    rules: [{ name: 'cards', when: is('payout_type', 'card'), then: shop.to(account) }],
  });
  await activate(made.ruleset_id);
  const card = {
    card_number: '4111111111111111',
    expiry_month: '12',
    expiry_year: '2039',
    card_holder_name: 'A B',
  };
  const body = {
    amount: 100,
    currency: 'EUR',
    payout_type: 'card',
    payout_method_data: { card },
    confirm: true,
  };
  await expect
    .poll(async () => (await post('/payouts/create', body)).body.decisions, { timeout: 60_000 })
    .toEqual([expect.objectContaining({ decision: 'payout_routing', rule: 'cards', version: 1 })]);
});

test('What an evaluation says of a payout is what then happens, in both APIs', async ({
  client,
  graphqlAs,
  rules,
  sandbox,
}) => {
  const { post } = rules;
  const label = (connector_label: string) =>
    sandbox.sandbox({ connector_type: 'payout_processor', connector_label });
  const [first, second] = [await label('first'), await label('second')];
  const draft = async (when: object, decision = 'payout_routing') =>
    (await rules.create({ decision, rules: [{ name: 'asked', when, then: rules.to(second) }] }))
      .ruleset_id as string;
  const body = {
    ...{ amount: 100, currency: 'EUR', payout_type: 'card', email: 'ada@example.com' },
    payout_method_data: {
      card: {
        card_number: '4111111111111111',
        expiry_month: '12',
        expiry_year: '2034',
        card_holder_name: 'Ada',
      },
    },
  };
  const { payout_id } = (await post('/payouts/create', body)).body;
  const byCurrency = await draft(is('currency', 'EUR'));
  const evaluate = async (input: object, key = sandbox.key) => {
    const answer = (await client.post('/rulesets/evaluate', { key, body: input })).body;
    const variables = Object.fromEntries(
      Object.entries(input).map(([name, value]) => [name.replace(/_(.)/g, (_, c) => c.toUpperCase()), value]),
    );
    const { data, errors } = await graphqlAs(key).run(
      `mutation ($input: EvaluateRulesInput!) { evaluateRules(input: $input) {
        evaluation { results { rule accounts { merchantConnectorId } } } userErrors { code field } } }`,
      { input: variables },
    );
    const code = errors?.[0]?.extensions?.code ?? data?.evaluateRules?.userErrors[0]?.code ?? null;
    expect(code && String(code).toLowerCase()).toBe(answer.error?.code ?? null);
    const shown = data?.evaluateRules?.evaluation?.results.map(
      ({ accounts, rule }: { accounts: { merchantConnectorId: string }[]; rule: string }) => [
        rule,
        accounts.map(({ merchantConnectorId: id }) => id),
      ],
    );
    const results = answer.results?.map(
      ({ accounts, rule }: { accounts: { merchant_connector_id: string }[]; rule: string }) => [
        rule,
        accounts.map(({ merchant_connector_id: id }) => id),
      ],
    );
    expect(shown).toEqual(results);
    return answer.error ? [answer.error.code, answer.error.param ?? null] : results;
  };
  // The rule's account only: payouts do not leave it.
  expect(await evaluate({ payout_id, ruleset_id: byCurrency })).toEqual([['asked', [second]]]);
  expect(await evaluate({ payout_id, ruleset_id: await draft(is('currency', 'USD')) })).toEqual([
    [null, [first, second]],
  ]);
  expect(await evaluate({ payout_id, payment_id: 'pay_1' })).toEqual(['parameters_exclusive', 'payout_id']);
  expect(await evaluate({})).toEqual(['missing_parameter', 'payment']);
  expect(await evaluate({ payout_id: 'po_none' })).toEqual(['resource_not_found', 'payout_id']);
  const ofPayments = await draft(is('currency', 'EUR'), 'payment_routing');
  expect(await evaluate({ payout_id, ruleset_id: ofPayments })).toEqual(['invalid_parameter', 'ruleset_id']);
  const keyWith = (...permissions: string[]) =>
    sandbox.apiKey({ permissions: ['settings:write', ...permissions] });
  const refused = ['not_permitted', null];
  expect(await evaluate({ payout_id }, await keyWith('payments:read'))).toEqual(refused);
  const reader = await keyWith('payouts:read');
  const byEmail = { payout_id, ruleset_id: await draft(is('email', 'ada@example.com')) };
  expect(await evaluate(byEmail, reader)).toEqual(refused);
  expect(await evaluate({ payout_id, ruleset_id: byCurrency }, reader)).toEqual([['asked', [second]]]);
  const personal = await keyWith('payouts:read', 'personal_data:read');
  expect(await evaluate(byEmail, personal)).toEqual([['asked', [second]]]);
  await post(`/rulesets/${byCurrency}/activate`);
  expect(await evaluate({ payout_id })).toEqual([['asked', [second]]]);
  await expect
    .poll(async () => (await post('/payouts/create', { ...body, confirm: true })).body.decisions, {
      timeout: 60_000,
    })
    .toEqual([expect.objectContaining({ rule: 'asked' })]);
  await post(`/payouts/${payout_id}/confirm`);
  const sent = await client.get(`/payouts/${payout_id}`, { key: sandbox.key });
  expect(sent.body).toMatchObject({ merchant_connector_id: second, decisions: [{ rule: 'asked' }] });
});

test('A draft tells nothing of a payment to a key that may not read it, nor personal data by comparison', async ({
  client,
  graphqlAs,
  rules,
  sandbox,
}) => {
  const { payment_id } = await rules.pay({ email: 'ada@example.com' });
  const then = rules.to(rules.first);
  const draft = async (when: object) =>
    (await rules.create({ rules: [{ name: 'asked', when, then }] })).ruleset_id as string;
  const plain = await draft(is('currency', 'USD'));
  const nested = (field: string, value: string) =>
    draft({ any: [is('currency', 'EUR'), { not: is(field, value) }] });
  const personal = [
    await nested('email', 'ada@example.com'),
    await nested('email_domain', 'example.com'),
    await nested('phone', '1234567'),
  ];
  const codesOf = async (permissions: string[], ruleset_id: string) => {
    const key = await sandbox.apiKey({ permissions });
    const { body } = await client.post('/rulesets/evaluate', { key, body: { payment_id, ruleset_id } });
    const { errors, data } = await graphqlAs(key).run(
      'mutation ($input: EvaluateRulesInput!) { evaluateRules(input: $input) { evaluation { results { why } } userErrors { code } } }',
      { input: { paymentId: payment_id, rulesetId: ruleset_id } },
    );
    const code = errors?.[0]?.extensions?.code ?? data?.evaluateRules?.userErrors[0]?.code ?? null;
    return [body.error?.code ?? null, code && String(code).toLowerCase()];
  };
  const both = (code: string | null) => [code, code];
  expect(await codesOf(['settings:write'], plain)).toEqual(both('not_permitted'));
  const reader = ['settings:write', 'payments:read'];
  expect(await codesOf(reader, plain)).toEqual(both(null));
  for (const id of personal) {
    expect(await codesOf(reader, id)).toEqual(both('not_permitted'));
    expect(await codesOf([...reader, 'personal_data:read'], id)).toEqual(both(null));
  }
});
