import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** Makes a database of its own for a test file, migrated and empty, and answers its address. */
export async function createDatabase(): Promise<string> {
  const template = new URL(inject('templateUrl'));
  const name = `test_${randomBytes(6).toString('hex')}`;
  await execute(template, `create database ${name} template ${template.pathname.slice(1)}`);
  return at(template, name);
}

/** Takes a database away from whoever is connected to it. */
export async function dropDatabase(url: string): Promise<void> {
  await execute(new URL(url), `drop database ${new URL(url).pathname.slice(1)} with (force)`);
}

/** From another database: one that is copied or dropped may have no connections. */
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
