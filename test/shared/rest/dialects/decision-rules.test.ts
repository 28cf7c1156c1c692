import { expect } from 'vitest';
import { cardOf, cards, sandboxShop } from '../../../kit/sandbox-shop.ts';
import { test as base } from '../../../kit/test.ts';

/*
 * Rules of Hyperswitch's clients: `/routing/decision`, `/routing/decision/surcharge`, `/routing` with the transaction type
 * `three_ds_authentication` and `/three_ds_decision/execute`, in the forms of its public API reference.
 */

const test = base
  // Each reading is later, as on a slow machine.
  .extend('serviceOptions', { scope: 'file' }, () => {
    let readings = 0;
    return { now: () => new Date(Date.now() + readings++) };
  })
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('call', ({ client, shop }) => {
    const { key } = shop;
    const send = (method: 'get' | 'post' | 'put' | 'delete', path: string, body?: object, as = key) =>
      client.request(method.toUpperCase(), path, body === undefined ? { key: as } : { key: as, body });
    return send;
  })
  .extend(
    'answer',
    ({ call }) =>
      async (...sent: Parameters<typeof call>) =>
        (await call(...sent)).body,
  );

const condition = (lhs: string, type: string, value: unknown, comparison = 'equal') => ({
  lhs,
  comparison,
  value: { type, value },
  metadata: {},
});
const program = (connectorSelection: object, defaultSelection: object, ...own: object[]) => ({
  rules: [{ name: 'first', connectorSelection, statements: [{ condition: own, nested: null }] }],
  defaultSelection,
  metadata: {},
});
const amex = condition('card_network', 'enum_variant', 'AmericanExpress');
const german = condition('billing_country', 'enum_variant', 'Germany');
const surcharge = (percentage: number) => ({
  surcharge_details: {
    surcharge: { type: 'rate', value: { percentage } },
    tax_on_surcharge: { percentage: 19 },
  },
});
const none = { surcharge_details: null };
const AMEX = '378282246310005';
const paidBy = (number: string, more: object = {}) => ({
  ...{ amount: 1000, currency: 'EUR', confirm: true, payment_method: 'card', ...more },
  payment_method_data: { card: { ...cardOf(number), card_cvc: number === AMEX ? '7311' : '731' } },
});

test('3-D Secure rules are set, shown, decide, change and end', async ({ answer, call, shop }) => {
  const path = '/routing/decision';
  expect((await call('get', path)).status).toBe(404);
  expect((await call('delete', path)).status).toBe(404);
  const given = program({ override_3ds: 'three_ds' }, { override_3ds: null }, amex, german);
  expect(await answer('put', path, { algorithm: given })).toMatchObject({
    error: { code: 'missing_parameter', param: 'name' },
  });
  const set = await answer('put', path, { name: 'Amex', algorithm: given });
  expect(set).toMatchObject({ name: 'Amex', profile_id: shop.profileId, program: given });
  expect(set.rules).toEqual([
    {
      name: 'first',
      when: {
        all: [
          { field: 'card_network', comparison: 'equal', value: 'AmericanExpress' },
          { field: 'country', comparison: 'equal', value: 'DE' },
        ],
      },
      then: { three_ds: 'no_preference' },
    },
  ]);
  expect(await answer('get', path)).toEqual(set);
  expect(await answer('get', `/rulesets/${set.ruleset_id}`)).toMatchObject({ status: 'active', version: 1 });
  const billing = { address: { country: 'DE' } };
  /** The rule that decided, and what follows. */
  const pay = async (number: string, more: object = {}) => {
    const { decisions } = await answer('post', '/payments', paidBy(number, more));
    return [decisions?.[0]?.rule ?? null, decisions?.[0]?.why.split('. ')[1]];
  };
  const runs = ['first', '3-D Secure runs without a preference.'];
  await expect.poll(() => pay(AMEX, { billing }), { timeout: 60_000 }).toEqual(runs);
  const asAsked = [null, 'The payment decides about 3-D Secure.'];
  expect([await pay(AMEX), await pay(cards.good, { billing })]).toEqual([asAsked, asAsked]);

  // The name stays; no_three_ds leaves the request to the payment.
  const other = program({ override_3ds: 'no_three_ds' }, { override_3ds: 'three_ds' }, amex);
  const changed = await answer('put', path, { program: other });
  expect(changed).toMatchObject({ name: 'Amex', program: other, default: { three_ds: 'no_preference' } });
  expect(await answer('get', `/rulesets/${set.ruleset_id}`)).toMatchObject({ status: 'retired' });

  // Rules that their language lacks.
  const own = await answer('post', '/rulesets', {
    ...{ decision: 'three_ds', name: 'ours', profile_id: shop.profileId },
    rules: [
      {
        name: 'one',
        when: { field: 'customer_payments', comparison: 'equal', value: 0 },
        then: { three_ds: 'challenge' },
      },
    ],
  });
  await answer('post', `/rulesets/${own.ruleset_id}/activate`);
  expect(await answer('get', path)).toMatchObject({
    ruleset_id: own.ruleset_id,
    name: 'ours',
    program: null,
    rules: own.rules,
  });

  expect(await answer('delete', path)).toMatchObject({ ruleset_id: own.ruleset_id });
  expect((await call('get', path)).status).toBe(404);
  expect((await answer('get', `/rulesets/${own.ruleset_id}`)).status).toBe('retired');
});

