import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Migration } from '@mikro-orm/migrations';
import { expect, test } from 'vitest';
import { digestOf, migrationsInFolder } from '../../../src/database/known-migrations.ts';
import { squashed } from '../../../src/database/migrations/baseline/squashed.ts';
import { migrationsFolder } from '../../../src/database/orm-options.ts';
import { contractions } from '../../../src/dev/migration-rules.ts';
import released from './released-migrations.json' with { type: 'json' };

/** The migration of the first release. Later ones run while a service is running. */
const FIRST_RELEASE = 'Migration20261125000000_baseline';

/** A migration that removes something names the release that stopped using it. */
type MigrationClass = (new (...args: never[]) => Migration) & { readonly contracts?: string };

test('A released migration is never changed, renamed, removed or preceded by a later one', async () => {
  const known = await migrationsInFolder();
  const digests = await Promise.all(known.map(async (each) => [each.name, await digestOf(each)] as const));
  const listed = Object.values(released as Record<string, Record<string, string>>).flatMap((migrations) =>
    Object.entries(migrations),
  );
  expect(listed.length).toBeGreaterThan(0);
  const isReleased = (name: string) => listed.some(([each]) => each === name);
  expect(digests.filter(([name]) => isReleased(name))).toEqual(listed.sort());
  const last = listed.at(-1)![0];
  expect(known.filter(({ name }) => name < last && !isReleased(name)).map(({ name }) => name)).toEqual(
    isReleased(FIRST_RELEASE) ? [] : [FIRST_RELEASE],
  );
});

test('The baseline sorts in place of its first migration, and all others follow its last', async () => {
  const names = Object.keys(squashed);
  expect(names[0]).toBe(FIRST_RELEASE);
  const known = (await migrationsInFolder()).map(({ name }) => name);
  expect([...names, ...known.slice(1)].sort()).toEqual([...names, ...known.slice(1)]);
  expect(Object.keys(squashed).filter((name) => known.slice(1).includes(name))).toEqual([]);
});

test('Migrations after the first release expand the schema, or name the release that stopped using what they remove', async () => {
  const files = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.ts'));
  const names = files.map((file) => path.parse(file).name).sort();
  expect(names[0]).toBe(FIRST_RELEASE);
  for (const name of names.slice(1)) {
    const file = pathToFileURL(path.join(migrationsFolder, `${name}.ts`)).href;
    const { [name]: Declared } = (await import(file)) as Record<string, MigrationClass>;
    const migration = new Declared!();
    await migration.up();
    if (Declared!.contracts !== undefined) expect(Declared!.contracts, name).toMatch(/^\d+\.\d+\.\d+$/);
    else expect(contractions(migration.getQueries().map(String)), name).toEqual([]);
  }
});

test.each([
  'create table "labels" ("id" text not null, primary key ("id"))',
  "create table labels (id text not null); create index labels_by_id on labels (id); alter table labels add constraint l check (id > '')",
  'alter table "payments" add column "label" text null',
  'alter table payments add column rank int not null default 0',
  'alter table payments add column band int generated always as (amount / 100) stored not null',
  'create index concurrently payments_by_label on payments (label)',
  'drop index concurrently if exists payments_by_label',
  "alter table customers add constraint named check (name <> '') not valid",
  'alter table customers validate constraint named',
  'alter table customers add constraint customers_email unique using index customers_email',
  'create or replace function fold_stats(at_most int) returns int language sql return 1',
  'update payments set rank = 1 where rank is null',
  'drop trigger counts on payments; create trigger adds_up after insert on payments for each row execute function add_up()',
  "create or replace function drop_month() returns text language plpgsql as $$ begin execute 'drop table payments'; end $$",
])('A migration may expand the schema: %s', (statement) => {
  expect(contractions([statement])).toEqual([]);
});

test.each([
  'drop table labels',
  'drop trigger counts on payments',
  'do $$ begin drop table payments; end $$',
  'alter table payments drop column label',
  'alter table "payments" rename column "label" to "tag"',
  'alter table payments rename to orders',
  'alter table payments alter column amount type int8',
  'alter table payments alter amount set data type int8',
  'alter table payments alter column label set not null',
  'alter table payments add column label text not null',
  'alter table payments add label text not null',
  'alter table payments alter column rank drop default',
  "alter table customers add constraint named check (name <> '')",
  'alter table customers add unique (email)',
  'create index payments_by_label on payments (label)',
  'create unique index payments_by_label on payments (label)',
  'create table labels (id text); drop table attempts',
  'truncate payments',
  'alter table payments add column label text; alter table refunds add column label text',
])('A migration may not break the running release: %s', (statement) => {
  expect(contractions([statement])).not.toEqual([]);
});
