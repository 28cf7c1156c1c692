import { spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataPlace } from './place.ts';
import { commandLineOf, environment, hasEnded, lastLines } from './processes.ts';

/** A running PostgreSQL server. */
export interface Postmaster {
  port: number;
  /** Resolves when the process has ended, however that came, with a text that says how. */
  ended: Promise<string>;
  stop(): Promise<void>;
}

/** Starts the server of a cluster, after it has ended one that a killed process left behind. */
export async function startPostmaster(
  place: DataPlace,
  settings: Record<string, string>,
  log: (line: string) => void,
): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    await endOrphan(place, log);
    try {
      return await launch(place, settings);
    } catch (error) {
      // The port may have been taken just now, or backends of an orphan still hold its shared memory: a
      // moment later both are history. Other failures are quick to repeat.
      if (attempt === 3) throw error;
      await sleep(300);
    }
  }
}

async function endOrphan({ cluster }: DataPlace, log: (line: string) => void): Promise<void> {
  const { pid } = await readPidFile(cluster);
  if (!pid || !(await commandLineOf(pid)).includes(`/postgres -D ${cluster} `)) return;
  log(`Stopping PostgreSQL (process ${pid}), left by a process that was killed.`);
  await shutDown(pid);
}

async function launch(place: DataPlace, settings: Record<string, string>): Promise<Postmaster> {
  const { cluster, account, binaries } = place;
  const port = await freePort();
  const stale = await readPidFile(cluster);
  // Opened anew at each start, the log does not grow for ever.
  const log = await open(place.log, 'w', 0o600);
  const args = ['-D', cluster, ...settingArguments({ ...settings, port: `${port}` })];
  const child = spawn(binaries.postgres, args, {
    ...account,
    cwd: '/',
    // PostgreSQL takes a pid file for a rival's when any process has its pid, be it a new or a dead one. The
    // pid it is told to be its grandparent's it does not: by now that one is known to be no rival.
    env: { ...environment, PG_GRANDPARENT_PID: `${stale.pid}` },
    stdio: ['ignore', log.fd, log.fd],
    // In a group of its own it does not get the Ctrl-C meant for the service, which has yet to drain.
    detached: true,
  });
  let end: string | undefined;
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`));
  }).then((how) => {
    end = how;
    return how;
  });
  await log.close();

  while (!(await isReady(cluster, child.pid, port))) {
    if (end) {
      const said = lastLines(await readFile(place.log, 'utf8'));
      throw new Error(`PostgreSQL did not start (${end}).\n${said}`);
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
    shared_buffers: '128MB',
    max_connections: '100',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...settings,
    listen_addresses: '127.0.0.1',
    // The path of a socket could be too long for the system, and nobody would use it.
    unix_socket_directories: '',
  };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/**
 * In a container pids repeat, so a stale file may well bear the new pid: only the port tells the two apart.
 */
async function isReady(cluster: string, pid: number | undefined, port: number): Promise<boolean> {
  const found = await readPidFile(cluster);
  return found.pid === pid && found.port === port && found.status === 'ready';
}

/** What a server notes about itself in its pid file; the numbers are 0 when there is no such file. */
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

/** Stops a server: first politely, rolling back what is open; then at once, to recover at the next start. */
async function shutDown(pid: number): Promise<void> {
  const requests = [
    { signal: 'SIGINT', patience: 20_000 },
    { signal: 'SIGQUIT', patience: 5_000 },
  ] as const;
  for (const { signal, patience } of requests) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
    if (await hasEnded(pid, patience)) return;
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
