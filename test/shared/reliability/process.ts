import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import manifest from '../../../package.json' with { type: 'json' };
import { startWatchdog } from '../../../src/dev/embedded/watchdog.ts';
import { heapLimits } from '../../../src/service/runtime.ts';

/** The Node options of `npm start`. */
export const startArguments: readonly string[] = manifest.scripts.start.split(' ').slice(1);

/**
 * The Node options that let test programs import the built files, which the *process* project builds first, instead of
 * `src`.
 */
export const fromBuild: readonly string[] = ['--import', new URL('../../kit/built.ts', import.meta.url).href];

/** The service as a separate process. */
export interface ServiceProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Its whole log. */
  readonly lines: string[];
  /** How it ended: its exit code or signal. */
  readonly ended: Promise<number | string>;
}

/**
 * Starts the service on a free port, and waits until it is ready. It ends with this process at the latest, even if that
 * is killed.
 *
 * @param args Arguments of Node. By default it runs the built files, in half the time of the sources.
 */
export async function startProcess(
  environment: Record<string, string>,
  args: readonly string[] = [...heapLimits, 'dist/main.js'],
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, args, {
    env: {
      ...{ PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0' },
      ...(environment.NODE_ENV === 'production' && { PUBLIC_URL: 'http://localhost:8080' }),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const watchdog = startWatchdog(null);
  watchdog.watch(child.pid ?? null);
  const ended = once(child, 'exit').then(([code, signal]) => {
    watchdog.watch(null);
    void watchdog.end();
    return (code ?? signal) as number | string;
  });
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
