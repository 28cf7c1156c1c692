import pg from 'pg';
import { expect } from 'vitest';
import { Migration20261129165001_api_keys_named_permissions as NamedPermissions } from '../../../src/database/migrations/Migration20261129165001_api_keys_named_permissions.ts';
import { ownerUrl } from '../../kit/database.ts';
import { testApart as test } from '../../kit/test.ts';

const DAY_MS = 24 * 60 * 60_000;

test('The migration preserves the rights of existing keys', async ({ service, shared, shop }) => {
  const ids = {
    whole: { permissions: null },
    connectors: { permissions: ['connectors:read', 'connectors:write'] },
    reader: { permissions: ['connectors:read'] },
    revoked: { permissions: ['connectors:write'], revoked_at: new Date() },
  };
  for (const [key_id, values] of Object.entries(ids)) await shop.apiKey({ key_id, ...values });

  const migration = new (NamedPermissions as unknown as new () => NamedPermissions)();
  migration.up();
  const filling = migration
    .getQueries()
    .map(String)
    .filter((text) => /^\s*(select set_config|update api_keys)/.test(text));
  expect(filling).toHaveLength(3);
  const owner = new pg.Client({ connectionString: ownerUrl(shared.databaseUrl) });
  await owner.connect();
  try {
    await owner.query('begin');
    for (const text of filling) await owner.query(text);
    await owner.query('commit');
  } finally {
    await owner.end();
  }

  const text = `select key_id, permissions, unnamed_permissions_until as until from api_keys
    where merchant_id = $1 and key_id = any($2) order by key_id`;
  const rows = await service.database.rows.query<{
    key_id: string;
    permissions: string[] | null;
    until: string | null;
  }>({ text, values: [shop.merchantId, Object.keys(ids)] }, null);
  expect(rows.map(({ key_id, permissions }) => [key_id, permissions])).toEqual([
    ['connectors', ['connectors:read', 'connectors:write', 'connectors:credentials']],
    ['reader', ['connectors:read']],
    ['revoked', ['connectors:write']],
    ['whole', null],
  ]);
  expect(rows.map(({ until }) => until !== null)).toEqual([false, false, false, true]);
  const left = Date.parse(rows[3]!.until!) - Date.now();
  expect(Math.round(left / DAY_MS)).toBe(90);
});
