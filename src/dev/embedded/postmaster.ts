import { spawn } from 'node:child_process';
import { open, readFile, readlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DataPlace, reachOf } from './place.ts';
import { commandLineOf, environment, hasEnded, lastLines } from './processes.ts';
import type { Watchdog } from './watchdog.ts';

/** A running PostgreSQL server. */
export interface Postmaster {
  port: number;
  /** Resolves with the exit code or signal, as text, when the process has ended. */
  ended: Promise<string>;
  stop(): Promise<void>;
}

export interface PostmasterOptions {
  /** Settings of postgresql.conf. */
  settings: Record<string, string>;
  /** Receives messages for the operator. */
  log: (line: string) => void;
  /** Called once the process is launched. */
  onUnderway: () => void;
  /** Stops the server if this process ends without doing so. */
  watchdog: Watchdog;
}

/**
 * Starts the server of a cluster, after stopping one left behind by a killed process.
 *
 * @param port Of a server that is started again; any free one unless given.
 */
export async function startPostmaster(
  place: DataPlace,
  options: PostmasterOptions,
  port?: number,
): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    await endOrphan(place, options.log);
    try {
      return await launch(place, options, port);
    } catch (error) {
      // The port may have been taken meanwhile, or an orphan's backends may still hold its shared memory: both
      // pass, and other failures recur quickly.
      if (attempt === 3) throw error;
      await sleep(300);
    }
  }
}

async function endOrphan({ cluster }: DataPlace, log: (line: string) => void): Promise<void> {
  const running = await runningPostmaster(cluster);
  if (!running) return;
  log(`Stopping PostgreSQL (process ${running.pid}), left behind by a killed process.`);
  await shutDown(running.pid);
}

async function launch(
  place: DataPlace,
  { onUnderway, settings, watchdog }: PostmasterOptions,
  formerPort: number | undefined,
): Promise<Postmaster> {
  const { cluster, account, binaries } = place;
  const port = formerPort ?? (await freePort());
  const stale = await readPidFile(cluster);
  // Truncated at each start, so that it does not grow forever; still, it says why a server ended that is restarted.
  const log = await open(place.log, formerPort === undefined ? 'w' : 'a', 0o600);
  const { cwd, path } = reachOf(cluster, account);
  const args = ['-D', path, ...settingArguments({ ...settings, port: `${port}` })];
  const child = spawn(binaries.postgres, args, {
    ...account,
    cwd,
    // PostgreSQL refuses to start while any process has the pid in the pid file, even an unrelated one. It ignores the
    // pid declared as its grandparent's; by now, that process is known not to be a postmaster.
    env: { ...environment, PG_GRANDPARENT_PID: `${stale.pid}` },
    stdio: ['ignore', log.fd, log.fd],
    // In its own process group it does not receive the service's Ctrl-C: the service has to drain first.
    detached: true,
  });
  watchdog.watch(child.pid ?? null);
  let end: string | undefined;
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`));
  }).then((how) => {
    watchdog.watch(null);
    end = how;
    return how;
  });
  await log.close();
  onUnderway();

  while (!(await isReady(cluster, child.pid, port))) {
    if (end) {
      const output = lastLines(await readFile(place.log, 'utf8'));
      throw new Error(`PostgreSQL did not start (${end}).\n${output}`);
    }
    await sleep(10);
  }
  const stop = async () => {
    if (!end) await shutDown(child.pid!);
    await ended;
  };
  return { port, ended, stop };
}

function settingArguments(settings: Record<string, string>): string[] {
  const all = {
    shared_buffers: '256MB',
    // Loading demo data would otherwise force one checkpoint after the other.
    max_wal_size: '4GB',
    max_connections: '100',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Unused, and its path could exceed the system's limit.
    unix_socket_directories: '',
    ...settings,
    listen_addresses: '127.0.0.1',
  };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Pids repeat in containers, so a stale pid file may contain the new pid: only the port tells the two apart. */
async function isReady(cluster: string, pid: number | undefined, port: number): Promise<boolean> {
  const found = await readPidFile(cluster);
  return found.pid === pid && found.port === port && found.status === 'ready';
}

/** The contents of `postmaster.pid`; the numbers are 0 if the file does not exist. */
interface PidFile {
  pid: number;
  port: number;
  status: string | undefined;
}

async function readPidFile(cluster: string): Promise<PidFile> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3] ?? 0), status: lines[7]?.trim() };
}

/**
 * The postmaster that runs a cluster, or null. The process in a stale pid file may be another program, or the postmaster
 * of another cluster.
 */
export async function runningPostmaster(cluster: string): Promise<PidFile | null> {
  const file = await readPidFile(cluster);
  return file.pid > 0 && (await servesCluster(file.pid, cluster)) ? file : null;
}

/** Whether a process is the postmaster of a cluster: it works in its data folder, which its arguments may not name. */
async function servesCluster(pid: number, cluster: string): Promise<boolean> {
  const commandLine = await commandLineOf(pid);
  if (process.platform !== 'linux') return commandLine.includes(`/postgres -D ${cluster} `);
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => null);
  return folder === cluster && commandLine.includes('/postgres -D ');
}

/** Stops a server: by a fast shutdown, which rolls back open transactions, then by an immediate one. */
async function shutDown(pid: number): Promise<void> {
  const requests = [
    { signal: 'SIGINT', patienceMs: 20_000 },
    { signal: 'SIGQUIT', patienceMs: 5_000 },
  ] as const;
  for (const { signal, patienceMs } of requests) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
    if (await hasEnded(pid, patienceMs)) return;
  }
  throw new Error(`PostgreSQL (process ${pid}) does not stop. End it with: kill -9 ${pid}`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? address!.port : 0));
    });
  });
}
