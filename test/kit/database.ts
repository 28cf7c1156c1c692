import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** Creates an empty, migrated database; returns its URL for the role that serves, which owns nothing. */
export async function createDatabase(): Promise<string> {
  const template = new URL(inject('templateUrl'));
  const name = `test_${randomBytes(6).toString('hex')}`;
  await execute(template, `create database ${name} template ${template.pathname.slice(1)}`);
  return at(new URL(inject('servingUrl')), name);
}

/** A database's URL as its owner, for what the service itself may not do. */
export function ownerUrl(url: string): string {
  const owner = new URL(inject('templateUrl'));
  return at(owner, new URL(url).pathname.slice(1));
}

/** Drops a database, closing its connections. */
export async function dropDatabase(url: string): Promise<void> {
  await execute(
    new URL(inject('templateUrl')),
    `drop database ${new URL(url).pathname.slice(1)} with (force)`,
  );
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
