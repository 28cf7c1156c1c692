import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { type Account, accountFor } from '../../src/dev/embedded/account.ts';
import { run } from '../../src/dev/embedded/processes.ts';
import { freePort } from './free-port.ts';

const ROOT = '/usr/lib/postgresql';

/** The folder of the newest installed PostgreSQL version with all of these programs; empty if there is none. */
export function findInstalled(programs: readonly string[]): string {
  const versions = existsSync(ROOT) ? readdirSync(ROOT).sort((a, b) => Number(a) - Number(b)) : [];
  const folders = versions.map((version) => path.join(ROOT, version, 'bin'));
  return folders.filter((bin) => programs.every((name) => existsSync(path.join(bin, name)))).at(-1) ?? '';
}

/** A PostgreSQL server from the distribution, without passwords. */
export interface DebianServer {
  readonly port: number;
  urlOf(role: string, database: string): string;
  /** Runs a statement as the superuser. */
  query<Row extends object>(text: string, database?: string): Promise<Row[]>;
  start(): Promise<void>;
  /** Stops it like a crash. */
  kill(): Promise<void>;
}

/** Start options of a server. */
export interface DebianServerOptions {
  /** The folder of PostgreSQL's programs. */
  readonly bin: string;
  /** The parent of its folder. */
  readonly parent: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** Fills its data folder; by default with a new cluster. */
  readonly fill?: (data: string, account: Account | undefined) => Promise<void>;
}

/** Starts a server on a separate port. The caller stops it. */
export async function startDebianServer(options: DebianServerOptions): Promise<DebianServer> {
  const { bin, parent, settings = {} } = options;
  const home = await mkdtemp(path.join(parent, 'server-'));
  const data = path.join(home, 'data');
  // Under root, PostgreSQL runs as another user.
  const account = await accountFor(data);
  if (account) await chown(home, account.uid, account.gid);
  const initialize = () =>
    run(path.join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8'], { account });
  await (options.fill ? options.fill(data, account) : initialize());
  const port = await freePort();
  const given = { listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', ...settings };
  const flags = Object.entries(given).map(([name, value]) => `-c ${name}=${value}`);
  const control = (args: string[]) => run(path.join(bin, 'pg_ctl'), ['-D', data, '-w', ...args], { account });
  const start = () =>
    control(['-l', path.join(home, 'log'), '-o', [`-p ${port}`, ...flags].join(' '), 'start']);
  const urlOf = (role: string, database: string) => `postgres://${role}@127.0.0.1:${port}/${database}`;
  await start();
  return {
    port,
    urlOf,
    query: async <Row extends object>(text: string, database = 'postgres') => {
      const client = new pg.Client({ connectionString: urlOf('postgres', database) });
      await client.connect();
      try {
        return (await client.query(text)).rows as Row[];
      } finally {
        await client.end();
      }
    },
    start,
    kill: () => control(['-m', 'immediate', 'stop']),
  };
}
