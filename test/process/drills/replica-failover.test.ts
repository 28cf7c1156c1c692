import { expect, vi } from 'vitest';
import { clientOf } from '../../kit/client.ts';
import { isMissing } from '../../kit/replicated-cluster.ts';
import { test as base, untilUsed } from '../../kit/replication.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { startTestService } from '../../kit/service.ts';

/** Standbys are slow on a busy machine. */
const patiently = { timeout: 20_000 };

const test = base.skipIf(isMissing);

test('After a failover, reads use a replica once it follows the promoted primary', {
  timeout: 120_000,
}, async ({ cluster, shared }) => {
  const { primary, replicas } = cluster;
  const [follower, promoted] = replicas;
  await primary.kill();
  await promoted.query('select pg_promote()');
  const service = await startTestService({
    ...shared,
    databaseUrl: promoted.url,
    directUrl: promoted.url,
    replicaUrls: [follower.url],
  });
  const shop = await seedMerchant(service);
  const id = await shop.payment();
  const list = async () => {
    const { body } = await clientOf(service).get('/payments/list', { key: shop.key });
    return body[0].data.map((row: { payment_id: string }) => row.payment_id);
  };
  const state = () => service.vitals().replicas!.servers[0]!.state;
  // It has replayed as much as the former primary, on that timeline.
  await vi.waitFor(() => expect(state()).toBe('refused'), patiently);
  expect(await list()).toEqual([id]);
  expect(service.vitals().replicas!.served).toBe(0);

  const conninfo = `host=127.0.0.1 port=${promoted.port} user=postgres`;
  await follower.query(`alter system set primary_conninfo = '${conninfo}'`);
  await follower.query('select pg_reload_conf()');
  await promoted.query('checkpoint');
  const [end] = await promoted.query<{ position: string }>('select pg_current_wal_lsn()::text as position');
  const followed = `select pg_last_wal_replay_lsn() >= '${end!.position}' as done`;
  await vi.waitFor(async () => expect(await follower.query(followed)).toEqual([{ done: true }]), patiently);
  // Without this, replicas make a restart point from the primary's checkpoint only after minutes.
  await follower.query('checkpoint');
  await untilUsed(service);
  await vi.waitFor(async () => {
    expect(await list()).toEqual([id]);
    expect(service.vitals().replicas!.served).toBeGreaterThan(0);
  }, patiently);
  await service.close();
});
