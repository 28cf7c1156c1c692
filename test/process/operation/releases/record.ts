import 'reflect-metadata';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { digestOf, migrationsInFolder } from '../../../../src/database/known-migrations.ts';
import { migrateDatabase } from '../../../../src/database/migrate.ts';
import { clientOf } from '../../../kit/client.ts';
import { cardOf, cards, sandboxShop } from '../../../kit/sandbox-shop.ts';
import { startServiceOn } from '../../../kit/service.ts';
import {
  DATABASE,
  ENCRYPTION_KEY,
  folderOf,
  OWNER,
  type Recorded,
  runProgram,
  SERVING,
  startEmpty,
} from './installation.ts';

/*
 * The command behind `npm run release:record`, a step of a release: dumps a database created and filled by this
 * version, which tests of later versions migrate, and adds its migrations to the immutable ones.
 */

const RELEASED = path.join(import.meta.dirname, '../../../shared/conformance/released-migrations.json');
const SIGNING_KEY = 'a-signing-key-of-a-recorded-shop';
const { version } = JSON.parse(
  await readFile(path.join(import.meta.dirname, '../../../../package.json'), 'utf8'),
) as { version: string };
/** Nothing is sent there: the recording service runs no jobs. */
const NOWHERE = 'https://shop.example/webhooks';

async function fill(url: string): Promise<Recorded> {
  const service = await startServiceOn({ url, directUrl: url }, { encryptionKey: ENCRYPTION_KEY });
  const shop = await sandboxShop(service, {
    payment_response_hash_key: SIGNING_KEY,
    webhook_details: { webhook_url: NOWHERE },
  });
  const client = clientOf(service);
  const post = async (to: string, body: object) => {
    const response = await client.post(to, { key: shop.key, body });
    if (response.status !== 200) throw new Error(`POST ${to}: ${response.text}`);
    return response.body;
  };
  const { customer_id: customerId } = await post('/customers', {
    name: 'Ann Example',
    email: 'ann@example.com',
    phone: '6175550100',
    phone_country_code: '+1',
  });
  const pay = (values: object = {}, number: string = cards.good) =>
    post('/payments', {
      amount: 1_000,
      currency: 'USD',
      confirm: true,
      customer_id: customerId,
      metadata: { order: 'A-1' },
      payment_method: 'card',
      payment_method_data: { card: cardOf(number) },
      ...values,
    });
  const endpoint = await post('/webhook_endpoints', { url: NOWHERE, event_types: ['payment_succeeded'] });
  const succeeded = await pay();
  const authorized = await pay({ capture_method: 'manual' });
  const refunded = await pay();
  await post('/refunds', { payment_id: refunded.payment_id, amount: 400 });
  const failed = await pay({}, cards.declined);
  const setUp = await pay({
    setup_future_usage: 'off_session',
    mandate_data: {
      customer_acceptance: { acceptance_type: 'offline' },
      mandate_type: { multi_use: { amount: 5_000, currency: 'USD' } },
    },
  });
  await shop.sandbox({ connector_type: 'payout_processor', connector_label: 'payouts' });
  const payout = await post('/payouts', {
    amount: 700,
    currency: 'USD',
    customer_id: customerId,
    confirm: true,
    auto_fulfill: true,
    payout_type: 'card',
    payout_method_data: {
      card: {
        card_number: cards.good,
        expiry_month: '12',
        expiry_year: '2039',
        card_holder_name: 'Ann Example',
      },
    },
  });
  const events = await client.get(`/events?payment_id=${succeeded.payment_id}&event_type=payment_succeeded`, {
    key: shop.key,
  });
  await service.close();
  return {
    version,
    merchantId: shop.merchantId,
    profileId: shop.profileId,
    key: shop.key,
    signingKey: SIGNING_KEY,
    customerId,
    payments: {
      succeeded: succeeded.payment_id,
      authorized: authorized.payment_id,
      refunded: refunded.payment_id,
      failed: failed.payment_id,
      setUp: setUp.payment_id,
    },
    mandateId: setUp.mandate_id,
    payoutId: payout.payout_id,
    endpoint: { id: endpoint.endpoint_id, secret: endpoint.secret },
    eventId: events.body.data[0].event_id,
  };
}

const server = await startEmpty();
try {
  const [ownerUrl, servingUrl] = [server.urlOf(OWNER, DATABASE), server.urlOf(SERVING, DATABASE)];
  await migrateDatabase({ ownerUrl, servingUrl });
  const recorded = await fill(servingUrl);
  // Row-level security applies to the owner, too: the superuser sees every row.
  const dump = await runProgram('pg_dump', [
    '--no-comments',
    `--dbname=${server.urlOf('postgres', DATABASE)}`,
  ]);
  await mkdir(folderOf(version), { recursive: true });
  await writeFile(path.join(folderOf(version), 'database.sql.gz'), gzipSync(dump, { level: 9 }));
  await writeFile(path.join(folderOf(version), 'recorded.json'), `${JSON.stringify(recorded, null, 2)}\n`);

  const released = JSON.parse(await readFile(RELEASED, 'utf8').catch(() => '{}')) as Record<string, object>;
  const earlier = new Set(
    Object.entries(released).flatMap(([of, names]) => (of === version ? [] : Object.keys(names))),
  );
  const migrations = (await migrationsInFolder()).filter(({ name }) => !earlier.has(name));
  const digests = await Promise.all(migrations.map(async (each) => [each.name, await digestOf(each)]));
  released[version] = Object.fromEntries(digests);
  await writeFile(RELEASED, `${JSON.stringify(released, null, 2)}\n`);
  process.stdout.write(`Recorded ${version}: ${dump.length} bytes, ${migrations.length} migrations.\n`);
} finally {
  await server.end();
}