test('Surcharge rules are set, shown, charged and end', async ({ answer, call }) => {
  const path = '/routing/decision/surcharge';
  const algorithm = program(surcharge(2.5), none, amex);
  const display = { show_surcharge_breakup_screen: true };
  const hidden = { show_surcharge_breakup_screen: false };
  expect(
    await answer('put', path, { name: 'Amex', algorithm, merchant_surcharge_configs: hidden }),
  ).toMatchObject({
    error: { code: 'invalid_parameter', param: 'merchant_surcharge_configs.show_surcharge_breakup_screen' },
  });
  const set = await answer('put', path, { name: 'Amex', algorithm, merchant_surcharge_configs: {} });
  expect(set).toMatchObject({ name: 'Amex', algorithm, merchant_surcharge_configs: display });
  expect(await answer('get', path)).toEqual(set);
  const total = async (number: string) => (await answer('post', '/payments', paidBy(number))).net_amount;
  await expect.poll(() => total(AMEX), { timeout: 60_000 }).toBe(1030);
  expect(await total(cards.good)).toBe(1000);

  const fixed = { surcharge_details: { surcharge: { type: 'fixed', value: 15 }, tax_on_surcharge: null } };
  const changed = await answer('put', path, { algorithm: { rules: [], defaultSelection: fixed } });
  expect(changed).toMatchObject({ name: 'Amex', algorithm: { rules: [], defaultSelection: fixed } });
  // A ceiling has no word in their language.
  const own = await answer('post', '/rulesets', {
    ...{ decision: 'surcharge', name: 'ours', profile_id: set.profile_id, rules: [] },
    default: { surcharge: { type: 'rate', value: 200, max: 50 } },
  });
  await answer('post', `/rulesets/${own.ruleset_id}/activate`);
  expect((await answer('get', path)).algorithm).toBeNull();
  expect((await answer('delete', path)).ruleset_id).toBe(own.ruleset_id);
  expect((await call('delete', path)).status).toBe(404);
});

