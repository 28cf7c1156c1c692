import { expect } from 'vitest';
import { scaExemptions } from '../../../src/core/foundation/ports/connector-capabilities.ts';
import { camelCase } from '../../../src/core/model/description.ts';
import { mutate } from '../../kit/mutate.ts';
import { cardOf, cards, graphqlCardOf, sandboxShop, setColumns } from '../../kit/sandbox-shop.ts';
import { scriptedConnector } from '../../kit/scripted-connector.ts';
import { test as base } from '../../kit/test.ts';

const granted = '4000000000003279';
const refused = '4000000000003287';
const scripted = scriptedConnector();

const actions = {
  challenge: { three_ds: 'challenge' },
  no_preference: { three_ds: 'no_preference' },
  no_challenge: { three_ds: 'no_challenge' },
  ...Object.fromEntries(scaExemptions.map((exemption) => [exemption, { three_ds: 'exempt', exemption }])),
};

type Values = Record<string, unknown>;

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ connectors: [scripted.connector] }))
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('post', ({ client, shop }) => async (path: string, body: object = {}) => {
    const answer = await client.post(path, { key: shop.key, body });
    return answer.body;
  })
  .extend(
    'get',
    ({ client, shop }) =>
      async (path: string) =>
        (await client.get(path, { key: shop.key })).body,
  )
  .extend('pay', ({ post }) => (number: string, values: Values = {}) => {
    const payment = { amount: 100, currency: 'EUR', confirm: true, return_url: 'https://shop.example/' };
    return post('/payments', { ...payment, payment_method_data: { card: cardOf(number) }, ...values });
  })
  /** Pays by a rule, which `metadata.case` chooses. */
  .extend('by', ({ pay }) => (name: string, number: string, values: Values = {}) => {
    return pay(number, { metadata: { case: name }, ...values });
  })
  .extend('ruled', async ({ by, post, service, shop }) => {
    const rules = Object.entries(actions).map(([name, then]) => ({
      name,
      when: { field: 'metadata.case', comparison: 'equal', value: name },
      then,
    }));
    const body = { decision: 'three_ds', name: 'cases', profile_id: shop.profileId, rules };
    const { ruleset_id } = await post('/rulesets', body);
    expect(await post(`/rulesets/${ruleset_id}/activate`)).toMatchObject({ status: 'active' });
    const switches = { is_auto_retries_enabled: true, max_auto_retries_enabled: 2 };
    await setColumns(service, 'business_profiles', { profile_id: shop.profileId }, switches);
    await expect
      .poll(async () => (await by('challenge', cards.good)).decisions?.[0]?.ruleset_id, { timeout: 60_000 })
      .toBe(ruleset_id);
    return ruleset_id;
  })
  .extend('answer', ({ service }) => async (url: string, isPassed: boolean) => {
    const id = new URL(url).pathname.split('/').at(-1)!;
    const text = 'select challenge_token from sandbox_transactions where transaction_id = $1';
    const [row] = await service.database.rows.query({ text, values: [id] }, null);
    const form = new URLSearchParams({
      token: String(row!.challenge_token),
      answer: isPassed ? 'complete' : 'fail',
    });
    const page = `${service.url}/sandbox/3ds/${id}/answer`;
    const answered = await fetch(page, { method: 'POST', body: form, redirect: 'manual' });
    // The browser returns to the service, which asks the connector.
    await fetch(new URL(answered.headers.get('location')!, page), { redirect: 'manual' });
  });

test('Each action acts on a card that is charged without 3-D Secure otherwise', async ({ by, ruled }) => {
  expect(ruled).toBeTruthy();
  const without = await by('none', cards.frictionless);
  expect(without).toMatchObject({
    status: 'succeeded',
    decisions: [{ action: null, why: expect.stringContaining('The payment decides about 3-D Secure.') }],
  });
  expect(without.payment_method_data.card.authentication_data).toBeFalsy();
  expect(without.decisions[0]).toMatchObject({ exemption_requested: null, liability_shift: false });

  const challenged = await by('challenge', cards.frictionless);
  expect(challenged).toMatchObject({
    status: 'requires_customer_action',
    force_3ds_challenge_trigger: true,
    authentication_type: 'no_three_ds',
    decisions: [{ rule: 'challenge', why: expect.stringMatching(/The customer is challenged\.$/) }],
  });
  for (const name of ['no_preference', 'no_challenge']) {
    const paid = await by(name, cards.frictionless);
    expect(paid).toMatchObject({
      status: 'succeeded',
      force_3ds_challenge_trigger: null,
      decisions: [
        { rule: name, eci: '05', liability_shift: true, exemption_requested: null, exemption_granted: null },
      ],
    });
  }
  // The issuer of this card challenges unless the merchant prefers none.
  expect((await by('no_preference', granted)).status).toBe('requires_customer_action');
  expect(await by('no_challenge', granted)).toMatchObject({
    status: 'succeeded',
    decisions: [{ eci: '05', liability_shift: true }],
  });
});

