import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Migration } from '@mikro-orm/migrations';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/database/database.ts';
import { migrationsInFolder, type NamedMigration } from '../../../src/database/known-migrations.ts';
import { migrateDatabase } from '../../../src/database/migrate.ts';
import { planMigrations } from '../../../src/dev/migration-plan.ts';
import { contractions } from '../../../src/dev/migration-rules.ts';
import { migrationsToEntities, migrationText } from '../../../src/dev/migration-text.ts';
import { createDatabase, ownerUrl } from '../../kit/database.ts';

const biome = path.resolve(import.meta.dirname, '../../../node_modules/@biomejs/biome/bin/biome');
const biomeArgs = ['format', '--stdin-file-path=src/database/migrations/Migration.ts'];

let url: string;
let database: Database;
beforeAll(async () => {
  url = await createDatabase();
  database = await openDatabase({ url: ownerUrl(url), poolMax: 2 });
});
afterAll(() => database.close());

/** Writes the migrations' files, formatted, and loads them. */
async function load(planned: Awaited<ReturnType<typeof migrationsToEntities>>): Promise<NamedMigration[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-generated-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const library = import.meta.resolve('@mikro-orm/migrations');
  return Promise.all(
    planned.map(async (migration, index) => {
      const name = `Migration3000010100000${index}_generated${migration.suffix}`;
      const input = migrationText(name, migration);
      const text = execFileSync(process.execPath, [biome, ...biomeArgs], { input, encoding: 'utf8' });
      const file = path.join(folder, `${name}.ts`);
      await writeFile(file, text.replace("'@mikro-orm/migrations'", `'${library}'`));
      const classes = await import(/* @vite-ignore */ pathToFileURL(file).href);
      return { name, class: classes[name] };
    }),
  );
}

/** The developer's additions to the entities, of each kind, which a database lacks. */
const lost = `
  drop index refunds_by_created_at;                           -- a filter of a field that is there
  drop index events_by_created_at;                            -- the same of a partitioned table
  drop index notifications_open;                              -- a unique index
  alter table payouts drop column metadata;                   -- a column
  alter table refunds drop column merchant_connector_id;      -- a column with a filter
  alter table captures drop constraint captures_fee_check;    -- a constraint
  alter table admin_keys drop constraint admin_keys_hash;     -- a unique constraint
  drop table notes`;

test('The generated migrations are formatted, expand the schema, and complete it', async () => {
  await database.pool.query(lost);
  const planned = await migrationsToEntities(database.orm);
  expect(planned.map(({ suffix }) => suffix)).toEqual([
    '',
    '_captures',
    '_payouts',
    '_refunds',
    '_validated',
    '_indexed',
    '_unique',
  ]);
  const migrations = await load(planned);
  for (const { class: Generated } of migrations) {
    const migration: Migration = new Generated();
    await migration.up();
    expect(contractions(migration.getQueries().map(String))).toEqual([]);
  }
  // A previous attempt may have failed halfway.
  await database.pool.query('create index refunds_by_created_at on refunds (refund_id)');
  const roles = { ownerUrl: ownerUrl(url), servingUrl: url };
  await migrateDatabase(roles, [...(await migrationsInFolder()), ...migrations]);
  expect(await database.orm.schema.getUpdateSchemaSQL()).toBe('');
});

const ofRefunds = 'alter table "refunds" add';

test.each([
  [
    'create index "i" on "refunds" ("a") where a is not null',
    'drop index concurrently if exists "i"',
    'create index concurrently "i" on "refunds" ("a") where a is not null',
  ],
  ['create index "i" on "events" ("a")', 'create index concurrently "i" on each partition of "events" ("a")'],
  [
    'drop index "i"; create index "i" on "refunds" ("b")',
    'create index concurrently "i" in place of the former on "refunds" ("b")',
  ],
  ['drop index "i"', 'drop index concurrently if exists "i"'],
  ['drop index "events_i"', 'drop index "events_i"'],
  [`${ofRefunds} "a" text null`, `${ofRefunds} "a" text null`],
  [
    `${ofRefunds} constraint "c" check (a > 0)`,
    `${ofRefunds} constraint "c" check (a > 0) not valid`,
    '--',
    'alter table "refunds" validate constraint "c"',
  ],
  [
    `${ofRefunds} constraint "c" foreign key ("a") references "payments" ("b")`,
    `${ofRefunds} constraint "c" foreign key ("a") references "payments" ("b") not valid`,
    '--',
    'alter table "refunds" validate constraint "c"',
  ],
  [
    `${ofRefunds} constraint "c" unique ("a")`,
    'drop index concurrently if exists "c"',
    'create unique index concurrently "c" on "refunds" ("a")',
    '--',
    `${ofRefunds} constraint "c" unique using index "c"`,
  ],
  [
    `${ofRefunds} "a" text null; alter table "payouts" add "a" text null`,
    `${ofRefunds} "a" text null`,
    '--',
    'alter table "payouts" add "a" text null',
  ],
  [
    'create table "t" ("a" text); create index "i" on "t" ("a"); alter table "t" enable row level security',
    'create table "t" ("a" text)',
    'create index "i" on "t" ("a")',
    'alter table "t" enable row level security',
  ],
])('%s becomes a migration that does not affect a running release', (statements, ...expected) => {
  const planned = planMigrations(statements.split('; '), new Set(['events', 'events_i']));
  expect(planned.map((each) => each.statements.join('\n')).join('\n--\n')).toBe(expected.join('\n'));
  for (const each of planned) {
    expect(contractions(each.statements)).toEqual([]);
    expect(each.isTransactional).toBe(!each.statements.join().includes('concurrently'));
  }
});

test.each([
  'alter table "refunds" add "a" text not null',
  'alter table "refunds" drop column "a"',
  'drop table "refunds"',
  'alter table "refunds" alter column "a" type text',
  'create unique index "i" on "events" ("a")',
])('The generator reports that %s breaks the running release', (statement) => {
  const [planned, ...more] = planMigrations([statement], new Set(['events']));
  expect(more).toEqual([]);
  expect(contractions(planned!.statements)).toHaveLength(1);
});
