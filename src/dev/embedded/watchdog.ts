import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { environment } from './processes.ts';

/** Cleans up after this process when it ends without doing so, even by SIGKILL. */
export interface Watchdog {
  /** The program to stop; null once it has ended, since its pid may become another's. */
  watch(pid: number | null): void;
  /** Ends the watchdog, which stops the program and removes the folder; resolves once both are gone. */
  end(): Promise<void>;
}

/**
 * Reads pids from a pipe, whose other end the system closes with the process that holds it. Then it stops the program of
 * the last pid, as `shutDown` does, and removes the folder. In a container nothing may ever reap a zombie.
 */
const SCRIPT = `
runs() {
  kill -0 "$pid" 2>/dev/null || return 1
  state=
  { read -r _ _ state _ < "/proc/$pid/stat"; } 2>/dev/null
  [ "$state" != Z ]
}
ends() {
  kill "-$1" "$pid" 2>/dev/null
  tries=0
  while runs; do
    [ "$tries" -lt "$2" ] || return 1
    tries=$((tries + 1))
    sleep 0.1
  done
}
pid=
while read -r line; do pid=$line; done
[ -z "$pid" ] || ends INT 200 || ends QUIT 50 || ends KILL 50
tries=0
while [ -n "$1" ] && ! rm -rf -- "$1" 2>/dev/null && [ "$tries" -lt 50 ]; do
  tries=$((tries + 1))
  sleep 0.1
done
`;

/**
 * Starts a watchdog: a shell, which needs a megabyte.
 *
 * @param folder Removed at the end; nothing is removed if it is null.
 */
export function startWatchdog(folder: string | null): Watchdog {
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'switchyard-watchdog', folder ?? ''], {
    cwd: '/',
    env: environment,
    stdio: ['pipe', 'ignore', 'ignore'],
    // In its own process group no signal meant for this process's reaches it.
    detached: true,
  });
  const ended = once(child, 'exit').catch(() => {});
  // A killed watchdog protects nothing, but must not end the service.
  child.stdin.on('error', () => {});
  child.unref();
  (child.stdin as unknown as { unref(): void }).unref();
  return {
    watch: (pid) => child.stdin.write(`${pid ?? ''}\n`),
    end: async () => {
      child.ref();
      child.stdin.end();
      await ended;
    },
  };
}