test('Each exemption is requested of the issuer, who grants it or steps up to 3-D Secure', async ({
  answer,
  by,
  get,
  pay,
  ruled,
}) => {
  expect(ruled).toBeTruthy();
  for (const exemption of scaExemptions) {
    const paid = await by(exemption, granted);
    expect(paid, exemption).toMatchObject({
      status: 'succeeded',
      decisions: [
        {
          action: { three_ds: 'exempt', exemption },
          why: expect.stringMatching(new RegExp(`The exemption ${exemption} is requested\\.$`)),
          ...{ exemption_requested: true, exemption_granted: true, eci: null, liability_shift: false },
        },
      ],
    });
    expect((await pay(granted)).status).toBe('requires_customer_action');

    const stepped = await by(exemption, refused);
    expect(stepped, exemption).toMatchObject({
      status: 'requires_customer_action',
      attempt_count: 2,
      decisions: [{ exemption_requested: true, exemption_granted: false }],
    });
    await answer(stepped.next_action.redirect_to_url, true);
    const after = await get(`/payments/${stepped.payment_id}`);
    expect(after.status).toBe('succeeded');
    expect(after.decisions[0]).toMatchObject({
      ...{ exemption_requested: true, exemption_granted: false, eci: '05', liability_shift: true },
    });
    expect(after.attempts.map((one: Values) => one.authentication_type)).toEqual(['no_three_ds', 'three_ds']);
  }
});

test('A payment that asks for more keeps it, and an absent customer is not challenged', async ({
  by,
  pay,
  ruled,
  shop,
}) => {
  expect(ruled).toBeTruthy();
  const asked = await by('low_value', cards.frictionless, { authentication_type: 'three_ds' });
  expect(asked.decisions[0]).toMatchObject({
    exemption_requested: false,
    eci: '05',
    why: expect.stringContaining('is not requested, because the payment requests 3-D Secure'),
  });
  const forced = await by('no_challenge', cards.frictionless, { force_3ds_challenge: true });
  expect(forced).toMatchObject({ status: 'requires_customer_action', force_3ds_challenge_trigger: true });
  expect(forced.decisions[0].why).toContain('The payment requests more than the rule.');

  const customer_id = await shop.customer();
  const saved = await pay(cards.good, {
    customer_id,
    setup_future_usage: 'off_session',
    customer_acceptance: { acceptance_type: 'offline' },
    mandate_data: {
      customer_acceptance: { acceptance_type: 'offline' },
      mandate_type: { multi_use: { amount: 1000, currency: 'EUR' } },
    },
    metadata: { case: 'none' },
  });
  expect(saved.status).toBe('succeeded');
  const absent = await by('challenge', cards.good, {
    customer_id,
    off_session: true,
    payment_method_data: undefined,
    mandate_id: saved.mandate_id,
  });
  expect(absent).toMatchObject({ status: 'succeeded', force_3ds_challenge_trigger: null });
  expect(absent.decisions[0].why).toContain('the customer is absent and is not challenged');
});

test("A payment's own exemption goes before rules, over both faces, and also without rules", async ({
  get,
  pay,
  post,
  ruled,
  service,
  shop,
}) => {
  expect(ruled).toBeTruthy();
  for (const exemption of scaExemptions) {
    const own = await pay(granted, {
      metadata: { case: 'challenge' },
      psd2_sca_exemption_type: exemption,
    });
    expect(own).toMatchObject({
      status: 'succeeded',
      psd2_sca_exemption_type: exemption,
      decisions: [
        {
          rule: 'challenge',
          why: expect.stringContaining(
            `The payment's own exemption ${exemption} goes first and is requested.`,
          ),
          ...{ exemption_requested: true, exemption_granted: true },
        },
      ],
    });
    const input = {
      ...{ amount: 100, currency: 'EUR', confirm: true, metadata: { case: 'challenge' } },
      psd2ScaExemptionType: exemption,
      paymentMethodData: { card: graphqlCardOf(granted) },
    };
    const members = ['exemption_requested', 'exemption_granted', 'eci', 'liability_shift', 'why'];
    const shown = `payment { status psd2ScaExemptionType decisions { ${members.map(camelCase).join(' ')} } }`;
    const { errors, payload } = await mutate(service, shop.key, 'createPayment', input, shown);
    expect(errors ?? []).toEqual([]);
    expect(payload.payment).toMatchObject({
      ...{ status: 'succeeded', psd2ScaExemptionType: exemption },
      decisions: [
        Object.fromEntries(members.map((name) => [camelCase(name), own.decisions[0][name] ?? null])),
      ],
    });
  }
  // Updated and confirmed.
  const open = await pay(granted, { confirm: false, metadata: { case: 'none' } });
  const changed = await post(`/payments/${open.payment_id}`, { psd2_sca_exemption_type: 'low_value' });
  expect(changed.psd2_sca_exemption_type).toBe('low_value');
  const dropped = await post(`/payments/${open.payment_id}`, { psd2_sca_exemption_type: null });
  expect(dropped.psd2_sca_exemption_type ?? null).toBeNull();
  const confirmed = await post(`/payments/${open.payment_id}/confirm`, {
    psd2_sca_exemption_type: 'recurring',
  });
  expect(confirmed).toMatchObject({ status: 'succeeded', psd2_sca_exemption_type: 'recurring' });
  await post(`/rulesets/${ruled}/deactivate`);
  await expect.poll(async () => (await pay(cards.good)).decisions ?? [], { timeout: 60_000 }).toEqual([]);
  expect(await pay(granted, { psd2_sca_exemption_type: 'low_value' })).toMatchObject({ status: 'succeeded' });
  expect((await get(`/payments/${confirmed.payment_id}`)).decisions).toHaveLength(1);
});

