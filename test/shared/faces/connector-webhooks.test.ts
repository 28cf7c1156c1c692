import { expect } from 'vitest';
import { clientOf } from '../../kit/client.ts';
import { sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

const test = base
  .extend('clock', { scope: 'file' }, () => ({ now: new Date() }))
  .extend('serviceOptions', { scope: 'file' }, ({ clock }) => ({ now: () => clock.now }))
  .extend('merchant', ({ service }) => sandboxShop(service))
  .extend('ask', ({ client, graphqlAs, merchant }) => {
    const { account, key, merchantId } = merchant;
    const path = (part: string) => `/accounts/${merchantId}/connectors/${account}/${part}`;
    return {
      byRest: async () => (await client.post(path('test_webhook'), { key, body: {} })).body,
      byGraphql: async () => {
        const input = { merchantConnectorId: account };
        const selection = 'test { outcome httpStatus reason url }';
        return (await graphqlAs(key).mutate('testConnectorWebhook', input, selection)).payload.test;
      },
      status: async () => (await client.get(path('webhooks'), { key })).body,
    };
  });

const setSecret = (
  service: { url: string },
  { account, key, merchantId }: { account: string; key: string; merchantId: string },
  merchant_secret: string | null,
) =>
  clientOf(service as never).post(`/accounts/${merchantId}/connectors/${account}`, {
    key,
    body: { connector_webhook_details: merchant_secret === null ? null : { merchant_secret } },
  });

test('A test webhook is refused without a secret and verified with one, and the account shows both', async ({
  ask,
  clock,
  graphqlAs,
  merchant,
  service,
}) => {
  expect((await setSecret(service, merchant, null)).status).toBe(200);
  expect(await ask.status()).toEqual({ received_at: null, refused_at: null, refused_because: null });
  const refusedAt = clock.now.toISOString();
  const url = `${service.url}/webhooks/${merchant.merchantId}/${merchant.account}`;
  const reason = 'The connector account has no webhook secret.';
  expect(await ask.byRest()).toEqual({ outcome: 'refused', url, http_status: 401, reason });
  expect(await ask.status()).toEqual({
    ...{ received_at: null, refused_at: refusedAt, refused_because: reason },
  });
  await setSecret(service, merchant, 'whsec_of_the_shop');
  clock.now = new Date(clock.now.getTime() + 90_000);
  const receivedAt = clock.now.toISOString();
  expect(await ask.byGraphql()).toEqual({ outcome: 'verified', url, httpStatus: 200, reason: null });
  const { connectorAccounts } = await graphqlAs(merchant.key).data(
    '{ connectorAccounts { nodes { webhooks { receivedAt refusedAt refusedBecause } } } }',
  );
  expect(connectorAccounts.nodes).toEqual([{ webhooks: { receivedAt, refusedAt, refusedBecause: reason } }]);
  // A webhook signed with another secret is refused, and later ones are received.
  clock.now = new Date(clock.now.getTime() + 90_000);
  const forged = {
    'x-sandbox-signature': `t=${Math.floor(clock.now.getTime() / 1000)},v1=${'0'.repeat(64)}`,
  };
  expect((await fetch(url, { method: 'POST', headers: forged, body: '{}' })).status).toBe(401);
  expect(await ask.status()).toMatchObject({ refused_because: 'The signature does not match.' });
});

test('Webhooks cost a statement a minute, not one each', async ({ ask, clock, merchant, service }) => {
  await setSecret(service, merchant, 'whsec_of_the_shop');
  clock.now = new Date(clock.now.getTime() + 600_000);
  const noted = () => service.statements.filter((text) => text.includes('connector_webhook_states (')).length;
  const before = noted();
  for (let i = 0; i < 5; i++) expect((await ask.byRest()).outcome).toBe('verified');
  expect(noted() - before).toBe(1);
  clock.now = new Date(clock.now.getTime() + 61_000);
  await ask.byRest();
  expect(noted() - before).toBe(2);
  expect((await ask.status()).received_at).toBe(clock.now.toISOString());
});

test('A connector without test webhooks reports that, and another merchant sees nothing', async ({
  client,
  merchant,
  otherShop,
}) => {
  const stripe = await merchant.connector({ connector_name: 'stripe' });
  const path = `/accounts/${merchant.merchantId}/connectors/${stripe}`;
  const refused = await client.post(`${path}/test_webhook`, { key: merchant.key, body: {} });
  expect([refused.status, refused.body.error.code]).toEqual([409, 'unexpected_state']);
  expect(refused.body.error.message).toContain('stripe cannot send test webhooks');
  const foreign = `/accounts/${otherShop.merchantId}/connectors/${merchant.account}`;
  for (const answer of [
    await client.post(`${foreign}/test_webhook`, { key: otherShop.key, body: {} }),
    await client.get(`${foreign}/webhooks`, { key: otherShop.key }),
  ])
    expect(answer.status).toBe(404);
});
