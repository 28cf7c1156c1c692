import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Account } from './account.ts';

const execute = promisify(execFile);

/**
 * Identifies a process beyond its pid, which the system reuses; undefined if it does not run. Zombies count as ended,
 * because in a container nothing may ever reap them.
 */
export async function identityOf(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') {
    const [state, ...started] = (await ps(pid, 'state=,lstart=')).split(/\s+/);
    return !state || state.startsWith('Z') ? undefined : String(Date.parse(`${started.join(' ')} UTC`));
  }
  const stat = await readIfExists(`/proc/${pid}/stat`);
  // The second field, the name, may contain spaces and brackets, so fields are counted from its last bracket: the
  // state is the first, and the start time, in ticks since boot, the twentieth.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (!stat || fields[0] === 'Z' || fields[0] === 'X') return undefined;
  const boot = await readIfExists('/proc/sys/kernel/random/boot_id');
  return `${fields[19]}-${boot.trim()}`;
}

/** The command line of a process, joined by spaces; empty if it has ended. */
export async function commandLineOf(pid: number): Promise<string> {
  if (process.platform !== 'linux') return ps(pid, 'command=');
  return (await readIfExists(`/proc/${pid}/cmdline`)).replaceAll('\0', ' ');
}

/** Waits for a process to end; false if it is still running after `patienceMs`. */
export async function hasEnded(pid: number, patienceMs: number): Promise<boolean> {
  const identity = await identityOf(pid);
  const deadlineMs = performance.now() + patienceMs;
  while (identity !== undefined && (await identityOf(pid)) === identity) {
    if (performance.now() > deadlineMs) return false;
    await sleep(20);
  }
  return true;
}

async function ps(pid: number, columns: string): Promise<string> {
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
  // ps fails if there is no such process.
  return execute('ps', ['-ww', '-o', columns, '-p', String(pid)], { env }).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
}

/**
 * Whether a failure to read a process means that it is gone, or another user's and thus irrelevant. Any other failure
 * is inconclusive: the process must not count as ended.
 */
const isAbsence = ({ code }: NodeJS.ErrnoException) =>
  ['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(code ?? '');

async function readIfExists(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (isAbsence(error)) return '';
    throw error;
  });
}

/**
 * The environment of PostgreSQL's programs: no `PG*` variable affects them, no secret of the service leaks into them,
 * and their messages are in English.
 */
export const environment = { PATH: process.env.PATH, LC_ALL: 'C' };

/** A program failed or could not be started. */
export class CommandFailure extends Error {
  /** The exit code, or the system's error code if the program could not be started. */
  readonly code: number | string | null | undefined;

  constructor(file: string, code: CommandFailure['code'], output: string) {
    super(`${basename(file)} failed (${code}).\n${lastLines(output)}`.trim());
    this.code = code;
  }
}

/** How a program is run. */
export interface RunOptions {
  readonly account?: Account | undefined;
  /** The root folder unless given: the account may have no access to this process's working directory. */
  readonly cwd?: string;
  /** Its standard input. */
  readonly input?: string;
}

/** Runs a program to completion. */
export async function run(file: string, args: string[], given: RunOptions = {}): Promise<void> {
  const { account, cwd = '/', input = '' } = given;
  await new Promise<void>((resolve, reject) => {
    const options = { ...account, cwd, env: environment };
    const child = execFile(file, args, options, (error, stdout, stderr) => {
      if (error) reject(new CommandFailure(file, error.code ?? error.signal, `${stdout}\n${stderr}`));
      else resolve();
    });
    // If the program fails before it reads its input, its exit is the error to report, not the broken pipe.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}

/** The end of a log, short enough for an error message. */
export function lastLines(log: string): string {
  return log.trim().split('\n').slice(-15).join('\n');
}
