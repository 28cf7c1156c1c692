import type { ClientBase } from 'pg';
import type { Vault } from '../../core/vault.ts';
import type { DemoAmounts } from './load.ts';

/** What each part of the load works with. */
export interface Demo {
  vault: Vault;
  environment: 'test' | 'live';
  amounts: DemoAmounts;
  randomBytes: (size: number) => Uint8Array;
  client: ClientBase;
  /** The start of today; nothing in the data is later. */
  finish: Date;
  loaded: (table: string, rows: number) => void;
}

/** One `insert … select`: each column with the expression of its value. */
export async function insertFrom(
  demo: Demo,
  table: string,
  { columns, from, with: prelude = '' }: { columns: Record<string, string>; from: string; with?: string },
): Promise<void> {
  const { rowCount } = await demo.client.query(
    `insert into ${table} (${Object.keys(columns).join(', ')})
     ${prelude} select ${Object.values(columns).join(', ')} from ${from}`,
  );
  demo.loaded(table, rowCount ?? 0);
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
