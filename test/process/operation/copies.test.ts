import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, cp, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { stripeConnector } from '../../../src/connectors/stripe/stripe.ts';
import { askOn, DatabaseIdentity, embeddedPlace, placesOf } from '../../../src/database/identity.ts';
import { migrateDatabase } from '../../../src/database/migrate.ts';
import { withSession } from '../../../src/database/sessions.ts';
import { accountFor } from '../../../src/dev/embedded/account.ts';
import { run } from '../../../src/dev/embedded/processes.ts';
import { startEmbeddedServer } from '../../../src/dev/embedded/server.ts';
import { clientOf } from '../../kit/client.ts';
import { findInstalled, startDebianServer } from '../../kit/debian-server.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { startTestService } from '../../kit/service.ts';
import { startWebhookReceiver } from '../../kit/webhook-receiver.ts';
import { stripeAccount } from '../../shared/connectors/stripe/harness.ts';
import { cards } from '../../shared/connectors/stripe/stand-in/cards.ts';
import { StandIn } from '../../shared/connectors/stripe/stand-in/server.ts';
import { startProcess } from '../../shared/reliability/process.ts';

// Creating a cluster flushes it to disk, which takes half a minute on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const root = path.resolve(import.meta.dirname, '../../..');
const settings = { fsync: 'off', shared_buffers: '16MB' };

/** The output of a command of the program. */
async function switchyard(environment: Record<string, string>, ...args: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, NODE_ENV: 'test', ...environment };
  const { stdout } = await promisify(execFile)(process.execPath, ['dist/commands/switchyard.js', ...args], {
    cwd: root,
    env,
  });
  return stdout;
}

const healthOf = async (url: string) =>
  (await (await fetch(`${url}/health`)).json()) as { readonly database?: string };

