import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';

/** Where Debian and Homebrew install PgBouncer. */
export const PGBOUNCER = process.env.PGBOUNCER_PATH ?? '/usr/sbin/pgbouncer';

/** A running PgBouncer in transaction mode. */
export interface Pooler {
  /** The URL of a database of the server behind it. */
  urlOf(databaseUrl: string): string;
  stop(): Promise<void>;
}

/**
 * Starts PgBouncer in transaction mode in front of a server.
 *
 * @param serverUrl Any database of the server, which listens at 127.0.0.1; its user may connect to all of them.
 * @param size Server connections per database. Fewer than clients, so that sessions are shared.
 */
export async function startPooler(serverUrl: string, size: number): Promise<Pooler> {
  const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-pooler-'));
  await chmod(folder, 0o755);
  const server = new URL(serverUrl);
  const port = await freePort();
  const users = path.join(folder, 'users.txt');
  await writeFile(
    users,
    `"${decodeURIComponent(server.username)}" "${decodeURIComponent(server.password)}"\n`,
  );
  const configuration = path.join(folder, 'pgbouncer.ini');
  await writeFile(
    configuration,
    `[databases]
* = host=127.0.0.1 port=${server.port || 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${size}
max_client_conn = 500
`,
  );
  // PgBouncer refuses to run as root.
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(PGBOUNCER, [...asUser, configuration], { stdio: ['ignore', 'ignore', 'pipe'] });
  const lines: string[] = [];
  child.stderr.on('data', (data) => lines.push(String(data)));
  await listening(child, port, lines);
  return {
    urlOf: (databaseUrl) => {
      const url = new URL(databaseUrl);
      url.hostname = '127.0.0.1';
      url.port = String(port);
      return url.href;
    },
    stop: async () => {
      child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function listening(child: ChildProcess, port: number, lines: readonly string[]): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended:\n${lines.join('')}`);
    const socket = connect(port, '127.0.0.1');
    const connected = await Promise.race([
      once(socket, 'connect').then(
        () => true,
        () => false,
      ),
      once(socket, 'error').then(
        () => false,
        () => false,
      ),
    ]);
    socket.destroy();
    if (connected) return;
    await sleep(50);
  }
}
