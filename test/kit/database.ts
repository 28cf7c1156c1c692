import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';

/** Creates an empty, migrated database; returns its URL for the role that serves, which owns nothing. */
export async function createDatabase(): Promise<string> {
  const template = new URL(inject('templateUrl'));
  const name = `test_${randomBytes(6).toString('hex')}`;
  await execute(
    template,
    `create database ${name} template ${template.pathname.slice(1)} strategy file_copy`,
  );
  return at(new URL(inject('servingUrl')), name);
}

/** How a service reaches its database. */
export interface DatabaseAddress {
  readonly url: string;
  /** The server itself, where `url` is a pooler's. */
  readonly directUrl?: string;
}

/** With `TEST_POOLER=1` every service of the run reaches its database through PgBouncer. */
export function pooledAddress(databaseUrl: string): DatabaseAddress {
  const poolerUrl = inject('poolerUrl');
  if (poolerUrl === null) return { url: databaseUrl };
  return { url: at(new URL(poolerUrl), new URL(databaseUrl).pathname.slice(1)), directUrl: databaseUrl };
}

/** A database's URL as its owner, for statements that the service's role may not run. */
export function ownerUrl(url: string): string {
  const owner = new URL(inject('templateUrl'));
  return at(owner, new URL(url).pathname.slice(1));
}

/** How often autovacuum, which only a superuser may end, can be in the way of dropping a database. */
const DROPS_MAX = 20;

/** Drops a database, closing its connections. */
export async function dropDatabase(url: string): Promise<void> {
  const statement = `drop database ${new URL(url).pathname.slice(1)} with (force)`;
  for (let tries = 1; ; tries++) {
    try {
      return await execute(new URL(inject('templateUrl')), statement);
    } catch (error) {
      const isDenied = (error as { code?: string }).code === '42501';
      if (!isDenied || tries === DROPS_MAX) throw error;
      await sleep(250);
    }
  }
}

/** Runs a statement in another database, since a database that is cloned or dropped must have no connections. */
async function execute(server: URL, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: at(server, 'switchyard') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function at(server: URL, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}