async function temporary(name: string): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), `switchyard-${name}-`)));
  await chmod(folder, 0o755);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('A copied data folder captures nothing and sends no webhook until an operator calls it the original', async () => {
  const standIn = new StandIn(() => new Date());
  await standIn.listen();
  onTestFinished(() => standIn.close());
  const receiver = await startWebhookReceiver();
  onTestFinished(() => receiver.close());
  const parent = await temporary('copies');
  const [first, second] = [path.join(parent, 'first'), path.join(parent, 'second')];
  const encryptionKey = randomBytes(32);
  const serve = async (databaseUrl: string, folder: string, doesJobs: boolean) => {
    const service = await startTestService({
      ...{ databaseUrl, encryptionKey, doesJobs, webhooksToLoopback: true },
      places: [embeddedPlace(folder)],
      connectors: [
        stripeConnector({
          ...{ baseUrl: standIn.url, environment: 'test', now: () => new Date(), warn: () => {} },
        }),
      ],
    });
    if (doesJobs) onTestFinished(() => service.stop());
    return service;
  };
  const captures = () => standIn.state.ledger.filter(({ kind }) => kind === 'capture').length;
  const delivered = () => receiver.arrivals.map(({ eventId }) => eventId).sort();

  // An authorization with a scheduled capture, and the pending webhook of its payment.
  const made = await startEmbeddedServer({ dataDir: first, settings });
  await migrateDatabase({ ownerUrl: made.ownerUrl, servingUrl: made.url });
  const before = await serve(made.url, first, false);
  const shop = await seedMerchant(before, {
    payment_response_hash_key: 'signing_key_of_the_shop_0123456789',
    webhook_details: { webhook_url: receiver.url },
  });
  const key = shop.key;
  const api = clientOf(before);
  const account = { connector_name: 'stripe', connector_type: 'payment_processor', ...stripeAccount };
  const { profileId: profile_id } = shop;
  const body = { ...account, profile_id };
  expect((await api.post(`/accounts/${shop.merchantId}/connectors`, { key, body })).status).toBe(200);
  const card = { card_number: cards.good, card_exp_month: '12', card_exp_year: '2039', card_cvc: '737' };
  const { body: payment } = await api.post('/payments', {
    key,
    body: {
      ...{ amount: 1000, currency: 'USD', profile_id, confirm: true, payment_method: 'card' },
      ...{ capture_method: 'manual', capture_on: new Date(Date.now() + 3_600_000).toISOString() },
      payment_method_data: { card },
    },
  });
  expect(payment).toMatchObject({ status: 'requires_capture' });
  const due = `update payments set capture_on = now() - interval '1 minute', capture_due = now() - interval '1 minute'
    where merchant_id = $1`;
  await before.database.rows.query({ text: due, values: [shop.merchantId] }, null);
  await before.stop();
  await made.stop();
  await cp(first, second, { recursive: true, preserveTimestamps: true });
  const owner = await accountFor(path.join(first, 'cluster'));
  if (owner) await run('chown', ['-R', `${owner.uid}:${owner.gid}`, path.join(second, 'cluster')], {});
  await chmod(path.join(second, 'cluster'), 0o700);

  // Both start, the copy first: if it did anything, the vendor would get it from the copy.
  const copied = await startEmbeddedServer({ dataDir: second, settings });
  onTestFinished(() => copied.stop());
  const copy = await serve(copied.url, second, true);
  const says = (text: string) => copy.logs.some((line) => line.includes(text));
  await vi.waitUntil(() => says('this process takes no background work'), { timeout: 60_000 });
  expect(says('switchyard database original')).toBe(true);
  expect(says('switchyard database copy')).toBe(true);
  const restarted = await startEmbeddedServer({ dataDir: first, settings });
  onTestFinished(() => restarted.stop());
  const original = await serve(restarted.url, first, true);
  await original.database.rows.query({ text: 'update scheduled_tasks set due_at = now()', values: [] }, null);
  await copy.database.rows.query({ text: 'update scheduled_tasks set due_at = now()', values: [] }, null);
  await vi.waitUntil(() => captures() > 0, { timeout: 120_000 });
  const statusAt = async (at: typeof copy) =>
    (await clientOf(at).get(`/payments/${payment.payment_id}`, { key })).body.status;
  await vi.waitUntil(async () => (await statusAt(original)) === 'succeeded', { timeout: 60_000 });
  // From the authorization, which both had, and from the capture.
  await vi.waitUntil(() => delivered().length > 1, { timeout: 60_000 });
  expect(captures()).toBe(1);
  expect(delivered()).toEqual([...new Set(delivered())]);
  expect(await statusAt(copy)).toBe('requires_capture');
  /** The captures that the copy intended, and that Stripe refuses because the original captured everything. */
  const asked = async () => {
    const text = `select count(*)::int as count from connector_calls where operation = 'capture'`;
    const [row] = await copy.database.rows.query<{ count: number }>({ text, values: [] }, null);
    return row!.count;
  };
  expect(await asked()).toBe(0);
  const refused = await clientOf(copy).post(`/payments/${payment.payment_id}/capture`, { key, body: {} });
  expect([refused.status, refused.body.error.code]).toEqual([503, 'outgoing_calls_off']);
  expect(captures()).toBe(1);

  // The copy would have captured too: a running process does once it is called the original.
  const told = await switchyard({ DATA_DIR: second }, 'database', 'original');
  expect(told).toContain(`This database is the original, at ${embeddedPlace(second)}.`);
  await vi.waitUntil(async () => (await asked()) === 1, { timeout: 120_000 });
  // And it stops again once it is called a copy.
  await switchyard({ DATA_DIR: second }, 'database', 'copy');
  await vi.waitUntil(async () => (await healthOf(copy.url)).database === 'copy', {
    timeout: 60_000,
  });
});

const bin = findInstalled(['initdb', 'pg_ctl', 'pg_dump', 'psql', 'pg_basebackup']);
const DATABASE = 'switchyard';

