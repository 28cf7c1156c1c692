import { expect } from 'vitest';
import { sandboxShop, setColumns } from '../../kit/sandbox-shop.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { test as base } from '../../kit/test.ts';

const TRY = `query ($profileId: ID!, $paymentId: ID!, $routing: JSON, $algorithm: RoutingAlgorithmInput) {
  tryRouting(profileId: $profileId, paymentId: $paymentId, routing: $routing, algorithm: $algorithm) {
    decidedBy ruleIndex ruleName accounts { merchantConnectorId } leftOut { merchantConnectorId reason }
  }
}`;

const test = base
  .extend('sandbox', ({ service }) => sandboxShop(service))
  .extend('attempt', async ({ graphqlAs, sandbox }) => {
    const second = await sandbox.sandbox({ connector_label: 'second' });
    const paymentId = await sandbox.payment({
      profile_id: sandbox.profileId,
      currency: 'EUR',
      payment_method: 'card',
    });
    const variables = { profileId: sandbox.profileId, paymentId };
    const graphql = graphqlAs(sandbox.key);
    return {
      first: sandbox.account,
      second,
      variables,
      run: async (routing: unknown) => (await graphql.data(TRY, { ...variables, routing })).tryRouting,
      refused: (routing: unknown) => graphql.refusal(TRY, { ...variables, routing }),
    };
  });
const at = (id: string) => ({ merchant_connector_id: id });
const ids = (accounts: { merchantConnectorId: string }[]) =>
  accounts.map(({ merchantConnectorId }) => merchantConnectorId);

test('Without routing the oldest account is tried first; an explicit order is kept', async ({ attempt }) => {
  const { first, run, second } = attempt;
  const none = await run(null);
  expect([none.decidedBy, ids(none.accounts)]).toEqual([null, [first, second]]);
  const ordered = await run({ type: 'priority', data: [at(second), at(first)] });
  expect([ordered.decidedBy, ids(ordered.accounts)]).toEqual(['priority', [second, first]]);
});

test('An algorithm can also be tried in typed form, but only in one form', async ({
  attempt,
  graphqlAs,
  sandbox,
}) => {
  const { first, second, variables } = attempt;
  const algorithm = {
    priority: { accounts: [{ merchantConnectorId: second }, { merchantConnectorId: first }] },
  };
  const graphql = graphqlAs(sandbox.key);
  const { tryRouting } = await graphql.data(TRY, { ...variables, algorithm });
  expect([tryRouting.decidedBy, ids(tryRouting.accounts)]).toEqual(['priority', [second, first]]);
  const both = { ...variables, algorithm, routing: { type: 'single', data: 'sandbox' } };
  expect(await graphql.refusal(TRY, both)).toMatchObject({
    code: 'parameters_exclusive',
    param: 'algorithm',
  });
});

test('The deciding rule is named, and excluded accounts have a reason', async ({ attempt }) => {
  const { first, run, second } = attempt;
  const rule = (currency: string, id: string, name: string) => ({
    name,
    conditions: [{ field: 'currency', comparison: 'equal', value: currency }],
    connectors: [at(id)],
  });
  const rules = [rule('USD', first, 'dollars'), rule('EUR', second, 'euros')];
  const decided = await run({ type: 'advanced', data: { rules, default: [at(first)] } });
  expect(decided).toEqual({
    decidedBy: 'advanced',
    ruleIndex: 1,
    ruleName: 'euros',
    accounts: [{ merchantConnectorId: second }],
    leftOut: [{ merchantConnectorId: first, reason: 'not selected by the routing algorithm' }],
  });
  const otherwise = await run({ type: 'advanced', data: { rules: [rules[0]], default: [at(first)] } });
  expect([otherwise.ruleIndex, ids(otherwise.accounts)]).toEqual([null, [first]]);
});

test('A split starts with its largest eligible share', async ({ attempt, sandbox, service }) => {
  const { first, run, second } = attempt;
  const split = {
    type: 'volume_split',
    data: [
      { split: 30, connector: at(first) },
      { split: 70, connector: at(second) },
    ],
  };
  expect(ids((await run(split)).accounts)).toEqual([second, first]);
  const where = { merchant_id: sandbox.merchantId, merchant_connector_id: second };
  await setColumns(service, 'connector_accounts', where, { disabled: true });
  // Cached settings may be a second old.
  await expect.poll(async () => ids((await run(split)).accounts), { timeout: 60_000 }).toEqual([first]);
  const { leftOut } = await run(split);
  expect(leftOut).toEqual([{ merchantConnectorId: second, reason: 'disabled' }]);
});