test('Errors of rules name the part of the body', async ({ answer }) => {
  const put = async (path: string, algorithm: unknown) =>
    (await answer('put', path, { name: 'one', algorithm })).error;
  const at = 'algorithm.rules[0].statements[0].condition[0]';
  const of = (...own: object[]) => program({ override_3ds: 'three_ds' }, { override_3ds: null }, ...own);
  const path = '/routing/decision';
  expect(await put(path, of(condition('currency', 'enum_variant', 'EURO')))).toMatchObject({
    code: 'invalid_parameter',
    param: `${at}.value.value`,
    message: expect.stringContaining(`${at}.value.value must be the three-letter ISO 4217 code`),
  });
  expect(
    await put(path, of(condition('payment_method', 'enum_variant_array', ['card', 'cash']))),
  ).toMatchObject({
    param: `${at}.value.value[1]`,
  });
  expect(await put(path, of(condition('amount', 'number', -1)))).toMatchObject({
    param: `${at}.value.value`,
  });
  expect(await put(path, of(condition('business_label', 'str_value', 'x')))).toMatchObject({
    param: `${at}.lhs`,
    message: expect.stringContaining('create the rules in the business profile'),
  });
  const many = Array.from({ length: 100 }, (_, i) => ({
    name: `rule ${i}`,
    connectorSelection: { override_3ds: 'three_ds' },
    statements: [{ condition: [amex, german] }],
  }));
  expect(await put(path, { ...of(amex), rules: many })).toMatchObject({
    param: 'algorithm.rules',
    message: expect.stringContaining('at most 100 conditions'),
  });
  expect(await put(path, 'three_ds')).toMatchObject({ code: 'invalid_parameter', param: 'algorithm' });
  expect(await put('/routing/decision/surcharge', program(surcharge(2.345), none, amex))).toMatchObject({
    param: 'algorithm.rules[0].connectorSelection.surcharge_details.surcharge.value.percentage',
  });
  expect((await answer('put', path, { name: 'one' })).error).toMatchObject({
    code: 'missing_parameter',
    param: 'algorithm',
  });
});

test('Routing configurations of 3-D Secure are views of its rulesets', async ({ answer, call, shop }) => {
  const { profileId: profile_id } = shop;
  const transaction_type = 'three_ds_authentication';
  const data = program({ decision: 'challenge_requested' }, { decision: 'no_three_ds' }, german);
  const algorithm = { type: 'three_ds_decision_rule', data };
  const body = { name: 'Germany', description: 'first', profile_id, transaction_type, algorithm };
  const made = await answer('post', '/routing', body);
  expect(made).toMatchObject({ ...body, active: false, id: expect.stringMatching(/^rul_/) });
  const path = `/routing/${made.id}`;
  expect(await answer('get', path)).toEqual(made);
  expect(await answer('get', `/rulesets/${made.id}`)).toMatchObject({
    decision: 'three_ds',
    status: 'draft',
  });
  const listed = async (at: string) =>
    (await answer('get', `${at}?transaction_type=${transaction_type}&limit=5`)).data;
  expect(await listed('/routing')).toEqual([made]);
  expect(await listed('/routing/active')).toEqual([]);
  const active = await answer('post', `${path}/activate`, { transaction_type });
  expect(active).toMatchObject({ id: made.id, active: true });
  expect(await listed('/routing/active')).toEqual([active]);
  expect((await answer('get', '/routing')).data).toEqual([]);

  const second = await answer('post', '/routing', { ...body, name: 'second' });
  await answer('post', `/routing/${second.id}/activate`, {});
  expect((await answer('get', path)).active).toBe(false);
  const page = await answer('get', `/routing?transaction_type=${transaction_type}&limit=1`);
  expect([page.data[0].name, page.has_more]).toEqual(['second', true]);
  const next = await answer(
    'get',
    `/routing?transaction_type=${transaction_type}&starting_after=${second.id}`,
  );
  expect(next.data.map((one: { name: string }) => one.name)).toEqual(['Germany']);
  const ended = await answer('post', '/routing/deactivate', { profile_id, transaction_type });
  expect(ended).toMatchObject({ id: second.id, active: false });
  expect((await call('post', '/routing/deactivate', { profile_id, transaction_type })).status).toBe(404);

  const refused = await answer('post', '/routing', { ...body, algorithm: { type: 'advanced', data } });
  expect(refused.error).toMatchObject({ code: 'invalid_parameter', param: 'algorithm.type' });
  const wrong = program({ decision: 'challenge' }, { decision: 'no_three_ds' }, german);
  const unread = await answer('post', '/routing', { ...body, algorithm: { ...algorithm, data: wrong } });
  expect(unread.error.param).toBe('algorithm.data.rules[0].connectorSelection.decision');
  const surcharges = await answer('post', '/rulesets', {
    ...{ decision: 'surcharge', name: 'ours', profile_id, rules: [], default: { surcharge: null } },
  });
  expect((await call('get', `/routing/${surcharges.ruleset_id}`)).status).toBe(404);
  expect((await call('post', `/routing/${surcharges.ruleset_id}/activate`)).status).toBe(404);
});

