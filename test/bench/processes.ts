import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../kit/free-port.ts';

/** Linux reports processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4096;
/** How long a server may take to answer its first request. */
const START_MS = 60_000;

/** Whether this machine can measure processor time and pin cores: on Linux, with two cores. */
export const isMeasurable = process.platform === 'linux' && availableParallelism() > 1;

/** The core of the measured server, and the core of PostgreSQL and the load. */
export const cores = { server: 0, others: 1 } as const;

/** The fields of `/proc/<pid>/stat` from the state on; null if the process has ended. */
function statOf(pid: number): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return null;
  }
}

/** A process and its descendants. */
export function treeOf(root: number): number[] {
  if (!isMeasurable) return [];
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), Number(statOf(Number(name))?.[1])] as const);
  const tree = [root];
  for (const parent of tree) tree.push(...parents.filter(([, of]) => of === parent).map(([pid]) => pid));
  return tree;
}

/** The server process of a PostgreSQL connection. */
export const parentOf = (pid: number): number => Number(statOf(pid)?.[1]);

/** User and system time of a process and its descendants so far, including ended ones. */
export function cpuMs(root: number): number {
  const pids = treeOf(root);
  const ticks = pids.flatMap((pid) => statOf(pid)?.slice(11, 15).map(Number) ?? []);
  // A process that just ended is counted neither separately nor yet by its parent.
  if (treeOf(root).join() !== pids.join()) return cpuMs(root);
  return (ticks.reduce((sum, each) => sum + each, 0) / TICKS_PER_SECOND) * 1_000;
}

/** Resident memory of a process and its descendants, in MB (a million bytes). */
export function residentMb(root: number): number {
  return treeOf(root).reduce((sum, pid) => sum + Number(statOf(pid)?.[21] ?? 0) * PAGE_BYTES, 0) / 1_000_000;
}

/** Confines running processes to a core. */
export function pin(pids: readonly number[], core: number): void {
  if (!isMeasurable) return;
  // With all their threads.
  for (const pid of pids) execFileSync('taskset', ['-acp', `${core}`, `${pid}`], { stdio: 'ignore' });
}

/** A server started for a benchmark. */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** How to start a server: it listens on the port in `PORT`. */
export interface ServerCommand {
  readonly name: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** A path that responds once the server is ready. */
  readonly ready: string;
}

/** Starts a server on its core, and waits until it responds. */
export async function startServer({ name, args, cwd, env, ready }: ServerCommand): Promise<ServerProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const command = [process.execPath, ...args];
  const pinned = isMeasurable ? ['taskset', '-c', `${cores.server}`, ...command] : command;
  const child = spawn(pinned[0]!, pinned.slice(1), {
    cwd,
    env: { ...inherited(), NODE_ENV: 'production', PORT: `${port}`, PUBLIC_URL: url, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // Also if the benchmark ends with an error, such as a closed pipe.
  process.once('exit', () => child.kill('SIGKILL'));
  const said: string[] = [];
  child.stderr.on('data', (data) => said.push(String(data)));
  const deadline = Date.now() + START_MS;
  while (!(await isUp(url + ready))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await end(child);
      throw new Error(`${name} did not start:\n${said.join('')}`);
    }
    await sleep(100);
  }
  return { url, pid: child.pid!, stop: () => end(child) };
}

/** Keeps the settings of the benchmark's shell away from the servers. */
function inherited(): Record<string, string> {
  const { HOME = '', PATH = '' } = process.env;
  return { HOME, PATH };
}

const isUp = (url: string) =>
  fetch(url).then(
    ({ status }) => status < 500,
    () => false,
  );

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}