test('Nothing is saved, and invalid or unknown input is refused', async ({
  attempt,
  graphqlAs,
  sandbox,
  service,
}) => {
  const { refused, run, second, variables } = attempt;
  await run({ type: 'single', data: at(second) });
  const stored = await graphqlAs(sandbox.key).data(
    'query ($profileId: ID!) { businessProfile(profileId: $profileId) { routingAlgorithm } }',
    { profileId: variables.profileId },
  );
  expect(stored.businessProfile.routingAlgorithm).toBeNull();
  const half = { type: 'volume_split', data: [{ split: 50, connector: at(second) }] };
  expect(await refused(half)).toMatchObject({ code: 'invalid_parameter', param: 'routing.data' });
  expect(await refused({ type: 'single', data: at('mca_none') })).toMatchObject({
    code: 'resource_not_found',
    param: 'routing.data',
  });
  const other = await seedMerchant(service);
  expect(await graphqlAs(other.key).refusal(TRY, variables)).toMatchObject({ code: 'resource_not_found' });
});

const CHECK = `query ($profileId: ID!, $routing: JSON, $transactionType: RoutedTransaction) {
  checkRouting(profileId: $profileId, routing: $routing, transactionType: $transactionType) {
    merchantConnectorId reason ruleIndex
  }
}`;

test('Accounts that an algorithm chooses but cannot use are named, with the rule and the reason', async ({
  attempt,
  graphqlAs,
  sandbox,
}) => {
  const { first, second, variables } = attempt;
  const graphql = graphqlAs(sandbox.key);
  const check = async (routing: object, transactionType?: string) => {
    const { profileId } = variables;
    return (await graphql.data(CHECK, { profileId, routing, transactionType })).checkRouting;
  };
  const euros = await sandbox.sandbox({
    connector_label: 'euros',
    payment_methods_enabled: [
      {
        payment_method: 'card',
        maximum_amount: 5000,
        accepted_currencies: { type: 'enable_only', list: ['EUR'] },
      },
    ],
  });
  const off = await sandbox.sandbox({ connector_label: 'off', disabled: true });
  const when = (field: string, comparison: string, value: unknown) => ({ field, comparison, value });
  const rule = (conditions: object[], ...accounts: string[]) => ({
    conditions,
    connectors: accounts.map(at),
  });
  const shares = { volume_split: [first, euros].map((id) => ({ split: 50, connector: at(id) })) };
  expect(await check({ type: 'single', data: at(first) })).toEqual([]);
  expect(await check({ type: 'priority', data: [at(first), at(off)] })).toEqual([
    { merchantConnectorId: off, reason: 'disabled', ruleIndex: null },
  ]);
  const rules = [
    rule([when('currency', 'equal', 'EUR'), when('amount', 'less_than', 5000)], euros),
    rule([when('currency', 'in', ['EUR', 'USD'])], euros, first),
    rule([when('currency', 'not_equal', 'USD'), when('amount', 'greater_than', 5000)], euros),
    rule([when('payment_method', 'equal', 'bank_debit')], euros),
    { conditions: [when('currency', 'equal', 'USD')], ...shares },
  ];
  expect(await check({ type: 'advanced', data: { rules, default: [at(second)] } })).toEqual([
    { merchantConnectorId: euros, reason: 'does not accept USD', ruleIndex: 1 },
    { merchantConnectorId: euros, reason: 'the amount is above its maximum', ruleIndex: 2 },
    { merchantConnectorId: euros, reason: 'does not accept bank_debit', ruleIndex: 3 },
    { merchantConnectorId: euros, reason: 'does not accept USD', ruleIndex: 4 },
  ]);
  expect(await check({ type: 'single', data: at(first) }, 'payout')).toEqual([
    { merchantConnectorId: first, reason: 'not for payouts', ruleIndex: null },
  ]);
});