test('A 3-D Secure ruleset is executed in their words', async ({ answer, shop }) => {
  const { profileId: profile_id } = shop;
  const rule = (decision: string, ...own: object[]) => ({
    name: decision,
    connectorSelection: { decision },
    statements: [{ condition: own }],
  });
  const data = {
    rules: [
      rule('challenge_requested', condition('issuer_country', 'enum_variant', 'France')),
      rule('challenge_preferred', condition('card_network', 'enum_variant', 'Visa')),
      rule('issuer_three_ds_exemption_requested', condition('extended_card_bin', 'str_value', '55555555')),
      rule(
        'three_ds_exemption_requested_tra',
        condition('metadata', 'metadata_variant', { key: 'tier', value: 'gold' }),
      ),
      rule('three_ds_exemption_requested_low_value', condition('amount', 'number', 3000, 'less_than')),
    ],
    defaultSelection: { decision: 'no_three_ds' },
  };
  const made = await answer('post', '/routing', {
    ...{ name: 'words', profile_id, transaction_type: 'three_ds_authentication' },
    algorithm: { type: 'three_ds_decision_rule', data },
  });
  const execute = (more: object = {}) =>
    answer('post', '/three_ds_decision/execute', {
      ...{ routing_id: made.id, payment: { amount: 5000, currency: 'EUR' } },
      ...more,
    });
  const decided = async (more: object) => (await execute(more)).decision;
  const customer_device = { platform: 'web', device_type: 'mobile', display_size: 'size320x568' };
  const acquirer = { country: 'Germany', fraud_rate: 0.1 };
  expect([
    await decided({ issuer: { name: 'Bank', country: 'France' }, customer_device, acquirer }),
    await decided({
      issuer: { country: 'DE' },
      payment_method: { card_network: 'Visa', card_discovery: 'manual' },
    }),
    await decided({ payment: { amount: 5000, currency: 'EUR', extended_card_bin: '55555555' } }),
    await decided({ metadata: { tier: 'gold' } }),
    await decided({ payment: { amount: 100, currency: 'EUR' } }),
    await decided({}),
  ]).toEqual([...data.rules.map(({ name }) => name), 'no_three_ds']);
  expect(await execute({ payment: { amount: 100, currency: 'EUR' } })).toEqual({
    decision: 'three_ds_exemption_requested_low_value',
    action: { three_ds: 'exempt', exemption: 'low_value' },
  });
  // Without a word of theirs.
  const own = await answer('post', '/rulesets', {
    ...{ decision: 'three_ds', name: 'ours', profile_id, rules: [] },
    default: { three_ds: 'exempt', exemption: 'recurring' },
  });
  expect(await execute({ routing_id: own.ruleset_id })).toEqual({ decision: null, action: own.default });
  const errorOf = async (more: object) => (await execute(more)).error;
  expect(await errorOf({ routing_id: 'rul_unknown' })).toMatchObject({
    code: 'resource_not_found',
    param: 'routing_id',
  });
  expect(await errorOf({ issuer: { country: 'Atlantis' } })).toMatchObject({ param: 'issuer.country' });
  expect(await errorOf({ payment: { amount: 1, currency: 'EUR', card_bin: 'x' } })).toMatchObject({
    param: 'payment.card_bin',
  });
});

