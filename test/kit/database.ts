import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';

/** Creates an empty, migrated database; returns its URL for the serving role, which owns nothing. */
export async function createDatabase(): Promise<string> {
  const template = new URL(inject('templateUrl'));
  const name = `test_${randomBytes(6).toString('hex')}`;
  const owner = template.username;
  const statement = `create database ${name} template ${template.pathname.slice(1)} strategy file_copy owner ${owner}`;
  for (const server of servers()) await patiently(server, statement, isFailedCheckpoint);
  // Cloning does not copy a database's settings.
  const [coordinator, ...workers] = servers();
  if (workers.length > 0) {
    await execute(coordinator!, `alter database ${name} set citus.propagate_set_commands = local`);
    await execute(coordinator!, `alter database ${name} set citus.multi_shard_modify_mode = sequential`);
    for (const node of servers())
      await execute(node, `alter database ${name} set client_connection_check_interval = '1s'`);
  }
  return at(new URL(inject('servingUrl')), name);
}

/** The server, or with `TEST_CITUS_URL` every node of the cluster, the coordinator first. */
const servers = (): URL[] => (inject('nodeUrls') ?? [inject('templateUrl')]).map((url) => new URL(url));

/** How a service reaches its database. */
export interface DatabaseAddress {
  readonly url: string;
  /** The server itself if `url` is a pooler's. */
  readonly directUrl?: string;
}

/** With `TEST_POOLER=1` every service of the run reaches its database through PgBouncer. */
export function pooledAddress(databaseUrl: string): DatabaseAddress {
  const poolerUrl = inject('poolerUrl');
  if (poolerUrl === null) return { url: databaseUrl };
  return { url: at(new URL(poolerUrl), new URL(databaseUrl).pathname.slice(1)), directUrl: databaseUrl };
}

/** A database's URL as its owner, for statements that the serving role may not run. */
export function ownerUrl(url: string): string {
  const owner = new URL(inject('templateUrl'));
  return at(owner, new URL(url).pathname.slice(1));
}

/** Drops a database, closing its connections. */
export async function dropDatabase(url: string): Promise<void> {
  const statement = `drop database ${new URL(url).pathname.slice(1)} with (force)`;
  for (const server of servers()) await patiently(server, statement, isDenied);
}

/** Autovacuum blocks dropping a database, and only a superuser may end it. */
const isDenied = (error: { readonly code?: string }): boolean => error.code === '42501';

/**
 * Cloning starts with a checkpoint, which fails if another database is dropped at that moment; the next one succeeds.
 */
const isFailedCheckpoint = (error: { readonly message?: string }): boolean =>
  error.message === 'checkpoint request failed';

/** How often to retry a statement that the server's own work blocks. */
const TRIES_MAX = 20;

/** Runs a statement like {@link execute}, and retries temporary failures. */
async function patiently(
  server: URL,
  statement: string,
  passes: (error: { code?: string; message?: string }) => boolean,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await execute(server, statement);
    } catch (error) {
      if (!passes(error as { code?: string }) || tries === TRIES_MAX) throw error;
      await sleep(250);
    }
  }
}

/** Runs a statement in another database, since a database that is cloned or dropped must have no connections. */
async function execute(server: URL, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: at(server, 'postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The URL of another database of a server. */
export function at(server: URL, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}
