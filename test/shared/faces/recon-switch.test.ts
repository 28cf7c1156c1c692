import { expect } from 'vitest';
import { allPermissions, type Permission, roles } from '../../../src/core/foundation/permissions.ts';
import { test as base } from '../../kit/test.ts';

type Json = Record<string, unknown>;

const camel: Readonly<Record<string, string>> = {
  is_recon_enabled: 'isReconEnabled',
  recon_status: 'reconStatus',
};
const inGraphql = (changes: Json) =>
  Object.fromEntries(Object.entries(changes).map(([name, value]) => [camel[name], value]));

/** Updates the account over a face; resolves to the switch, or to the error's code and parameter. */
const test = base.extend(
  'update',
  ({ client, graphqlAs, shop }) =>
    async (face: string, key: string, changes: Json): Promise<unknown> => {
      if (face === 'REST') {
        const { body } = await client.post(`/accounts/${shop.merchantId}`, { key, body: changes });
        if (body.error) return [body.error.code, body.error.param];
        return [body.is_recon_enabled, body.recon_status];
      }
      const mutation = [
        'updateMerchantAccount',
        { merchantId: shop.merchantId, ...inGraphql(changes) },
        'merchantAccount { isReconEnabled reconStatus }',
      ] as const;
      const { errors, payload, userErrors } = await graphqlAs(key).mutate(...mutation);
      if (payload?.merchantAccount) return Object.values(payload.merchantAccount);
      const [error] = [...userErrors, ...errors.map(({ extensions }) => extensions)] as Json[];
      return [error!.code, error!.param];
    },
);

const on = { is_recon_enabled: true };
const off = { is_recon_enabled: false };

test.for(['REST', 'GraphQL'])(
  'Reconciliation is switched by those who may, over %s',
  async (face, { service, shop, update }) => {
    const without = (...left: Permission[]) =>
      shop.apiKey({ permissions: allPermissions.filter((one) => !left.includes(one)) });
    const [settings, finance] = [await without('finance:write'), await without('settings:write')];
    const as = (key: string, changes: Json) => update(face, key, changes);
    expect(await as(settings, on)).toMatchObject({ 0: 'not_permitted' });
    expect(await as(finance, on)).toMatchObject({ 0: 'not_permitted' });
    expect(await as(shop.key, on)).toEqual([true, 'active']);
    // What does not change needs no right to change it.
    expect(await as(settings, on)).toEqual([true, 'active']);
    expect(await as(shop.key, { recon_status: 'requested' })).toEqual(['wrong_key_kind', 'recon_status']);
    expect(await as(service.adminApiKey, { recon_status: 'requested' })).toEqual([true, 'requested']);
    expect(await as(shop.key, on)).toEqual([true, 'requested']);
    expect(await as(shop.key, off)).toEqual([false, 'disabled']);
    expect(await as(service.adminApiKey, { ...on, recon_status: 'requested' })).toEqual([true, 'requested']);
    expect(await as(service.adminApiKey, { recon_status: 'active' })).toEqual([true, 'active']);
  },
);

test('The switch is in the audit log, with who switched it', async ({ api, shop, update }) => {
  await update('REST', shop.key, on);
  const { body } = await api.get('/audit_log?action=updateMerchantAccount');
  expect(body.data[0].actor_id).toBe(shop.keyId);
  expect(body.data[0].changes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ field: 'is_recon_enabled', before: false, after: true }),
      expect.objectContaining({ field: 'recon_status', before: 'not_requested', after: 'active' }),
    ]),
  );
});

test('Entries of the past are written on request only while reconciliation is active', async ({
  api,
  graphql,
  shop,
  update,
}) => {
  const path = `/accounts/${shop.merchantId}/balance_entries/backfill`;
  expect((await api.post(path)).body.error).toMatchObject({
    code: 'unexpected_state',
    param: 'is_recon_enabled',
  });
  const result = 'result { merchant_id: merchantId is_complete: isComplete entries_written: entriesWritten }';
  expect(await graphql.mutationError('backfillBalanceEntries', {}, result)).toEqual([
    'unexpected_state',
    'is_recon_enabled',
  ]);
  await update('REST', shop.key, on);
  const first = (await api.post(path)).body;
  expect(first).toMatchObject({ merchant_id: shop.merchantId, is_complete: false, entries_written: 0 });
  expect((await api.post(path)).body.created_at).toBe(first.created_at);
});

test('The role finance has money and no personal data, analysts read, developers and operators have neither', () => {
  expect([...roles.finance].sort()).toEqual(
    [
      ...['payments', 'refunds', 'disputes', 'payouts', 'connectors', 'settings', 'finance'].map(
        (of) => `${of}:read`,
      ),
      ...['exports:create', 'finance:write'],
    ].sort(),
  );
  const held = (name: keyof typeof roles) => roles[name].filter((one) => one.startsWith('finance:'));
  const both = ['finance:read', 'finance:write'];
  expect([held('owner'), held('admin'), held('analyst'), held('developer'), held('operator')]).toEqual([
    both,
    both,
    ['finance:read'],
    [],
    [],
  ]);
});
