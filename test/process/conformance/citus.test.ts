import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { referenceTables } from '../../../src/database/pending-writes.ts';
import { at, createDatabase } from '../../kit/database.ts';

/*
 * test/process/operation/citus.test.ts runs on a real cluster, if there is one. Here deploy/citus.sql runs on a
 * migrated database with stand-ins for Citus's two functions, which record their arguments; the test then checks the
 * catalogue against Citus's restrictions.
 */
const root = path.resolve(import.meta.dirname, '../../..');
const script = readFileSync(path.join(root, 'deploy/citus.sql'), 'utf8');
const page = readFileSync(path.join(root, 'docs/scaling.md'), 'utf8');

/** Tables and schemas that stay on the coordinator, each with its reason. */
const local = [...script.matchAll(/^--\s{3}([\w.*]+): \w.+$/gm)].map(([, name]) => name!);

let owner: pg.Client;
/** The kind of each table, in the order of the script. */
const placed = new Map<string, 'reference' | 'distributed'>();
/** The number of foreign keys before the script. */
let foreignKeys: number;

beforeAll(async () => {
  // Only a superuser may set settings unknown to PostgreSQL.
  owner = new pg.Client({ connectionString: superuserOf(await createDatabase()) });
  await owner.connect();
  foreignKeys = (await query(keysText)).length;
  await owner.query(`
    create temporary table placed (place int generated always as identity, name text, kind text);
    create temporary table pg_dist_partition (logicalrelid regclass);
    create function pg_temp.note(name regclass, kind text) returns void language sql as $$
      insert into placed (name, kind) values (name::text, kind);
      insert into pg_dist_partition values (name) $$;
    create function create_reference_table(name regclass) returns void language sql
      as $$ select pg_temp.note(name, 'reference') $$;
    create function create_distributed_table(name regclass, distribution_column text, colocate_with text default 'default')
      returns void language sql as $$ select pg_temp.note(name,
        case when distribution_column = 'merchant_id' and colocate_with in ('default', 'business_profiles')
          then 'distributed' end) $$`);
  await owner.query(script);
  // A second run distributes nothing twice.
  await owner.query(script);
  const { rows } = await owner.query('select name, kind from placed order by place');
  for (const { kind, name } of rows) placed.set(name, kind);
});
afterAll(() => owner.end());

const superuserOf = (url: string) => at(new URL(inject('superuserUrl')), new URL(url).pathname.slice(1));

const query = async <Row extends object = { name: string }>(
  text: string,
  ...values: unknown[]
): Promise<Row[]> => (await owner.query(text, values)).rows as Row[];
const namesOf = (kind: 'reference' | 'distributed') =>
  [...placed].filter(([, each]) => each === kind).map(([name]) => name);

test('A transaction knows which tables are reference tables', () => {
  expect(namesOf('reference').toSorted()).toEqual([...referenceTables].toSorted());
});

/** Tables, including partitioned ones; a partition follows its table. */
const tables = `
  select case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname as name, c.oid
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition
    and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`;

test('Every table is distributed by merchant, a reference table, or local for a stated reason', async () => {
  const isLocal = (name: string) => local.includes(name) || local.includes(`${name.split('.')[0]}.*`);
  const found = (await query(tables)).map(({ name }) => String(name));
  expect(found.length).toBeGreaterThan(50);
  expect(found.filter((name) => placed.has(name) === isLocal(name))).toEqual([]);
  expect([...placed.keys()].filter((name) => !found.includes(name))).toEqual([]);
  const columns = await query(
    `select attrelid::regclass::text as name from pg_attribute
     where attrelid = any($1::regclass[]) and attname = 'merchant_id' and attnotnull and attgenerated = ''
       and atttypid = 'text'::regtype`,
    namesOf('distributed'),
  );
  expect(columns.map(({ name }) => name).sort()).toEqual(namesOf('distributed').sort());
  expect(placed.keys().next().value).toBe('business_profiles');
  const [again] = await query<{ placed: number }>('select count(*)::int as placed from placed');
  expect(again!.placed).toBe(placed.size);
});

