import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import manifest from '../../package.json' with { type: 'json' };

/** The flags that `npm start` limits memory with. */
export const memoryFlags: readonly string[] = manifest.scripts.start
  .split(' ')
  .filter((word) => word.startsWith('--max-'));

/** The service as a process of its own. */
export interface ServiceProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Everything that it has logged. */
  readonly lines: string[];
  /** How it ended: its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

/**
 * Starts the service as `npm run dev` would, on any free port, and waits until it is ready.
 *
 * @param flags Of Node, such as those of `npm start`.
 */
export async function startProcess(
  environment: Record<string, string>,
  flags: readonly string[] = [],
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [...flags, '--import', 'tsx', 'src/main.ts'], {
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string);
  child.stderr.on('data', (text) => lines.push(String(text)));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      const ready = /"url":"([^"]+)".*"msg":"ready"/.exec(line);
      if (ready) resolve(ready[1]!);
    });
    void ended.then((code) => reject(new Error(`It ended with ${code}:\n${lines.join('\n')}`)));
  });
  return { url, child, lines, ended };
}