test('A connector without exemptions is sent none, and the decision says so; a rule is evaluated as it acts', async ({
  by,
  post,
  ruled,
  service,
  shop,
}) => {
  const evaluated = async (name: string, facts: Values = {}) => {
    const payment = {
      amount: 100,
      currency: 'EUR',
      payment_method: 'card',
      metadata: { case: name },
      ...facts,
    };
    const { results } = await post('/rulesets/evaluate', { profile_id: shop.profileId, payment });
    return results[0].why;
  };
  for (const name of Object.keys(actions)) {
    for (const authentication_type of ['three_ds', 'no_three_ds']) {
      const paid = await by(name, cards.good, { authentication_type });
      expect(await evaluated(name, { authentication_type })).toBe(paid.decisions[0].why);
      const { results } = await post('/rulesets/evaluate', { payment_id: paid.payment_id });
      expect(results[0].why).toBe(paid.decisions[0].why);
    }
  }
  expect(ruled).toBeTruthy();
  const old = { merchant_connector_id: shop.account };
  await setColumns(service, 'connector_accounts', old, { disabled: true });
  await shop.sandbox({ connector_name: 'scripted' });
  const paid = await by('low_value', cards.good);
  expect(paid).toMatchObject({
    status: 'succeeded',
    connector: 'scripted',
    decisions: [{ exemption_requested: false, exemption_granted: null, liability_shift: false }],
  });
  expect(scripted.requests.authorize!.at(-1)).toMatchObject({ exemption: null, challengeAvoided: false });
  await by('no_challenge', cards.good);
  expect(scripted.requests.authorize!.at(-1)).toMatchObject({ threeDs: true, challengeAvoided: false });
});

test('External 3-D Secure gets the preference, and the decision its result', async ({
  by,
  client,
  ruled,
  service,
  shop,
}) => {
  expect(ruled).toBeTruthy();
  await shop.sandbox({ connector_type: 'authentication_processor' });
  const details = { authentication_connectors: ['sandbox'] };
  const profile = { profile_id: shop.profileId };
  await setColumns(service, 'business_profiles', profile, { authentication_connector_details: details });
  const external = { request_external_three_ds_authentication: true };
  const authenticate = async ({ client_secret, payment_id: id }: Values) => {
    const body = { client_secret, device_channel: 'BRW', threeds_method_comp_ind: 'U' };
    return (await client.post(`/payments/${id}/3ds/authentication`, { key: shop.publishableKey, body })).body;
  };
  const decidedOn = async ({ payment_id: id }: Values) =>
    (await client.get(`/payments/${id}`, { key: shop.key })).body;
  const cases = [
    ['challenge', cards.frictionless, 'C'],
    ['no_preference', granted, 'C'],
    ['no_challenge', granted, 'Y'],
    ['no_challenge', cards.declined, 'N'],
  ] as const;
  // The profile may be cached.
  await expect
    .poll(async () => (await by('no_challenge', cards.good, external)).next_action?.type, { timeout: 60_000 })
    .toBe('three_ds_invoke');
  for (const [name, number, status] of cases) {
    const waiting = await by(name, number, external);
    expect(await authenticate(waiting), name).toMatchObject({ trans_status: status });
    const after = await decidedOn(waiting);
    const results = {
      C: { liability_shift: null },
      Y: { eci: '05', liability_shift: true },
      N: { liability_shift: false },
    };
    const shown = { eci: null, liability_shift: null, ...after.decisions[0] };
    expect(shown).toMatchObject(results[status]);
  }
  // An exemption is no reason to authenticate.
  expect(await by('low_value', granted, external)).toMatchObject({ status: 'succeeded' });
});
