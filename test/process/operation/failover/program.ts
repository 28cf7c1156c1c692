import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '../../../../src/dev/embedded/account.ts';
import { environment, hasEnded } from '../../../../src/dev/embedded/processes.ts';

/** How a program of the cluster is started. */
export interface ProgramOptions {
  readonly file: string;
  readonly args: readonly string[];
  /** The file that its output is added to. */
  readonly log: string;
  /** Who it runs as: PostgreSQL refuses to run as root. */
  readonly account: Account | undefined;
}

/** A program that runs until it is killed. */
export interface Program {
  /** Its process; none if it could not be started. */
  readonly pids: readonly number[];
  kill(): Promise<void>;
}

/** How long a program that was killed may take to end. */
const END_MS = 10_000;

/** Starts a program in the background. */
export function startProgram({ account, args, file, log }: ProgramOptions): Program {
  const output = openSync(log, 'a');
  const child = spawn(file, args, {
    ...account,
    cwd: '/',
    env: { ...environment, HOME: '/' },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  // A program that cannot be started never becomes ready, and its caller says so.
  child.on('error', () => {});
  const pids = child.pid === undefined ? [] : [child.pid];
  return { pids, kill: () => killAll(pids) };
}

/** Sends a signal to processes; those that have ended by themselves are passed over. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Kills processes as a power failure would: none of them gets to clean up. */
export async function killAll(pids: readonly number[]): Promise<void> {
  signalAll(pids, 'SIGKILL');
  for (const pid of pids) {
    if (!(await hasEnded(pid, END_MS))) throw new Error(`Process ${pid} does not end.`);
  }
}

const LOOK_MS = 100;

/** Waits until something is so; a failure to find out means that it is not yet. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  patienceMs = 120_000,
): Promise<void> {
  const deadlineMs = performance.now() + patienceMs;
  while (
    !(await Promise.resolve()
      .then(isSo)
      .catch(() => false))
  ) {
    if (performance.now() > deadlineMs)
      throw new Error(`Waited ${patienceMs / 1_000} s in vain until ${what}.`);
    await sleep(LOOK_MS);
  }
}
