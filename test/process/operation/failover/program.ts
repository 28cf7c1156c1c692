import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '../../../../src/dev/embedded/account.ts';
import { environment, hasEnded } from '../../../../src/dev/embedded/processes.ts';

/** How to start a program of the cluster. */
export interface ProgramOptions {
  readonly file: string;
  readonly args: readonly string[];
  /** The file that receives its output. */
  readonly log: string;
  /** The user it runs as: PostgreSQL refuses to run as root. */
  readonly account: Account | undefined;
}

/** A program that runs until killed. */
export interface Program {
  /** Its process; none if it failed to start. */
  readonly pids: readonly number[];
  kill(): Promise<void>;
}

/** How long a killed program may take to end. */
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
  // A program that fails to start never becomes ready, and its caller reports that.
  child.on('error', () => {});
  const pids = child.pid === undefined ? [] : [child.pid];
  return { pids, kill: () => killAll(pids) };
}

/** Sends a signal to processes, ignoring those already gone. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Kills processes like a power failure, without clean-up. */
export async function killAll(pids: readonly number[]): Promise<void> {
  signalAll(pids, 'SIGKILL');
  for (const pid of pids) {
    if (!(await hasEnded(pid, END_MS))) throw new Error(`Process ${pid} does not end.`);
  }
}

const LOOK_MS = 100;

/** Polls until a condition holds; an error counts as not yet. */
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
