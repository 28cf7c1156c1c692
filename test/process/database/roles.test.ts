import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { findRoleFault } from '../../../src/database/roles.ts';
import { withSession } from '../../../src/database/sessions.ts';
import { clientOf } from '../../kit/client.ts';
import { ownerUrl } from '../../kit/database.ts';
import { figure, isFullRun, someOf } from '../../kit/figure.ts';
import { test as base } from '../../kit/test.ts';
import { startProcess } from '../../shared/reliability/process.ts';

const superuser = new pg.Client({ connectionString: inject('superuserUrl') });
beforeAll(() => superuser.connect());
afterAll(() => superuser.end());

const PASSWORD = 'a password of the tests';

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ doesJobs: true }))
  /** Creates a role with a right, and builds its URLs. */
  .extend('roleWith', ({ service: _ }, { onCleanup }) => {
    const names: string[] = [];
    onCleanup(async () => {
      for (const name of names) await superuser.query(`drop owned by ${name}; drop role ${name}`);
    });
    return async (right: string) => {
      const name = `role_${randomBytes(6).toString('hex')}`;
      names.push(name);
      await superuser.query(`create role ${name} login ${right} password '${PASSWORD}'`);
      const urlOf = (database: string) => {
        const url = new URL(inject('superuserUrl'));
        return Object.assign(url, { username: name, password: PASSWORD, pathname: `/${database}` }).href;
      };
      return { name, urlOf };
    };
  });

/** The other settings of a production process. */
const production = () => ({
  NODE_ENV: 'production',
  SWITCHYARD_ENV: 'test',
  PUBLIC_URL: 'https://pay.example.com',
  ADMIN_API_KEY: `admin_${randomBytes(24).toString('base64url')}`,
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
});

async function runMigrate(environment: Record<string, string>): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, ['dist/commands/switchyard.js', 'migrate'], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  const [code] = await once(child, 'exit');
  return { code: code as number, output };
}

/** The output of a process that fails to start; `ready` if it starts. */
async function refusal(environment: Record<string, string>): Promise<string> {
  const started = await startProcess(environment).catch((error: Error) => error.message);
  if (typeof started === 'string') return started;
  started.child.kill('SIGKILL');
  return 'ready';
}

test('The serving role cannot change a table, its policies or the list of migrations', async ({
  service,
  task,
}) => {
  const statements = [
    'alter table payments no force row level security',
    'alter table payments disable row level security',
    'drop policy tenancy on payments',
    'create table mine ()',
    'truncate payments',
    'delete from migrations',
    'delete from migration_digests',
  ];
  let refused = 0;
  for (const text of statements) {
    await expect(service.database.pool.query(text), text).rejects.toMatchObject({ code: '42501' });
    refused += 1;
  }
  figure(task, `${refused} of ${statements.length} statements refused`);
});

test('Background tasks run as the serving role', async ({ service, task }) => {
  const started = performance.now();
  const { pool } = service.database;
  const { rows } = await pool.query<{ task: string }>(
    "update scheduled_tasks set due_at = now() - interval '1 day' where process_id is null returning task",
  );
  expect(rows.length).toBeGreaterThan(0);
  const left = async () => {
    const text =
      'select task, failures from scheduled_tasks where task = any($1) and (due_at < now() or failures > 0)';
    return (await pool.query(text, [rows.map((row) => row.task)])).rows;
  };
  await expect.poll(left, { timeout: 60_000 }).toEqual([]);
  figure(task, `${rows.length} tasks done within ${Math.round(performance.now() - started)} ms`);
});

test('In production the service refuses to run as the owner of the tables and explains the fix', async ({
  shared,
}) => {
  const said = await refusal({ ...production(), DATABASE_URL: ownerUrl(shared.databaseUrl) });
  expect(said).toMatch(
    /ended with 1:\n.*\nThe role switchyard of DATABASE_URL owns the tables.*npm run migrate/,
  );
});

test('In production the service refuses to run as a role that bypasses row-level security', async ({
  roleWith,
  shared,
}) => {
  const database = new URL(shared.databaseUrl).pathname.slice(1);
  const rights = [
    ['bypassrls', 'has BYPASSRLS'],
    ['superuser', 'is a superuser'],
    ['in role switchyard', 'owns the tables'],
  ] as const;
  for (const [right, said] of rights) {
    const { urlOf } = await roleWith(right);
    expect(await withSession(urlOf(database), findRoleFault), right).toContain(said);
  }
  for (const [right, said] of someOf(rights, 1)) {
    const { urlOf } = await roleWith(right);
    expect(await refusal({ ...production(), DATABASE_URL: urlOf(database) }), right).toContain(said);
  }
});

test.runIf(isFullRun)('npm run migrate lets a new role serve a new database', async ({ roleWith }) => {
  const owner = await roleWith('nosuperuser');
  const serving = await roleWith('nosuperuser');
  const name = `fresh_${randomBytes(6).toString('hex')}`;
  await superuser.query(`create database ${name} owner ${owner.name}`);
  try {
    const settings = { ...production(), DATABASE_URL: serving.urlOf(name) };
    expect(await refusal(settings)).toContain('The database is not migrated.');
    expect(await runMigrate(settings)).toEqual({
      code: 1,
      output: expect.stringContaining('Set MIGRATION_DATABASE_URL'),
    });
    const migrated = await runMigrate({ ...settings, MIGRATION_DATABASE_URL: owner.urlOf(name) });
    expect(migrated).toEqual({ code: 0, output: expect.stringContaining('The database is up to date') });
    const { child, ended, lines, url } = await startProcess(settings);
    try {
      const made = await clientOf({ url }).post('/accounts', {
        key: settings.ADMIN_API_KEY,
        body: { merchant_id: 'shop' },
      });
      expect(made.status).toBe(200);
    } finally {
      child.kill('SIGTERM');
      await ended;
    }
    expect(lines.filter((line) => /"level":"(error|warn)"/.test(line))).toEqual([]);
  } finally {
    await superuser.query(`drop database ${name} with (force)`);
  }
});
