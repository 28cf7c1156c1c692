import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allResources } from '../../../src/core/model/index.ts';
import { type Database, openDatabase } from '../../../src/database/database.ts';
import { createDatabase, ownerUrl } from '../../kit/database.ts';
import { cellsOf, tablesOf } from '../conformance/markdown.ts';

let database: Database;

beforeAll(async () => {
  database = await openDatabase({ url: ownerUrl(await createDatabase()), poolMax: 2 });
});
afterAll(() => database.close());

const page = readFileSync(path.resolve(import.meta.dirname, '../../../docs/scaling.md'), 'utf8');
const codes = (cell: string) => [...cell.matchAll(/`(\w+)`/g)].map(([, code]) => code!);

/** The rows of the table *Indexes*: the tables, the indexes' names after the table's, and what asks for them. */
function listed() {
  const [, section] = /<!-- indexes -->([\s\S]*)<!-- \/indexes -->/.exec(page)!;
  let tables: string[] = [];
  return tablesOf(section!)[0]!
    .slice(2)
    .map(({ text }) => {
      const [of, indexes, asks] = cellsOf(text);
      if (of) tables = codes(of);
      return { tables, names: codes(indexes!), asks };
    });
}

/** The indexes of tables that are neither unique nor of a partition, without the table's name. */
async function indexesOf(tables: readonly string[]) {
  const { rows } = await database.pool.query<{ table: string; index: string }>(
    `select c.relname as table, substr(i.relname, length(c.relname) + 2) as index
     from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
     where c.relname = any($1) and c.relnamespace = 'public'::regnamespace and not x.indisunique order by 1, 2`,
    [tables],
  );
  return rows;
}

/** The tables that every payment, refund, dispute or payout writes. */
const hot = [
  ...['payments', 'attempts', 'captures', 'refunds', 'disputes', 'payouts', 'customers', 'idempotency_keys'],
  ...['events', 'audit_log', 'request_log', 'connector_calls', 'status_changes'],
];

test('Each index of the tables that payments fill is unique or listed with what asks for it', async () => {
  const rows = listed();
  const known = (table: string) =>
    rows.filter(({ tables }) => tables.includes(table)).flatMap(({ names }) => names);
  expect(rows.filter(({ asks }) => !asks)).toEqual([]);
  const found = await indexesOf(hot);
  expect(found.length).toBeGreaterThan(80);
  const unlisted = found.filter(({ table, index }) => !known(table).includes(index));
  expect(unlisted).toEqual([]);
  const unfounded = rows.flatMap(({ tables, names }) =>
    names.filter((name) => !found.some(({ table, index }) => tables.includes(table) && index === name)),
  );
  expect(unfounded).toEqual([]);
});

test('The index of a field is of one that lists filter, sort or nest by', async () => {
  const tables = allResources().filter(({ table }) => hot.includes(table));
  const indexes = await indexesOf(hot);
  const columns = (table: string) => tables.find((resource) => resource.table === table)?.fields ?? [];
  const unasked = indexes.filter(({ table, index }) => {
    const field = columns(table).find(({ name }) => `by_${name}` === index);
    const isChild = columns(table).some(({ kind, by }) => kind === 'reference' && `by_${by}` === index);
    return field && !(field.filter === true || field.sort || isChild);
  });
  // Named in the descriptions for another reason than a list's filter.
  expect(unasked.map(({ table, index }) => `${table}_${index}`)).toEqual([
    'attempts_by_connector_transaction_id',
    'attempts_by_created_at',
    'attempts_by_error_code',
    'attempts_by_issuer_error_code',
    'refunds_by_connector_refund_id',
  ]);
});

/** Columns of filters that have many values wherever there are many rows. */
const ofMany = new Set([
  ...[
    'amount',
    'created',
    'updated',
    'created_at',
    'updated_at',
    'deadline',
    'paid_at',
    'challenge_required_by',
  ],
  ...['customer_id', 'mandate_id', 'payment_id', 'payment_method_id', 'email', 'merchant_order_reference_id'],
  ...['card_last4', 'card_bin', 'connector_refund_id'],
]);

test('A filter of few values is estimated to have some, even where the rows have one', async () => {
  const tables = ['payments', 'refunds', 'disputes', 'payouts'];
  const { rows } = await database.pool.query<{ table: string; column: string; options: string[] | null }>(
    `select c.relname as table, a.attname as column, a.attoptions as options
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relname = any($1) and c.relnamespace = 'public'::regnamespace and a.attnum > 0`,
    [tables],
  );
  const indexes = await indexesOf(tables);
  const filtered = rows.filter(({ table, column }) =>
    indexes.some((each) => each.table === table && each.index === `by_${column}`),
  );
  const few = filtered.filter(({ column }) => !ofMany.has(column) && !column.endsWith('_hash'));
  expect(few.length).toBeGreaterThan(20);
  expect(few.filter(({ options }) => options?.[0] !== 'n_distinct=20')).toEqual([]);
});
