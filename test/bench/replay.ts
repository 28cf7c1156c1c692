import 'reflect-metadata';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { readConfig } from '../../src/config/config.ts';
import { createRuleset } from '../../src/core/business-profiles/rulesets.ts';
import { withinMerchant } from '../../src/core/foundation/context.ts';
import { continueReplays } from '../../src/core/replays/continue-replays.ts';
import { replayRuleset } from '../../src/core/replays/replay-ruleset.ts';
import { addListEntries, createValueList } from '../../src/core/value-lists/value-lists.ts';
import { allMerchants } from '../../src/core/writes/due-objects.ts';
import { openDatabase } from '../../src/database/database.ts';
import { createLogger } from '../../src/http/requests/logging.ts';
import { createService } from '../../src/service/service.ts';
import { localKeyring } from '../kit/local-keyring.ts';
import { type BenchCluster, fill, settle, sql, withCluster } from './cluster.ts';
import { multiplyPayments } from './multiply-payments.ts';
import { cpuMs, parentOf } from './processes.ts';

/**
 * The command behind `npm run bench:replay`: replays drafts over the payments of a merchant, without and with lists and
 * counts, and prints the time, and the processor time of the service and of PostgreSQL. It asserts nothing.
 */
const { values } = parseArgs({
  options: {
    payments: { type: 'string', default: '100000' },
    statements: { type: 'boolean', default: false },
  },
});
const PAYMENTS = Number(values.payments);
/** Generating demo data takes longer than cloning payments. */
const LOADED_MAX = 4_000;
const STATEMENTS_SHOWN = 8;
const US_PER_MS = 1_000;

const print = (text: string) => void process.stdout.write(`${text}\n`);
const is = (field: string, value: unknown, comparison = 'equal') => ({ field, comparison, value });
const many = (count: string, by: string, within: string) => ({
  ...{ count, by, within, value: 5 },
  comparison: 'greater_or_equal',
});

/** The drafts: by facts only, and by what is looked up. */
const draftsFor = (account: string) => {
  const then = { connectors: [{ merchant_connector_id: account }] };
  const large = { all: [is('currency', 'EUR'), is('amount', 5_000, 'greater_than')] };
  const rules = [
    { name: 'large', when: large, then },
    { name: 'Europe', when: is('country', ['DE', 'FR', 'NL'], 'in'), then },
  ];
  const blocked = { any: [is('card_isin', 'Blocked BINs', 'in_list'), is('email', 'Blocked', 'in_list')] };
  const often = { any: [many('attempts', 'card', '1h'), many('declines', 'email', '1d')] };
  const known = is('customer_payments', 2, 'greater_or_equal');
  return [
    { title: 'facts', decision: 'payment_routing', rules },
    {
      title: 'lists, counts',
      decision: 'risk',
      rules: [
        { name: 'blocked', when: blocked, then: { risk: 'block' } },
        { name: 'often', when: often, then: { risk: 'review' } },
        { name: 'regular', when: known, then: { risk: 'allow' } },
      ],
    },
    {
      title: 'counts of 30 days',
      decision: 'risk',
      rules: [{ name: 'often', when: many('payments', 'card', '30d'), then: { risk: 'review' } }],
    },
  ] as const;
};

/**
 * Measures the longest processor time between two turns of the event loop, which other programs on the machine do not change.
 *
 * @returns Ends the measurement and returns the time in milliseconds.
 */
function longestTurn(): () => number {
  const used = () => {
    const { system, user } = process.threadCpuUsage();
    return (system + user) / US_PER_MS;
  };
  let before = used();
  let longest = 0;
  const timer = setInterval(() => {
    const now = used();
    longest = Math.max(longest, now - before);
    before = now;
  }, 1);
  return () => {
    clearInterval(timer);
    return longest;
  };
}

/** The process of PostgreSQL, whose processor time includes that of its sessions. */
async function postmasterOf({ superuserUrl }: BenchCluster): Promise<() => number> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = parentOf(rows[0]!.pid);
  await client.end();
  return () => cpuMs(postmaster);
}