test("Rules are one profile's and one merchant's, under the permissions of rulesets", async ({
  answer,
  call,
  service,
  shop,
}) => {
  const { key, merchantId, profileId } = shop;
  const second = await answer('post', `/account/${merchantId}/business_profile`, { profile_name: 'second' });
  const keyWith = async (more: object) =>
    (await answer('post', `/api_keys/${merchantId}`, { name: 'limited', expires_at: null, ...more }))
      .api_key as string;
  const ofSecond = await keyWith({ profile_id: second.profile_id });
  const reader = await keyWith({ permissions: ['settings:read'] });
  const path = '/routing/decision';
  const body = {
    name: 'one',
    algorithm: program({ override_3ds: 'three_ds' }, { override_3ds: null }, amex),
  };
  const transaction_type = 'three_ds_authentication';
  const routing = {
    ...{ name: 'one', transaction_type, profile_id: profileId },
    algorithm: {
      type: 'three_ds_decision_rule',
      data: program({ decision: 'challenge_requested' }, { decision: 'no_three_ds' }, amex),
    },
  };
  const made = await answer('post', '/routing', routing);
  const set = await answer('put', path, { ...body, profile_id: profileId });
  expect(set.profile_id).toBe(profileId);

  // A key of the other profile has rules of its own, and reaches no others.
  expect((await call('get', path, undefined, ofSecond)).status).toBe(404);
  expect((await call('get', `${path}?profile_id=${profileId}`, undefined, ofSecond)).status).toBe(403);
  expect((await call('put', path, { ...body, profile_id: profileId }, ofSecond)).status).toBe(403);
  expect((await answer('put', path, body, ofSecond)).profile_id).toBe(second.profile_id);
  const execution = { routing_id: made.id, payment: { amount: 1, currency: 'EUR' } };
  const reached = async (as: string) => [
    (await call('get', `/routing/${made.id}`, undefined, as)).status,
    (await call('post', `/routing/${made.id}/activate`, {}, as)).status,
    (await call('post', '/three_ds_decision/execute', execution, as)).status,
  ];
  expect(await reached(ofSecond)).toEqual([404, 404, 404]);
  const listed = await answer('get', `/routing?transaction_type=${transaction_type}`, undefined, ofSecond);
  expect(listed.data.map((one: { profile_id: string }) => one.profile_id)).toEqual([second.profile_id]);

  // Reading takes settings:read, everything else settings:write.
  const readAt = `${path}?profile_id=${profileId}`;
  expect((await call('get', readAt, undefined, reader)).status).toBe(200);
  expect((await call('put', path, { ...body, profile_id: profileId }, reader)).status).toBe(403);
  expect((await call('delete', readAt, undefined, reader)).status).toBe(403);
  expect((await call('post', '/routing', routing, reader)).status).toBe(403);
  expect(await reached(reader)).toEqual([200, 403, 403]);

  // Another merchant finds nothing, and a publishable key may ask nothing.
  const stranger = await sandboxShop(service);
  expect(await reached(stranger.key)).toEqual([404, 404, 404]);
  expect((await call('get', path, undefined, stranger.key)).status).toBe(404);
  expect((await call('get', readAt, undefined, shop.publishableKey)).status).toBe(403);
  // The admin key names the merchant.
  const admin = service.adminApiKey;
  expect((await call('get', readAt, undefined, admin)).body.error.param).toBe('merchant_id');
  expect((await answer('get', `${readAt}&merchant_id=${merchantId}`, undefined, admin)).ruleset_id).toBe(
    set.ruleset_id,
  );
  expect((await call('get', `${readAt}&merchant_id=${stranger.merchantId}`, undefined, admin)).status).toBe(
    404,
  );
  expect(key).not.toBe(stranger.key);
});
