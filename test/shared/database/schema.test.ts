import { afterAll, beforeAll, expect, test } from 'vitest';
import { allResources } from '../../../src/core/model/index.ts';
import { type Database, openDatabase } from '../../../src/database/database.ts';
import { createDatabase, ownerUrl } from '../../kit/database.ts';
import { createAuthStatements } from './auth-tables.ts';

let database: Database;

beforeAll(async () => {
  database = await openDatabase({ url: ownerUrl(await createDatabase()), poolMax: 2 });
});
afterAll(() => database.close());

test('The migrated database and the entities do not differ', async () => {
  expect(await database.orm.schema.getUpdateSchemaSQL()).toBe('');
});

test("The tables of people match better-auth's", async () => {
  const { pool } = database;
  const generated = (await createAuthStatements()).replaceAll('"auth"', '"generated"');
  expect(generated).toContain('create table "generated"."persons"');
  await pool.query(generated);
  const columnsOf = async (schema: string) => {
    const text = `select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
      where table_schema = $1 order by 1, 2`;
    return (await pool.query(text, [schema])).rows;
  };
  const [ours, theirs] = [await columnsOf('auth'), await columnsOf('generated')];
  expect(ours).toEqual(expect.arrayContaining(theirs));
  // Added by hand in the first migration.
  const names = new Set(theirs.map((column) => `${column.table_name}.${column.column_name}`));
  const added = ours
    .map((column) => `${column.table_name}.${column.column_name}`)
    .filter((name) => !names.has(name));
  expect(added).toEqual(['accounts.former_passwords', 'sessions.last_active_at']);
  await pool.query('drop schema generated cascade');
});

test('An additional index, column or policy in the database is reported as a difference', async () => {
  const { orm, pool } = database;
  await pool.query('create index extra_index on refunds (reason)');
  await pool.query('alter table payouts add column extra_column text');
  await pool.query('create policy extra_policy on disputes using (true)');
  const difference = await orm.schema.getUpdateSchemaSQL();
  for (const extra of ['extra_index', 'extra_column', 'extra_policy']) expect(difference).toContain(extra);
  await pool.query('drop index extra_index; drop policy extra_policy on disputes');
  await pool.query('alter table payouts drop column extra_column');
});

test('Every nested list has an index in its order', async () => {
  const { rows } = await database.pool.query<{ indexdef: string }>('select indexdef from pg_indexes');
  for (const resource of allResources()) {
    for (const field of resource.fields.filter(({ kind }) => kind === 'children')) {
      const child = allResources().find(({ target }) => target === field.of!())!;
      const columns = ['merchant_id', resource.id, child.order].join(', ');
      const indexed = rows.some(({ indexdef }) =>
        ['', `, ${child.id}`].some((last) =>
          indexdef.includes(`.${child.table} USING btree (${columns}${last})`),
        ),
      );
      expect(indexed, `${resource.table}.${field.name}`).toBe(true);
    }
  }
});

test("Every table with merchants' rows forces row-level security, except the one searched as its owner", async () => {
  const { rows } = await database.pool.query<{ relname: string; relrowsecurity: boolean }>(
    `select c.relname, c.relrowsecurity from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'merchant_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and not (c.relrowsecurity and c.relforcerowsecurity
         and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'tenancy'))`,
  );
  expect(rows).toEqual([{ relname: 'search_entries', relrowsecurity: true }]);
});
