import { expect } from 'vitest';
import { sandboxShop } from '../../../kit/sandbox-shop.ts';
import { test as base } from '../../../kit/test.ts';
import {
  closeAll,
  connect,
  followPayments,
  paymentsLive,
} from '../../../shared/graphql/subscriptions/live.ts';

// Keys are rechecked every minute: these tests do not wait for that.
let clockOffsetMs = 0;
const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ now: () => new Date(Date.now() + clockOffsetMs) }))
  .extend('shop', ({ service }) => sandboxShop(service));

const FORBIDDEN = [4403, 'Forbidden'];

test.afterEach(() => closeAll());

test('Revoking an API key ends its subscriptions at once, in every process', async ({
  graphql,
  secondService,
  service,
  shop,
}) => {
  const key = await shop.apiKey();
  const { apiKeys } = await graphql.data('{ apiKeys { nodes { keyId last4 } } }');
  const { keyId } = apiKeys.nodes.find(({ last4 }: { last4: string }) => key.endsWith(last4));
  const clients = [await connect(service, key), await connect(secondService, key)];
  const other = await connect(service, shop.key);
  await followPayments(service, key, clients[0]!);
  await graphql.data(
    'mutation ($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { userErrors { code } } }',
    {
      input: { keyId },
    },
  );
  for (const client of clients) expect(await client.closed).toEqual(FORBIDDEN);
  await other.roundTrip();
});

test('A revoked key starts no subscription on an open connection', async ({ service, shop }) => {
  const key = await shop.apiKey();
  const client = await connect(service, key);
  // Revoked without a notification.
  const text = 'update api_keys set revoked_at = now() where last4 = $1';
  await service.database.rows.query({ text, values: [key.slice(-4)] }, null);
  // A process may cache a key for a second.
  clockOffsetMs += 1_000;
  const live = client.subscribe(paymentsLive);
  expect(await client.closed).toEqual(FORBIDDEN);
  expect(live.received).toEqual([]);
});
