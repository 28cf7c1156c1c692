import { expect } from 'vitest';
import { sweep } from '../../src/jobs/worker.ts';
import { test as base } from '../kit/test.ts';

const DAY_MS = 24 * 60 * 60_000;
const ago = (ms: number) => new Date(Date.now() - ms);

const test = base
  .extend(
    'query',
    ({ service }) =>
      (text: string, ...values: unknown[]) =>
        service.database.rows.query({ text, values }, null),
  )
  .extend(
    'runSweep',
    ({ service }) =>
      () =>
        sweep(service.contextFor({ kind: 'admin_key' }, 'req_test')),
  )
  .extend('idsIn', ({ query, shop }) => async (table: string, id: string) => {
    const rows = await query(`select ${id} as id from ${table} where merchant_id = $1`, shop.merchantId);
    return rows.map((row) => row.id).sort();
  });

test('Events are kept for 30 days, and longer while a delivery or redelivery is pending', async ({
  idsIn,
  runSweep,
  shop,
}) => {
  const old = { created_at: ago(30 * DAY_MS + 60_000) };
  const fresh = await shop.event({ created_at: ago(30 * DAY_MS - 60_000) });
  const waiting = await shop.event(old);
  const finished = await shop.event(old);
  await shop.event(old);
  const kept = [
    await shop.webhookDelivery(fresh, { status: 'delivered' }),
    await shop.webhookDelivery(waiting, { status: 'failed' }),
    await shop.webhookDelivery(waiting, { redelivery: true }),
  ];
  await shop.webhookDelivery(finished, { status: 'delivered' });
  await shop.webhookDelivery(finished, { status: 'failed', redelivery: true });
  await runSweep();
  expect(await idsIn('events', 'event_id')).toEqual([fresh, waiting].sort());
  expect(await idsIn('webhook_deliveries', 'delivery_id')).toEqual(kept.sort());
});

test('Deliveries left pending for 30 days are deleted with their event', async ({
  idsIn,
  runSweep,
  shop,
}) => {
  const old = { created_at: ago(30 * DAY_MS + 60_000) };
  const dead = await shop.event(old);
  await shop.webhookDelivery(dead, { ...old, status: 'pending' });
  await runSweep();
  expect(await idsIn('events', 'event_id')).toEqual([]);
  expect(await idsIn('webhook_deliveries', 'delivery_id')).toEqual([]);
});

test('Updates are kept longer than cursors are valid, and deleted in several batches', async ({
  idsIn,
  query,
  runSweep,
  shop,
}) => {
  const text = `insert into updates (merchant_id, object_type, object_id, recorded_at)
                select $1, 'payment', 'pay_' || n, $2 from generate_series(1, $3::int) n`;
  await query(text, shop.merchantId, ago(DAY_MS + 2 * 60 * 60_000), 10_500);
  await query(text, shop.merchantId, ago(DAY_MS + 60_000), 2);
  await runSweep();
  expect(await idsIn('updates', 'object_id')).toEqual(['pay_1', 'pay_2']);
});