test('Every primary key, unique index and exclusion of a distributed table begins with the merchant', async () => {
  const indexes = await query<{ name: string; first: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid, 1, false) as first
     from pg_index i where i.indrelid = any($1::regclass[]) and (i.indisunique or i.indisexclusion)`,
    namesOf('distributed'),
  );
  expect(indexes.length).toBeGreaterThan(40);
  expect(indexes.filter(({ first }) => first !== 'merchant_id')).toEqual([]);
});

const keysText = `
  select conname as name, conrelid::regclass::text as from, confrelid::regclass::text as to, confdeltype as deletes,
    condeferred as "isDeferred",
    (select attname from pg_attribute where attrelid = conrelid and attnum = conkey[1]) as own,
    (select attname from pg_attribute where attrelid = confrelid and attnum = confkey[1]) as other
  from pg_constraint where contype = 'f' and conparentid = 0`;

interface ForeignKey {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  /** The action on delete, from `pg_constraint`. */
  readonly deletes: string;
  /** The first column on either side. */
  readonly own: string;
  readonly other: string;
  readonly isDeferred: boolean;
}

test('Every foreign key still exists, is checked at commit, and stays on one node', async () => {
  const keys = await query<ForeignKey>(keysText);
  expect(keys.length).toBeGreaterThan(30);
  expect(keys).toHaveLength(foreignKeys);
  const isSpread = ({ from }: ForeignKey) => placed.has(from);
  expect(keys.filter((key) => isSpread(key) !== key.isDeferred)).toEqual([]);
  const isSupported = ({ deletes, from, other, own, to }: ForeignKey): boolean => {
    const [fromKind, toKind] = [placed.get(from), placed.get(to)];
    if (fromKind === undefined) return toKind !== 'distributed';
    if (toKind === undefined) return from === to;
    if (toKind === 'reference') return true;
    // Setting columns to null would set the merchant to null.
    return (
      fromKind === 'distributed' &&
      own === 'merchant_id' &&
      other === 'merchant_id' &&
      !'nd'.includes(deletes)
    );
  };
  expect(keys.filter((key) => !isSupported(key))).toEqual([]);
});

test('Policies contain no subquery, reference tables have no trigger, and identity columns are 64-bit', async () => {
  const policies = await query<{ name: string; qual: string }>(
    `select tablename as name, qual from pg_policies where schemaname = 'public' and tablename = any($1)`,
    [...placed.keys()],
  );
  expect(policies.map(({ name }) => name)).toEqual(expect.arrayContaining(namesOf('distributed')));
  const reads = "current_setting('switchyard.merchant_id'::text, true)";
  for (const { name, qual } of policies)
    expect([name, qual]).toEqual([name, `((merchant_id = ${reads}) OR (${reads} = '*'::text))`]);
  expect(
    await query(
      'select tgname from pg_trigger where tgrelid = any($1::regclass[]) and not tgisinternal',
      namesOf('reference'),
    ),
  ).toEqual([]);
  expect(
    await query(
      `select attrelid::regclass, attname from pg_attribute
       where attrelid = any($1::regclass[]) and attidentity <> '' and atttypid <> 'int8'::regtype`,
      namesOf('distributed'),
    ),
  ).toEqual([]);
});

test('docs/scaling.md names every function that Citus treats differently from PostgreSQL', async () => {
  const functions = await query(`
    select p.proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.provolatile <> 'i'
      and p.prorettype <> 'trigger'::regtype and p.proname not like 'create\\_%\\_table'`);
  expect(functions.length).toBeGreaterThan(5);
  expect(functions.map(({ name }) => name).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  const outside = await query(
    `select distinct tgrelid::regclass::text as name from pg_trigger
     where not tgisinternal and tgparentid = 0 and not tgrelid = any($1::regclass[])`,
    namesOf('distributed'),
  );
  // The coordinator runs their statements on merchants' tables.
  expect(outside.map(({ name }) => name).sort()).toEqual(['auth.accounts', 'auth.persons', 'auth.sessions']);
});
