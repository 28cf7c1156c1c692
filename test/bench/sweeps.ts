import 'reflect-metadata';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { readConfig } from '../../src/config/config.ts';
import type { Context } from '../../src/core/foundation/context.ts';
import { openDatabase } from '../../src/database/database.ts';
import { createLogger } from '../../src/http/requests/logging.ts';
import { createService } from '../../src/service/service.ts';
import { localKeyring } from '../kit/local-keyring.ts';
import { cloneMerchant, type Query } from '../kit/many-merchants.ts';
import { sweepRounds } from '../kit/sweep-rounds.ts';
import { fill, settle, withCluster } from './cluster.ts';

/**
 * The command behind `npm run bench:sweeps`: the cost of a run of each sweep with few and with many merchants without
 * due work, with webhooks that wait for a retry, and with one merchant in a hundred that has due work. It prints
 * figures and asserts nothing.
 */
const { values } = parseArgs({ options: { merchants: { type: 'string', default: '100,10000' } } });
const sizes = values.merchants.split(',').map(Number);
/** How often a run without work is measured, for the median. */
const ROUNDS = 9;
const BUSY_SHARE = 0.01;

const print = (text: string) => void process.stdout.write(`${text}\n`);

await withCluster(async (cluster) => {
  await fill(cluster, { payments: 20, merchants: 1 });
  let sent = 0;
  const database = await openDatabase({ url: cluster.url, poolMax: 10, listener: () => sent++ });
  const service = await createService({
    database,
    secrets: {
      adminApiKey: 'admin_key_of_a_benchmark_1234',
      keyring: await localKeyring(database, cluster.encryptionKey),
    },
    settings: { ...readConfig({}), role: 'web' },
    logger: createLogger('silent'),
  });
  const ctx = service.contextFor({ kind: 'admin_key' }, 'bench');
  // Without the service's limits and triggers: sweeps read neither statistics nor search words.
  const superuser = new pg.Client({ connectionString: cluster.superuserUrl });
  await superuser.connect();
  await superuser.query('set session_replication_role = replica');
  const query: Query = async (text, ...values) => (await superuser.query(text, values)).rows;
  const measure = async (title: string, rounds: number) => {
    await settle(cluster);
    print(`\n${title}\n${'round'.padEnd(24)}${'statements'.padStart(12)}${'ms'.padStart(10)}`);
    for (const [name, round] of Object.entries(sweepRounds)) {
      const { statements, tookMs } = await costOf(round, ctx, rounds, () => sent);
      print(`${name.padEnd(24)}${String(statements).padStart(12)}${tookMs.toFixed(1).padStart(10)}`);
    }
  };
  try {
    const [{ merchant_id: merchantId }] = (await query('select merchant_id from merchant_accounts')) as [
      { merchant_id: string },
    ];
    let filled = 1;
    for (const size of sizes) {
      // Clones of a clone: their numbering continues.
      await cloneMerchant(query, merchantId, size - 1, filled);
      filled = size;
      await sweepRounds.fold_stats!(ctx);
      await measure(`${size} merchants, nothing due`, ROUNDS);
    }
    const waiting = await query(
      `insert into webhook_deliveries
         (merchant_id, delivery_id, event_id, event_type, object_id, profile_id, endpoint_id, status, next_attempt_at, created_at, event_sequence)
       select distinct on (merchant_id) merchant_id, 'whd_bench', event_id, event_type, object_id, profile_id, profile_id, 'pending',
         now() + interval '1 day', now(), 1 from events returning 1`,
    );
    await measure(
      `${filled} merchants, ${waiting.length} of them with a webhook that waits for its next try`,
      ROUNDS,
    );
    const busy = `abs(hashtext(merchant_id)) % 100 < ${BUSY_SHARE * 100}`;
    await query(`update webhook_deliveries set next_attempt_at = now() where status = 'pending' and ${busy}`);
    const due = await query(
      `update payments set status = 'requires_payment_method', expires_on = now(), amount_received = 0, amount_refunded = 0,
         amount_capturable = 0
       where (merchant_id, payment_id) in (
         select distinct on (merchant_id) merchant_id, payment_id from payments where ${busy}) returning 1`,
    );
    await measure(
      `${filled} merchants, ${due.length} of them with a payment that expires and a webhook that is due`,
      1,
    );
  } finally {
    await superuser.end();
    await service.stop(1_000);
    await database.close();
  }
});

/** The statements of a run, and its median time. */
async function costOf(
  round: (ctx: Context) => Promise<unknown>,
  ctx: Context,
  rounds: number,
  sent: () => number,
): Promise<{ statements: number; tookMs: number }> {
  const took: number[] = [];
  const before = sent();
  for (let i = 0; i < rounds; i++) {
    const startedMs = performance.now();
    await round(ctx);
    took.push(performance.now() - startedMs);
  }
  took.sort((a, b) => a - b);
  return { statements: Math.round((sent() - before) / rounds), tookMs: took[Math.floor(rounds / 2)]! };
}
