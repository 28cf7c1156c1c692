import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import type { Account } from './account.ts';

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
