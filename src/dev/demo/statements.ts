import type { ClientBase } from 'pg';
import type { ColumnEncryption } from '../../core/foundation/column-encryption.ts';
import type { DemoAmounts } from './amounts.ts';

/** What each part of the load works with. */
export interface Demo {
  encryption: ColumnEncryption;
  environment: 'test' | 'live';
  amounts: DemoAmounts;
  randomBytes: (size: number) => Uint8Array;
  client: ClientBase;
  /** The start of today; nothing in the data is later. */
  finish: Date;
  /** Where the service is reached from outside, without a slash at the end. */
  publicUrl: string;
  loaded: (table: string, rows: number) => void;
}

/** One `insert … select`: each column with the expression of its value. */
export async function insertFrom(
  demo: Demo,
  table: string,
  { columns, from }: { columns: Record<string, string>; from: string },
): Promise<void> {
  const { rowCount } = await demo.client.query(
    `insert into ${table} (${Object.keys(columns).join(', ')})
     select ${Object.values(columns).join(', ')} from ${from}`,
  );
  demo.loaded(table, rowCount ?? 0);
}

/** Inserts one row, made and last changed at an instant. */
export async function insertRow(demo: Demo, table: string, atMs: number, values: object): Promise<void> {
  const row = { ...values, created_at: new Date(atMs), modified_at: new Date(atMs) };
  const places = Object.keys(row).map((_, i) => `$${i + 1}`);
  await demo.client.query(
    `insert into ${table} (${Object.keys(row).join(', ')}) values (${places.join(', ')})`,
    Object.values(row),
  );
  demo.loaded(table, 1);
}

/** An identifier for an object that has no row of a drawn table, from words that name it. */
export async function makeId(demo: Demo, prefix: string, atMs: number, seed: string): Promise<string> {
  const { rows } = await demo.client.query<{ id: string }>(
    'select pg_temp.make_id($1, $2, hashtextextended($3, 0), 1) as id',
    [prefix, new Date(atMs), `${prefix} ${seed}`],
  );
  return rows[0]!.id;
}

/** Makes a temporary table of rows that are written in the code, such as names and products. */
export async function createTable(
  client: ClientBase,
  name: string,
  columns: string,
  rows: readonly object[],
): Promise<void> {
  await client.query(`create temp table ${name} (${columns}) on commit drop`);
  await client.query(`insert into ${name} select * from jsonb_to_recordset($1) as rows(${columns})`, [
    JSON.stringify(rows),
  ]);
  await client.query(`analyze ${name}`);
}

/** `case` that picks by shares: `shares({ a: 3, b: 1 }, 'x')` is `a` for three quarters of x in 0 … 1. */
export function shares(weights: Readonly<Record<string, number>>, x: string): string {
  const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
  let reached = 0;
  const branches = Object.entries(weights).map(([value, weight]) => {
    reached += weight;
    return `when ${x} < ${reached / total} then '${value}'`;
  });
  const last = Object.keys(weights).at(-1);
  return `case ${branches.slice(0, -1).join(' ')} else '${last}' end`;
}