await withCluster(async (cluster) => {
  const loaded = Math.min(LOADED_MAX, PAYMENTS);
  const [merchant] = await fill(cluster, { payments: loaded, merchants: 1 });
  const [first] = await sql(
    cluster.superuserUrl,
    'select count(*)::int as count from payments where payment_method is not null group by profile_id order by 1 desc',
  );
  await multiplyPayments(cluster.ownerUrl, Math.max(0, Math.ceil(PAYMENTS / Number(first!.count)) - 1));
  await settle(cluster);
  const database = await openDatabase({ url: cluster.url, poolMax: 10 });
  const service = await createService({
    database,
    secrets: {
      adminApiKey: 'admin_key_of_a_benchmark_1234',
      keyring: await localKeyring(database, cluster.encryptionKey),
    },
    settings: { ...readConfig({}), role: 'web' },
    logger: createLogger('silent'),
  });
  const admin = service.contextFor({ kind: 'admin_key' }, 'bench');
  const { merchantId } = merchant!;
  const ctx = withinMerchant(admin, merchantId);
  try {
    const [{ profile_id, account }] = (await sql(
      cluster.superuserUrl,
      `select p.profile_id, min(c.merchant_connector_id) as account, count(distinct a.payment_id) as payments
       from business_profiles p join connector_accounts c using (merchant_id, profile_id)
       left join payments a using (merchant_id, profile_id)
       where connector_type = 'payment_processor' group by 1 order by payments desc limit 1`,
    )) as [{ profile_id: string; account: string }];
    for (const [name, kind, value] of [
      ['Blocked BINs', 'bin', '400000'],
      ['Blocked', 'email', 'blocked@example.com'],
    ] as const) {
      const id = await createValueList(ctx, { name, kind });
      await addListEntries(ctx, id, { entries: [{ value }] });
    }
    print(`${'rules'.padEnd(20)}payments  seconds  service CPU  database CPU  longest turn  memory`);
    for (const { decision, rules, title } of draftsFor(account)) {
      const draft = await createRuleset(ctx, {
        ...{ decision, name: title, profile_id },
        rules: rules as never,
        default: decision === 'payment_routing' ? { connectors: [{ merchant_connector_id: account }] } : null,
      });
      await sql(cluster.superuserUrl, 'select pg_stat_statements_reset()');
      const longest = longestTurn();
      const databaseMs = await postmasterOf(cluster);
      const databaseBefore = databaseMs();
      const usedBefore = process.cpuUsage();
      const startedMs = performance.now();
      const period = { created_gte: '2020-01-01T00:00:00Z', created_lt: '2100-01-01T00:00:00Z' };
      const replayId = await replayRuleset(ctx, draft, period);
      while ((await continueReplays(admin, allMerchants)) === 0);
      const seconds = (performance.now() - startedMs) / 1000;
      const { system, user } = process.cpuUsage(usedBefore);
      const databaseCpu = (databaseMs() - databaseBefore) / 1000;
      const turnMs = longest();
      const [{ payments, status }] = (await sql(
        cluster.superuserUrl,
        `select payments, status from rule_replays where replay_id = '${replayId}'`,
      )) as [{ payments: number; status: string }];
      const cells = [
        `${payments}`.padStart(8),
        seconds.toFixed(1).padStart(8),
        `${((user + system) / 1e6).toFixed(1)} s`.padStart(12),
        `${databaseCpu.toFixed(1)} s`.padStart(13),
        `${turnMs.toFixed(0)} ms`.padStart(13),
        `${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MB`.padStart(8),
      ];
      print(`${title.padEnd(20)}${cells.join(' ')} ${status === 'succeeded' ? '' : status}`);
      if (values.statements) {
        for (const row of await sql(
          cluster.superuserUrl,
          `select calls, round(total_exec_time) as ms, left(regexp_replace(query, '\\s+', ' ', 'g'), 160) as query
           from pg_stat_statements order by total_exec_time desc limit ${STATEMENTS_SHOWN}`,
        ))
          print(`  ${String(row.ms).padStart(7)} ms ${String(row.calls).padStart(6)} × ${row.query}`);
      }
    }
  } finally {
    await service.stop(1_000);
    await database.close();
  }
});
