import { existsSync } from 'node:fs';
import { expect } from 'vitest';
import { openDatabase } from '../../../src/database/database.ts';
import { clientOf } from '../../kit/client.ts';
import { figure } from '../../kit/figure.ts';
import { graphqlClient } from '../../kit/graphql-client.ts';
import { freshPlace } from '../../kit/ordinary-service.ts';
import { PGBOUNCER, startPooler } from '../../kit/pooler.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { test as base } from '../../kit/test.ts';

const ROUNDS = 40;

const test = base
  .extend('shared', { scope: 'file' }, () => freshPlace())
  .extend('pooler', { scope: 'file' }, async ({ shared }, { onCleanup }) => {
    const pooler = await startPooler(shared.databaseUrl, 4);
    onCleanup(() => pooler.stop());
    return pooler;
  })
  .extend('serviceOptions', { scope: 'file' }, ({ pooler, shared }) => ({
    databaseUrl: pooler.urlOf(shared.databaseUrl),
    directUrl: shared.databaseUrl,
  }))
  .skipIf(!existsSync(PGBOUNCER));

test('Behind PgBouncer in transaction mode, every merchant reads all of its rows and no others', async ({
  service,
  task,
}) => {
  let reads = 0;
  let wrong = 0;
  const shops = await Promise.all(Array.from({ length: 6 }, () => seedMerchant(service)));
  const payments = await Promise.all(
    shops.map((shop) => Promise.all(Array.from({ length: 5 }, () => shop.payment({ amount: 100 })))),
  );
  const client = clientOf(service);
  const query = '{ payments(first: 20) { nodes { paymentId attempts { attemptId } } } }';
  for (let round = 0; round < ROUNDS; round += 1) {
    const read = await Promise.all(
      shops.map(async (shop) => {
        const [list, page] = await Promise.all([
          client.get('/payments/list?limit=20', { key: shop.key }),
          graphqlClient(service, shop.key).data(query),
        ]);
        return [
          list.body[0].data.map((payment: { payment_id: string }) => payment.payment_id).sort(),
          page.payments.nodes.map((payment: { paymentId: string }) => payment.paymentId).sort(),
        ];
      }),
    );
    for (const [index, pages] of read.entries()) {
      const expected = JSON.stringify([...payments[index]!].sort());
      reads += pages.length;
      wrong += pages.filter((page) => JSON.stringify(page) !== expected).length;
    }
  }
  figure(task, `${wrong} of ${reads} reads wrong`);
  expect(wrong).toBe(0);
});

test('Behind PgBouncer in transaction mode, commands write only rows of their merchant', async ({
  service,
  task,
}) => {
  let committed = 0;
  const shops = await Promise.all(Array.from({ length: 6 }, () => seedMerchant(service)));
  const client = clientOf(service);
  for (let round = 0; round < ROUNDS / 4; round += 1) {
    const created = await Promise.all(
      shops.map((shop) => client.post('/customers', { key: shop.key, body: { name: shop.merchantId } })),
    );
    expect(created.map(({ status }) => status)).toEqual(shops.map(() => 200));
  }
  for (const shop of shops) {
    const { customers } = await graphqlClient(service, shop.key).data(
      '{ customers(first: 50) { nodes { name } } }',
    );
    expect(customers.nodes).toEqual(Array.from({ length: ROUNDS / 4 }, () => ({ name: shop.merchantId })));
    committed += customers.nodes.length;
  }
  figure(task, `${committed} commands of ${shops.length} merchants`);
});

test('A pooler requires the URL of the server behind it', async ({ pooler, shared }) => {
  const opened = openDatabase({ url: pooler.urlOf(shared.databaseUrl), poolMax: 2 });
  await expect(opened).rejects.toThrow('Set DATABASE_DIRECT_URL');
});
