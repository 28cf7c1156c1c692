import { afterEach, expect, vi } from 'vitest';
import { graphqlClient } from '../../kit/graphql-client.ts';
import { cards, graphqlCardOf, sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

const test = base
  .extend('cardShop', ({ service }) => sandboxShop(service))
  /** Reads the health of the merchant's accounts, by identifier. */
  .extend('healthOf', ({ cardShop, graphqlAs }) => async (account: string) => {
    const { connectorAccounts } = await graphqlAs(cardShop.key).data(
      '{ connectorAccounts { nodes { merchantConnectorId health { circuit circuitSince lastHour { calls failures timeouts } } } } }',
    );
    const nodes: { merchantConnectorId: string; health: object }[] = connectorAccounts.nodes;
    return nodes.find(({ merchantConnectorId }) => merchantConnectorId === account)!.health;
  })
  .extend('pay', ({ cardShop, graphqlAs }) => async (card: keyof typeof cards = 'good') => {
    const input = {
      ...{ amount: 1_000, currency: 'EUR', confirm: true, profileId: cardShop.profileId },
      ...{ paymentMethod: 'card', paymentMethodData: { card: graphqlCardOf(cards[card]) } },
    };
    const { payload } = await graphqlAs(cardShop.key).mutate('createPayment', input, 'payment { status }');
    return payload.payment?.status;
  })
  .extend('setDown', ({ cardShop, service }) => (down: boolean) => {
    const text = 'update connector_accounts set metadata = $2 where merchant_connector_id = $1';
    return service.database.rows.query({ text, values: [cardShop.account, JSON.stringify({ down })] }, null);
  });

afterEach(() => void vi.useRealTimers());

test('The health of an account shows an open circuit, closed again after a successful call', async ({
  cardShop,
  healthOf,
  pay,
  setDown,
}) => {
  const never = { circuit: 'CLOSED', circuitSince: null };
  expect(await healthOf(cardShop.account)).toEqual({
    ...never,
    lastHour: { calls: 0, failures: 0, timeouts: 0 },
  });
  expect(await pay('declined')).toBe('failed');
  // A decline is a response.
  expect(await healthOf(cardShop.account)).toEqual({
    ...never,
    lastHour: { calls: 1, failures: 0, timeouts: 0 },
  });
  await setDown(true);
  for (let i = 0; i < 5; i += 1) expect(await pay()).toBe('failed');
  const opened = { circuitSince: expect.any(String), lastHour: { calls: 6, failures: 5, timeouts: 0 } };
  expect(await healthOf(cardShop.account)).toEqual({ ...opened, circuit: 'OPEN' });

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 });
  expect(await healthOf(cardShop.account)).toEqual({ ...opened, circuit: 'HALF_OPEN' });
  await setDown(false);
  expect(await pay()).toBe('succeeded');
  expect(await healthOf(cardShop.account)).toEqual({
    circuit: 'CLOSED',
    circuitSince: expect.any(String),
    lastHour: { calls: 7, failures: 5, timeouts: 0 },
  });
});

test('Calls are counted per account within the hour, in one statement, from every process', async ({
  cardShop,
  graphqlAs,
  healthOf,
  pay,
  secondService,
  service,
}) => {
  const second = await cardShop.sandbox({ connector_label: 'second' });
  expect(await pay()).toBe('succeeded');
  expect(await pay()).toBe('succeeded');
  const sql = (text: string, ...values: unknown[]) => service.database.rows.query({ text, values }, null);
  const own = 'merchant_id = $1 and merchant_connector_id = $2';
  await sql(
    `update connector_calls set duration_ms = 3600000 where call_id =
       (select min(call_id) from connector_calls where ${own})`,
    cardShop.merchantId,
    cardShop.account,
  );
  expect(await healthOf(cardShop.account)).toMatchObject({
    lastHour: { calls: 2, failures: 0, timeouts: 1 },
  });
  expect(await healthOf(second)).toMatchObject({ lastHour: { calls: 0 } });

  const document =
    '{ connectorAccounts { nodes { merchantConnectorId health { circuit lastHour { calls timeouts } } } } }';
  const before = secondService.statements.length;
  const { connectorAccounts } = await graphqlAs(cardShop.key).data(document);
  const elsewhere = await graphqlClient(secondService, cardShop.key).data(document);
  expect(elsewhere).toEqual({ connectorAccounts });
  const counting = secondService.statements.slice(before).filter((text) => text.includes('connector_calls'));
  expect(counting).toHaveLength(1);

  await sql(
    `update connector_calls set created_at = now() - interval '61 minutes' where ${own}`,
    cardShop.merchantId,
    cardShop.account,
  );
  expect(await healthOf(cardShop.account)).toMatchObject({ lastHour: { calls: 0, timeouts: 0 } });
});

test('Health requires the permission to read connectors', async ({ cardShop, graphqlAs }) => {
  const { payload } = await graphqlAs(cardShop.key).mutate(
    'createApiKey',
    { name: 'payments only', permissions: ['PAYMENTS_READ', 'PAYMENTS_WRITE'] },
    'secret',
  );
  const refusal = await graphqlAs(payload.secret).refusal(
    '{ connectorAccounts { nodes { health { circuit lastHour { calls } } } } }',
  );
  expect(refusal).toMatchObject({ status: 403, code: 'not_permitted' });
});
