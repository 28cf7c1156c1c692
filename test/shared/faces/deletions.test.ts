import { expect } from 'vitest';
import { setColumns } from '../../kit/sandbox-shop.ts';
import { scriptedConnector } from '../../kit/scripted-connector.ts';
import { scriptedShop } from '../../kit/scripted-shop.ts';
import { test as base } from '../../kit/test.ts';

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ connectors: [scriptedConnector().connector] }))
  .extend('shop', ({ service }) => scriptedShop(service))
  /** Deletes `id` over each API until one refuses: its reason, or null. */
  .extend('refusals', ({ client, graphql, shop }) => async (id: { account?: string; profile?: string }) => {
    const path = id.account
      ? `/account/${shop.merchantId}/connectors/${id.account}`
      : `/account/${shop.merchantId}/business_profile/${id.profile}`;
    const { body } = await client.request('DELETE', path, { key: shop.key });
    const [name, input] = id.account
      ? (['deleteConnectorAccount', { merchantConnectorId: id.account }] as const)
      : (['deleteBusinessProfile', { profileId: id.profile }] as const);
    const { userErrors } = await graphql.mutate(name, input, 'userErrors { code message }');
    return [body.error?.message ?? null, userErrors[0]?.message ?? null];
  });

test('A connector account is deleted unless money is in progress, and its payments keep its identifier', async ({
  api,
  client,
  refusals,
  service,
  shop,
}) => {
  const at = { connector: 'scripted', merchant_connector_id: shop.account };
  const { paymentId } = await shop.paidPayment();
  const refused = async (reason: RegExp) => {
    for (const message of await refusals({ account: shop.account })) expect(message).toMatch(reason);
  };
  const decide = (table: string, column: string, status: string) =>
    service.database.rows.query(
      {
        text: `update ${table} set ${column} = $1 where merchant_id = $2`,
        values: [status, shop.merchantId],
      },
      null,
    );

  await shop.refund(paymentId, { ...at, status: 'pending' });
  await refused(/it has refunds that are pending\. Disable it/);
  await decide('refunds', 'status', 'failed');
  await shop.dispute(paymentId, { ...at, dispute_status: 'dispute_opened' });
  await refused(/it has open disputes\. Answer them/);
  await decide('disputes', 'dispute_status', 'dispute_lost');
  const open = await shop.payment({ ...at, profile_id: shop.profileId, status: 'requires_capture' });
  await refused(/it has payments that are not decided\. Capture or cancel them/);
  await service.database.rows.query(
    { text: 'delete from payments where payment_id = $1', values: [open] },
    null,
  );
  await shop.payout({ ...at, profile_id: shop.profileId, status: 'pending' });
  await refused(/it has payouts that are under way\. Cancel them/);
  await decide('payouts', 'status', 'failed');

  const path = `/account/${shop.merchantId}/connectors/${shop.account}`;
  const deleted = await client.request('DELETE', path, { key: shop.key });
  expect([deleted.status, deleted.body.merchant_connector_id]).toEqual([200, shop.account]);
  expect(deleted.text).not.toMatch(/whsec_of_the_test/);
  expect((await client.get(path.replace('/account/', '/accounts/'), { key: shop.key })).status).toBe(404);
  expect((await api.get(`/payments/${paymentId}`)).body.merchant_connector_id).toBe(shop.account);
  // No call can be sent there any more: the refund is refused or fails, and no money is reported as moved.
  const { body } = await api.post('/refunds', { payment_id: paymentId, amount: 1 });
  expect(body.error?.code ?? body.status).toBe('failed');
});

test('A merchant account is closed unless money is in progress, and its record stays', async ({
  api,
  adminGraphql,
  client,
  service,
  shop,
}) => {
  const path = `/accounts/${shop.merchantId}`;
  const key = service.adminApiKey;
  const remove = () => client.request('DELETE', path, { key });
  await shop.payment({ profile_id: shop.profileId, status: 'requires_capture' });
  const message =
    'The merchant account cannot be deleted: it has payments that are not decided. Capture or cancel them, or suspend the account until they are.';
  expect((await remove()).body.error).toMatchObject({ code: 'unexpected_state', message });
  const selection = 'merchantAccount { suspendedAt }';
  const input = { merchantId: shop.merchantId };
  expect(await adminGraphql.mutationError('deleteMerchantAccount', input, selection)).toEqual([
    'unexpected_state',
    null,
  ]);
  expect((await api.get('/payments/list')).status).toBe(200);
  await setColumns(service, 'payments', { merchant_id: shop.merchantId }, { status: 'cancelled' });

  const { body } = await remove();
  expect(body).toMatchObject({ merchant_id: shop.merchantId, deleted: true });
  expect((await api.get('/payments/list')).status).toBe(401);
  expect(body.suspension_reason).toBe('The account was deleted.');
  expect((await client.get(path, { key })).body.merchant_id).toBe(shop.merchantId);
  const again = await adminGraphql.mutate('deleteMerchantAccount', input, selection);
  expect(again.payload.merchantAccount.suspendedAt).toBe(body.suspended_at);
});

test('Only an unused business profile can be deleted', async ({ api, client, refusals, shop }) => {
  const refused = async (profile: string, reason: RegExp) => {
    for (const message of await refusals({ profile })) expect(message).toMatch(reason);
  };
  const paid = await shop.profile();
  await shop.payment({ profile_id: paid });
  await refused(paid, /it has payments, whose record it is part of/);
  const connected = await shop.profile();
  const account = await shop.connector({ connector_name: 'scripted', profile_id: connected });
  await refused(connected, /it has connector accounts\. Delete them first/);
  await client.request('DELETE', `/accounts/${shop.merchantId}/connectors/${account}`, { key: shop.key });
  await shop.apiKey({ profile_id: connected });
  await refused(connected, /it has API keys restricted to it/);

  const unused = await shop.profile();
  const path = `/account/${shop.merchantId}/business_profile/${unused}`;
  expect((await client.request('DELETE', path, { key: shop.key })).body.profile_id).toBe(unused);
  expect((await api.get(path)).status).toBe(404);
});
