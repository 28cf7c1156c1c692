import { expect } from 'vitest';
import { adoptAlgorithms } from '../../../src/core/business-profiles/adopt-algorithms.ts';
import { allMerchants } from '../../../src/core/writes/due-objects.ts';
import { graphql } from '../../kit/graphql.ts';
import type { Values } from '../../kit/insert.ts';
import { sandboxShop, setColumns } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

const STORED = 'Stored before rulesets';

const test = base
  .extend('sandbox', ({ service }) => sandboxShop(service))
  .extend('stored', async ({ client, sandbox, service }) => {
    const { account, key, merchantId, profileId } = sandbox;
    const second = await sandbox.sandbox({ connector_label: 'second' });
    const post = async (path: string, body: object = {}) => (await client.post(path, { key, body })).body;
    const get = async (path: string) => (await client.get(path, { key })).body;
    const admin = service.contextFor({ kind: 'admin_key' }, 'req_adopt');
    const card = { card_number: '4242424242424242', card_exp_month: '12', card_exp_year: '2039' };
    return {
      ...{ first: account, second, post, get },
      /** Writes settings as a process of a release without rulesets does. */
      asBefore: (values: Values) =>
        setColumns(service, 'business_profiles', { merchant_id: merchantId, profile_id: profileId }, values),
      adopt: () => adoptAlgorithms(admin, allMerchants),
      profile: () => get(`/account/${merchantId}/business_profile/${profileId}`),
      rulesets: async (query = '') =>
        (await get(`/rulesets?profile_id=${profileId}&limit=100${query}`)).data as {
          [name: string]: unknown;
          ruleset_id: string;
        }[],
      goesTo: async () =>
        (
          await post('/payments', {
            amount: 100,
            currency: 'EUR',
            confirm: true,
            payment_method_data: { card },
          })
        ).merchant_connector_id,
    };
  });

const single = (id: string) => ({ type: 'single', data: { merchant_connector_id: id } });

test('Algorithms stored before rulesets get one each, and decide as before', async ({
  sandbox,
  service,
  stored,
}) => {
  const { adopt, asBefore, first, goesTo, profile, rulesets, second } = stored;
  const rules = [
    {
      name: 'euros',
      conditions: [{ field: 'currency', comparison: 'equal', value: 'EUR' }],
      connectors: [{ merchant_connector_id: second }],
    },
  ];
  const advanced = { type: 'advanced', data: { rules, default: [{ merchant_connector_id: first }] } };
  const payouts = { type: 'priority', data: ['sandbox'], fallback: null };
  await asBefore({ routing_algorithm: advanced, payout_routing_algorithm: payouts });
  await expect.poll(goesTo, { timeout: 60_000 }).toBe(second);
  expect(await rulesets()).toEqual([]);
  await adopt();
  const listed = await rulesets();
  const adopted = { status: 'active', version: 1, name: STORED, warnings: [] };
  expect(listed.map(({ decision }) => decision).sort()).toEqual(['payment_routing', 'payout_routing']);
  for (const one of listed) expect(one).toMatchObject(adopted);
  const idOf = (decision: string) => listed.find((one) => one.decision === decision)!.ruleset_id;
  expect(await profile()).toMatchObject({
    routing_algorithm: advanced,
    routing_ruleset_id: idOf('payment_routing'),
    payout_routing_algorithm: { type: 'priority', data: ['sandbox'] },
    payout_routing_ruleset_id: idOf('payout_routing'),
  });
  const { data } = await graphql(
    service,
    sandbox.key,
    `{ rulesets(first: 5) { nodes { rulesetId name version } } }`,
  );
  expect(data.rulesets.nodes.map(({ rulesetId }: { rulesetId: string }) => rulesetId).sort()).toEqual(
    listed.map(({ ruleset_id }) => ruleset_id).sort(),
  );
  expect(await goesTo()).toBe(second);
  // Nothing is left to do, also for members without a value.
  await adopt();
  expect(await rulesets()).toHaveLength(2);
});