test.skipIf(bin === '')(
  'A restart, another port or a promoted standby counts as the original; a restored database does not',
  async () => {
    const parent = await temporary('clusters');
    const account = await accountFor(path.join(parent, 'none'));
    if (account) await run('chown', [`${account.uid}:${account.gid}`, parent], {});
    const start = (fill?: Parameters<typeof startDebianServer>[0]['fill']) =>
      startDebianServer({
        bin,
        parent,
        settings: { wal_level: 'replica', max_wal_senders: '4' },
        ...(fill ? { fill } : {}),
      });
    const main = await start();
    onTestFinished(() => main.kill().catch(() => {}));
    await main.query('create role owning login; create role serving login');
    await main.query(`create database ${DATABASE} owner owning`);
    const urls = ({ urlOf }: typeof main) => [urlOf('owning', DATABASE), urlOf('serving', DATABASE)] as const;
    const [ownerUrl, servingUrl] = urls(main);
    await migrateDatabase({ ownerUrl, servingUrl });
    const found = (url: string) =>
      withSession(url, async (session) => (await DatabaseIdentity.open(askOn(session), placesOf(url))).off);
    // The first start after the upgrade: as the serving role, which is no superuser.
    expect(await found(servingUrl)).toBe(null);
    expect(await found(servingUrl)).toBe(null);

    // At another port, copied from the first and promoted, as Patroni does.
    const standby = await start(async (data, as) => {
      const from = ['-h', '127.0.0.1', '-p', String(main.port), '-U', 'postgres'];
      await run(path.join(bin, 'pg_basebackup'), ['-D', data, '-R', ...from], { account: as });
    });
    onTestFinished(() => standby.kill().catch(() => {}));
    await standby.query('select pg_promote()');
    expect(await found(urls(standby)[1])).toBe(null);
    await standby.kill();
    await standby.start();
    expect(await found(urls(standby)[1])).toBe(null);

    // Dumped into another server with the same host and name.
    const other = await start();
    onTestFinished(() => other.kill().catch(() => {}));
    await other.query('create role owning login; create role serving login');
    await other.query(`create database ${DATABASE} owner owning`);
    const dump = path.join(parent, 'dump.sql');
    const superuser = main.urlOf('postgres', DATABASE);
    await run(path.join(bin, 'pg_dump'), ['--file', dump, superuser], { account });
    const quiet = ['--quiet', '--set=ON_ERROR_STOP=1', `--file=${dump}`];
    await run(path.join(bin, 'psql'), [...quiet, other.urlOf('postgres', DATABASE)], { account });
    expect(await found(urls(other)[1])).toBe('undecided');

    // Restored by the program, into the same server under another name.
    const backup = path.join(await temporary('backup'), 'backup');
    const production = { PATH: `${bin}:${process.env.PATH}`, NODE_ENV: 'production' };
    await switchyard({ ...production, MIGRATION_DATABASE_URL: ownerUrl }, 'backup', backup);
    await main.query('create database restored owner owning');
    const at = {
      MIGRATION_DATABASE_URL: main.urlOf('owning', 'restored'),
      DATABASE_URL: main.urlOf('serving', 'restored'),
    };
    const printed = await switchyard({ ...production, ...at }, 'restore', backup);
    expect(printed).toContain('switchyard database original');
    expect(printed).toContain('switchyard database copy');
    expect(await found(at.DATABASE_URL)).toBe('undecided');

    // Its process reports that, and continues once the operator has decided.
    const running = await startProcess({
      ...at,
      NODE_ENV: 'test',
      ADMIN_API_KEY: `admin_${randomBytes(24).toString('base64url')}`,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    });
    onTestFinished(() => void running.child.kill('SIGKILL'));
    const database = async () => (await healthOf(running.url)).database;
    expect(await database()).toBe('undecided');
    expect(running.lines.some((line) => line.includes('switchyard database original'))).toBe(true);
    await switchyard({ ...production, DATABASE_URL: at.DATABASE_URL }, 'database', 'original');
    await vi.waitUntil(async () => (await database()) === undefined, { timeout: 60_000 });
    expect(await found(at.DATABASE_URL)).toBe(null);
    // The database it was restored from stays the original.
    expect(await found(servingUrl)).toBe(null);
  },
);
