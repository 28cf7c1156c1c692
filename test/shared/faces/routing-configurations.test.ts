import { expect } from 'vitest';
import { sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

interface Configuration {
  id: string;
  name: string;
  active: boolean;
}

const test = base
  .extend('sandbox', ({ service }) => sandboxShop(service))
  .extend('routing', async ({ client, sandbox }) => {
    const { key, merchantId, profileId } = sandbox;
    const first = sandbox.account;
    const second = await sandbox.sandbox({ connector_label: 'second' });
    const post = (path: string, body: object = {}) => client.post(path, { key, body });
    const get = async (path: string) => (await client.get(path, { key })).body;
    return {
      first,
      second,
      post,
      get,
      to: (...ids: string[]) => ({
        type: 'priority',
        data: ids.map((merchant_connector_id) => ({ merchant_connector_id })),
      }),
      /** Creates a configuration and returns its identifier. */
      create: async (algorithm: object, values: object = {}): Promise<string> => {
        const body = { name: 'one', profile_id: profileId, algorithm, ...values };
        return (await post('/routing', body)).body.id;
      },
      profile: () => get(`/account/${merchantId}/business_profile/${profileId}`),
      active: async (): Promise<string[]> =>
        (await get(`/routing/active?profile_id=${profileId}`)).data.map(({ id }: Configuration) => id),
      set: (body: object) => post(`/account/${merchantId}/business_profile/${profileId}`, body),
      /** The connector account of a newly confirmed payment. */
      pay: async () => {
        const card = { card_number: '4242424242424242', card_exp_month: '12', card_exp_year: '2039' };
        const body = { amount: 100, currency: 'USD', confirm: true, payment_method_data: { card } };
        return (await post('/payments', body)).body.merchant_connector_id;
      },
    };
  });

test('A configuration routes while it is active', async ({ routing }) => {
  const { active, create, first, pay, post, profile, second, to } = routing;
  const one = await create(to(first));
  const other = await create(to(second, first), { name: 'other', description: 'The second first' });
  expect([await active(), (await profile()).routing_algorithm]).toEqual([[], null]);

  const activated = await post(`/routing/${other}/activate`);
  expect(activated.body).toMatchObject({ id: other, active: true, transaction_type: 'payment' });
  expect([await active(), (await profile()).routing_algorithm]).toEqual([[other], to(second, first)]);
  await expect.poll(pay, { timeout: 60_000 }).toBe(second);

  await post(`/routing/${one}/activate`);
  expect([await active(), (await profile()).routing_algorithm]).toEqual([[one], to(first)]);
  expect((await post(`/routing/${one}/activate`)).body).toMatchObject({ id: one, active: true });

  const ended = await post('/routing/deactivate', { profile_id: activated.body.profile_id });
  expect(ended.body).toMatchObject({ id: one, active: false });
  expect([await active(), (await profile()).routing_algorithm]).toEqual([[], null]);
  const again = await post('/routing/deactivate', {});
  expect([again.status, again.body.error.code]).toEqual([409, 'unexpected_state']);
});

test('Setting routing in the profile deactivates every configuration; other settings do not', async ({
  routing,
}) => {
  const { active, create, first, get, post, profile, second, set, to } = routing;
  const one = await create(to(first));
  await post(`/routing/${one}/activate`);
  const payout = await create(
    { type: 'single', data: { merchant_connector_id: second } },
    {
      transaction_type: 'payout',
    },
  );
  await post(`/routing/${payout}/activate`);
  expect((await active()).sort()).toEqual([one, payout].sort());
  await set({ return_url: 'https://shop.example/done' });
  expect((await active()).length).toBe(2);
  await set({ routing_algorithm: to(second) });
  expect([await active(), (await get(`/routing/${one}`)).active]).toEqual([[payout], false]);
  await set({ payout_routing_algorithm: null });
  expect(await active()).toEqual([]);
  const { payout_routing_algorithm, routing_algorithm } = await profile();
  expect([routing_algorithm, payout_routing_algorithm]).toEqual([to(second), null]);
});

test('Two concurrent activations leave one configuration active, with its algorithm set', async ({
  routing,
}) => {
  const { active, create, first, post, profile, second, to } = routing;
  const ids = await Promise.all([to(first), to(second), to(second, first)].map((way) => create(way)));
  const answers = await Promise.all([...ids, ...ids].map((id) => post(`/routing/${id}/activate`)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const [left, ...others] = await active();
  expect(others).toEqual([]);
  const algorithms = { [ids[0]!]: to(first), [ids[1]!]: to(second), [ids[2]!]: to(second, first) };
  expect((await profile()).routing_algorithm).toEqual(algorithms[left!]);
});

test('An account in a configuration can be deleted; the configuration can no longer be activated', async ({
  client,
  routing,
  sandbox,
}) => {
  const { active, create, post, second, to } = routing;
  const id = await create(to(second));
  const path = `/account/${sandbox.merchantId}/connectors/${second}`;
  expect((await client.request('DELETE', path, { key: sandbox.key })).status).toBe(200);
  const { body, status } = await post(`/routing/${id}/activate`);
  expect([status, body.error.code, body.error.param]).toEqual([
    404,
    'resource_not_found',
    'algorithm.data[0]',
  ]);
  expect(await active()).toEqual([]);
});

test('The audit log of the profile and of the configuration records activations', async ({
  routing: { create, first, get, post, to },
  sandbox,
}) => {
  const id = await create(to(first));
  await post(`/routing/${id}/activate`);
  const { data } = await get('/audit_log?limit=100');
  const entries = data
    .filter(({ action }: { action: string }) => action === 'activateRoutingConfiguration')
    .map((entry: { object_id: string; object_type: string; changes: { field: string }[] }) => [
      entry.object_type,
      entry.object_id,
      entry.changes.map(({ field }) => field).filter((field) => field !== 'modified_at'),
    ]);
  expect(entries.sort()).toEqual([
    ['business_profile', sandbox.profileId, ['routing_algorithm', 'routing_ruleset_id']],
    ['routing_configuration', id, ['active']],
    ['ruleset', expect.stringMatching(/^rul_/), ['status', 'activated_at']],
  ]);
});

test('An unused profile is deleted with its configurations', async ({ client, routing, sandbox }) => {
  const profile = await sandbox.profile();
  const id = await routing.create({ type: 'single', data: 'sandbox' }, { profile_id: profile });
  const path = `/account/${sandbox.merchantId}/business_profile/${profile}`;
  expect((await client.request('DELETE', path, { key: sandbox.key })).status).toBe(200);
  expect((await client.get(`/routing/${id}`, { key: sandbox.key })).status).toBe(404);
});

test('Routing is evaluated for given facts: the choice and the reasons against others, over both APIs', async ({
  graphqlAs,
  routing: { create, first, post, second, to },
  sandbox,
}) => {
  const euros = {
    type: 'advanced',
    data: {
      rules: [
        {
          name: 'euros',
          conditions: [{ field: 'currency', comparison: 'equal', value: 'EUR' }],
          connectors: [{ merchant_connector_id: second }],
        },
      ],
      default: [{ merchant_connector_id: first }],
    },
  };
  const parameters = { amount: 100, currency: 'EUR', payment_method: 'card' };
  const evaluate = (body: object) => post('/routing/rule/evaluate', { parameters, ...body });
  const ids = (list: { merchant_connector_id: string }[]) => list.map((one) => one.merchant_connector_id);

  const none = (await evaluate({ created_by: sandbox.profileId })).body;
  expect([none.decided_by, ids(none.evaluated_output)]).toEqual([null, [first, second]]);

  const given = (await evaluate({ profile_id: sandbox.profileId, algorithm: euros })).body;
  expect(given).toMatchObject({ decided_by: 'advanced', rule_index: 0, rule_name: 'euros' });
  expect(ids(given.evaluated_output)).toEqual([second]);
  expect(given.left_out).toMatchObject([
    { merchant_connector_id: first, reason: 'not selected by the routing algorithm' },
  ]);

  const id = await create(euros);
  const dollars = { ...parameters, currency: 'USD' };
  const stored = (await evaluate({ routing_id: id, parameters: dollars })).body;
  expect([stored.rule_index, ids(stored.evaluated_output)]).toEqual([null, [first]]);
  await post(`/routing/${id}/activate`);
  await expect
    .poll(async () => ids((await evaluate({})).body.evaluated_output), { timeout: 60_000 })
    .toEqual([second]);

  const unknown = (await evaluate({ parameters: { ...parameters, payment_method: 'crypto' } })).body;
  expect([unknown.evaluated_output, unknown.left_out.length]).toEqual([[], 2]);
  expect(unknown.left_out[0].reason).toMatch(/does not accept crypto/);

  const both = await evaluate({ algorithm: to(first), routing_id: id });
  expect([both.status, both.body.error.code]).toEqual([400, 'parameters_exclusive']);
  const other = await evaluate({
    routing_id: id,
    transaction_type: 'payout',
    parameters: { amount: 1, currency: 'EUR', payout_type: 'card' },
  });
  expect([other.status, other.body.error.param]).toEqual([400, 'transaction_type']);

  const { payload } = await graphqlAs(sandbox.key).mutate(
    'evaluateRouting',
    {
      profileId: sandbox.profileId,
      routing: { priority: { accounts: [{ merchantConnectorId: second }] } },
      parameters: { amount: 100, currency: 'EUR', paymentMethod: 'card' },
    },
    'evaluation { decidedBy evaluatedOutput { merchantConnectorId } leftOut { reason } }',
  );
  expect(payload.evaluation).toEqual({
    decidedBy: 'priority',
    evaluatedOutput: [{ merchantConnectorId: second }],
    leftOut: [{ reason: 'not selected by the routing algorithm' }],
  });
});