test('The view stays true in both directions while a process of the former release writes the setting', async ({
  sandbox,
  stored,
}) => {
  const { adopt, asBefore, first, get, goesTo, post, profile, rulesets, second } = stored;
  await post(`/account/${sandbox.merchantId}/business_profile/${sandbox.profileId}`, {
    routing_algorithm: single(first),
  });
  const [made] = await rulesets();
  expect(made).toMatchObject({ status: 'active', version: 1 });
  // It sets another algorithm, which counts at once.
  await asBefore({ routing_algorithm: single(second) });
  await expect.poll(goesTo, { timeout: 60_000 }).toBe(second);
  await adopt();
  const active = await rulesets('&status=active');
  expect(active).toMatchObject([
    { version: 2, name: STORED, default: { connectors: [{ merchant_connector_id: second }] } },
  ]);
  expect((await get(`/rulesets/${made!.ruleset_id}`)).status).toBe('retired');
  expect(await profile()).toMatchObject({
    routing_algorithm: single(second),
    routing_ruleset_id: active[0]!.ruleset_id,
  });
  // It removes it.
  await asBefore({ routing_algorithm: null });
  await adopt();
  expect(await rulesets('&status=active')).toEqual([]);
  expect((await profile()).routing_ruleset_id ?? null).toBeNull();
  // It sets one beside rules that no algorithm expresses, which then end.
  const when = { field: 'metadata.tier', comparison: 'equal', value: 'gold' };
  const then = { connectors: [{ merchant_connector_id: second }] };
  const draft = {
    ...{ decision: 'payment_routing', name: 'gold', profile_id: sandbox.profileId },
    rules: [{ name: 'gold', when, then }],
    default: then,
  };
  const { ruleset_id: gold } = await post('/rulesets', draft);
  await post(`/rulesets/${gold}/activate`);
  expect((await profile()).routing_algorithm).toBeNull();
  await adopt();
  expect(await rulesets('&status=active')).toMatchObject([{ ruleset_id: gold }]);
  await asBefore({ routing_algorithm: single(first) });
  await adopt();
  expect(await rulesets('&status=active')).toMatchObject([{ name: STORED }]);
  expect((await get(`/rulesets/${gold}`)).status).toBe('retired');
  await expect.poll(goesTo, { timeout: 60_000 }).toBe(first);
  // This release sets it again.
  await post(`/account/${sandbox.merchantId}/business_profile/${sandbox.profileId}`, {
    routing_algorithm: single(second),
  });
  expect(await rulesets('&status=active')).toMatchObject([{ name: 'Set in the business profile' }]);
  await adopt();
  expect(await rulesets('&status=active')).toMatchObject([{ name: 'Set in the business profile' }]);
});

test('An active routing configuration of the former release keeps its place, and an invalid algorithm is left', async ({
  sandbox,
  service,
  stored,
}) => {
  const { adopt, asBefore, get, post, rulesets, second } = stored;
  const { merchantId, profileId } = sandbox;
  const { id } = await post('/routing', {
    ...{ name: 'By the second', profile_id: profileId, algorithm: single(second) },
  });
  const configuration = { merchant_id: merchantId, id };
  // As the former release left it.
  await setColumns(service, 'routing_configurations', configuration, { active: true, ruleset_id: null });
  await service.database.rows.query(
    { text: 'delete from rulesets where merchant_id = $1', values: [merchantId], touches: 'everything' },
    null,
  );
  await asBefore({ routing_algorithm: single(second) });
  await adopt();
  const [adopted] = await rulesets();
  expect(adopted).toMatchObject({ status: 'active', name: 'By the second', description: STORED });
  expect((await get('/routing/active')).data).toEqual([
    expect.objectContaining({ id, active: true, ruleset_id: adopted!.ruleset_id }),
  ]);
  const invalid = { type: 'single', data: { merchant_connector_id: '' } };
  await asBefore({ routing_algorithm: invalid });
  await adopt();
  const text = 'select routing_algorithm as kept from business_profiles where merchant_id = $1';
  const [{ kept }] = (await service.database.rows.query(
    { text, values: [merchantId], touches: 'everything' },
    null,
  )) as [{ kept: object }];
  expect([kept, await rulesets()]).toEqual([invalid, [adopted]]);
});
