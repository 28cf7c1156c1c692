import pg from 'pg';
import { expect } from 'vitest';
import { clientOf } from '../../kit/client.ts';
import { ownerUrl } from '../../kit/database.ts';
import { testApart as base } from '../../kit/test.ts';

// Calls the probe directly: the route responds 503 after a second, which a busy machine may take.
const test = base.extend('owner', { scope: 'file' }, async ({ service }, { onCleanup }) => {
  const owner = new pg.Client({ connectionString: ownerUrl(service.database.url) });
  await owner.connect();
  onCleanup(() => owner.end());
  return owner;
});

test("Ready means that a merchant's write would succeed, and the check writes nothing", async ({
  owner,
  service,
}) => {
  await service.database.ping();
  await owner.query("select set_config('switchyard.merchant_id', '*', false)");
  const { rows } = await owner.query("select from updates where object_id = 'readiness_probe'");
  expect(rows).toEqual([]);
  const role = new URL(service.database.url).username;
  await owner.query(`revoke insert on updates from ${role}`);
  await expect(service.database.ping()).rejects.toThrow('permission denied');
  expect((await clientOf(service).get('/health/ready')).status).toBe(503);
  await owner.query(`grant insert on updates to ${role}`);
  await service.database.ping();
});

test('A table locked by a migration makes no process unready: its writes wait', async ({
  owner,
  service,
}) => {
  await owner.query('begin');
  await owner.query('lock table updates in access exclusive mode');
  await service.database.ping();
  await owner.query('rollback');
});
