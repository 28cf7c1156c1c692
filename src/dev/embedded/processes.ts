import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Account } from './account.ts';

const execute = promisify(execFile);

/**
 * A text that tells a living process from any other that had or will have its pid, or undefined when no such
 * process lives. A zombie counts as gone: in a container nobody may ever reap it.
 */
export async function identityOf(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') {
    const [state, ...started] = (await ps(pid, 'state=,lstart=')).split(/\s+/);
    return !state || state.startsWith('Z') ? undefined : String(Date.parse(`${started.join(' ')} UTC`));
  }
  const stat = await readIfThere(`/proc/${pid}/stat`);
  // The second field, the name, may hold spaces and brackets, so the fields count from its last bracket:
  // first the state, and nineteen further on the start time, in ticks since the machine booted.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (!stat || fields[0] === 'Z' || fields[0] === 'X') return undefined;
  const boot = await readIfThere('/proc/sys/kernel/random/boot_id');
  return `${fields[19]}-${boot.trim()}`;
}

/** The command line of a process, its words joined by spaces; empty when the process is gone. */
export async function commandLineOf(pid: number): Promise<string> {
  if (process.platform !== 'linux') return ps(pid, 'command=');
  return (await readIfThere(`/proc/${pid}/cmdline`)).replaceAll('\0', ' ');
}

/** Waits until a process has ended; false when it outlives the patience, in milliseconds. */
export async function hasEnded(pid: number, patience: number): Promise<boolean> {
  const identity = await identityOf(pid);
  const deadline = Date.now() + patience;
  while (identity !== undefined && (await identityOf(pid)) === identity) {
    if (Date.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}

async function ps(pid: number, columns: string): Promise<string> {
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
  // ps fails when it finds no process, which is an answer like any other.
  return execute('ps', ['-ww', '-o', columns, '-p', String(pid)], { env }).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
}

async function readIfThere(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

/**
 * What programs of PostgreSQL get to see of the environment: no PG* variable may bend them, no secret of the
 * service leaks into them, and their messages come in one language.
 */
export const environment = { PATH: process.env.PATH, LC_ALL: 'C' };

/** A program that could not be started or that failed. */
export class CommandFailure extends Error {
  /** The exit code, or the name of the system's error when the program could not be started at all. */
  readonly code: number | string | null | undefined;

  constructor(file: string, code: CommandFailure['code'], output: string) {
    super(`${basename(file)} failed (${code}).\n${lastLines(output)}`.trim());
    this.code = code;
  }
}

/** Runs a program to its end, as the given account, with the given text as its input. */
export async function run(file: string, args: string[], account?: Account, input = ''): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    // The working folder of this process may be closed to the account; the root folder never is.
    const options = { ...account, cwd: '/', env: environment };
    const child = execFile(file, args, options, (error, stdout, stderr) => {
      if (error) reject(new CommandFailure(file, error.code ?? error.signal, `${stdout}\n${stderr}`));
      else resolve();
    });
    // A program that fails before it reads its input says why by its exit, not by a broken pipe.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}

/** The end of a log, as much of it as an error message can bear. */
export function lastLines(log: string): string {
  return log.trim().split('\n').slice(-15).join('\n');
}
