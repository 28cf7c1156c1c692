import { expect } from 'vitest';
import { LearnedRouting } from '../../../src/core/derived/learned-routing.ts';
import { HORIZON_MS } from '../../../src/core/routing/learned/cells.ts';
import { cardOf, cards, sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

const test = base.extend('sandbox', ({ service }) => sandboxShop(service));

test('A rule that learns is refused by path, decides by attempts, and /routing shows null for it', async ({
  client,
  sandbox,
  service,
}) => {
  const { account: first, key, merchantId, profileId } = sandbox;
  const second = await sandbox.sandbox({ connector_label: 'second' });
  const post = async (path: string, body: object = {}) => (await client.post(path, { key, body })).body;
  const rules = (then: object, decision = 'payment_routing') =>
    post('/rulesets', { decision, name: 'one', profile_id: profileId, rules: [{ name: 'learn', then }] });
  const connectors = [first, second].map((id) => ({ merchant_connector_id: id }));
  const refused = async (then: object, decision?: string) => (await rules(then, decision)).error;
  expect(await refused({ success_rate: { connectors, explore_percent: 21 } })).toMatchObject({
    param: 'rules[0].then.success_rate.explore_percent',
  });
  expect(await refused({ success_rate: {} })).toMatchObject({
    param: 'rules[0].then.success_rate.connectors',
  });
  expect(await refused({ least_cost: { connectors: [{ merchant_connector_id: 'mca_x' }] } })).toMatchObject({
    param: 'rules[0].then.least_cost.connectors[0]',
  });
  expect(await refused({ success_rate: { connectors } }, 'payout_routing')).toMatchObject({
    param: 'rules[0].then.success_rate',
  });

  const byRate = await rules({ success_rate: { connectors, explore_percent: 0 } });
  await post(`/rulesets/${byRate.ruleset_id}/activate`);
  const profile = await client.get(`/account/${merchantId}/business_profile/${profileId}`, { key });
  expect(profile.body).toMatchObject({ routing_ruleset_id: byRate.ruleset_id });
  expect(profile.body.routing_algorithm ?? null).toBeNull();
  const pay = (card: string) =>
    post('/payments', {
      ...{ amount: 1000, currency: 'EUR', confirm: true },
      payment_method_data: { card: cardOf(card) },
    });
  const { learned } = service.contextFor({ kind: 'admin_key' }, 'test').ports;
  // Declines at the first account: then more is expected of the second.
  await expect
    .poll(async () => (await pay(cards.declined)).decisions?.length ?? 0, { timeout: 60_000 })
    .toBe(1);
  await pay(cards.declined);
  await learned.refresh();
  const evaluated = await post('/rulesets/evaluate', {
    profile_id: profileId,
    payment: { amount: 1000, currency: 'EUR', payment_method: 'card' },
  });
  const [result] = evaluated.results;
  expect(
    result.accounts.map((one: { merchant_connector_id: string }) => one.merchant_connector_id),
  ).toHaveLength(2);
  expect(result.why).toMatch(
    /is expected to approve most: \d+\.\d % expected approvals \(\d+ observations\), /,
  );
  const paid = await pay(cards.good);
  expect(paid.merchant_connector_id).toBe(result.accounts[0].merchant_connector_id);
  expect(paid.decisions[0].why).toContain('Explored today: 0 of ');

  // A process that starts a week later still reads them, though nothing is left of their weight by the minute.
  const { rows } = service.contextFor({ kind: 'admin_key' }, 'test');
  const late = new Date(Date.now() + HORIZON_MS - 3_600_000);
  const started = new LearnedRouting({ rows, now: () => late, onError: () => {}, seed: null });
  started.cellsOf(merchantId, profileId);
  await started.refresh();
  const cell = started.cellsOf(merchantId, profileId).cell(first, '')!;
  expect(cell.decided).toBeGreaterThan(0.5 ** 7);
  expect(cell.latestDecided).toBeLessThan(1e-100);
});
