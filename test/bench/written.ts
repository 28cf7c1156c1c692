import type pg from 'pg';
import type { BenchRequest } from './measure.ts';
import type { ServerProcess } from './processes.ts';

/** WAL of a relation and kind of record, per operation. */
interface Logged {
  /** The relation's table, or its index's table; partitions count as their table. */
  readonly table: string;
  readonly name: string;
  readonly kind: string;
  readonly records: number;
  readonly bytes: number;
  readonly pages: number;
}

/** A statement's calls and milliseconds per operation. */
interface Called {
  readonly calls: number;
  readonly ms: number;
  readonly text: string;
  readonly toplevel: boolean;
}

/** The average writes of one operation. */
export interface Written {
  readonly commits: number;
  readonly transactions: number;
  readonly wal: number;
  readonly logged: readonly Logged[];
  readonly called: readonly Called[];
}

const TOTALS = `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal, pg_current_wal_lsn() as position,
  pg_current_xact_id()::text::float8 as transactions,
  (select xact_commit from pg_stat_database where datname = current_database())::float8 as commits`;

/** The bytes of each table with its indexes and TOAST; partitions count as their table. */
const TABLES = `select coalesce(p.relname, c.relname) as name, sum(pg_total_relation_size(c.oid))::float8 as bytes
  from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
  where c.relkind = 'r' and c.relnamespace::regnamespace::text in ('public', 'partitions') group by 1`;

/** The bytes of WAL of each relation and kind of record between two positions; partitions count as their table. */
const WAL = `with records as (
    select start_lsn, resource_manager as manager, record_type, record_length, fpi_length
    from pg_get_wal_records_info($1, $2)),
  blocks as (select distinct on (start_lsn) start_lsn, relfilenode from pg_get_wal_block_info($1, $2) order by start_lsn, block_id),
  named as (
    select c.oid, coalesce(p.relname, c.relname) as name, coalesce(tp.relname, t.relname, p.relname, c.relname) as table
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
    left join pg_index x on x.indexrelid = c.oid left join pg_class t on t.oid = x.indrelid
    left join pg_inherits ti on ti.inhrelid = t.oid left join pg_class tp on tp.oid = ti.inhparent)
  select coalesce(n.table, '–') as table, coalesce(n.name, '–') as name, manager || ' ' || split_part(record_type, '+', 1) as kind,
    count(*)::float8 as records, sum(record_length)::float8 as bytes, sum(fpi_length)::float8 as pages
  from records left join blocks using (start_lsn) left join pg_class c on pg_relation_filenode(c.oid) = blocks.relfilenode
    left join named n on n.oid = c.oid
  group by 1, 2, 3 order by 5 desc`;

const STATEMENTS = `select calls::float8 as calls, total_exec_time as ms, toplevel, left(regexp_replace(query, '\\s+', ' ', 'g'), 150) as text
  from pg_stat_statements order by toplevel desc, calls desc`;

/** Measures the writes of operations. */
export class WrittenMeter {
  readonly #client: pg.Client;

  constructor(client: pg.Client) {
    this.#client = client;
  }

  /** The writes of `work`, divided by the number of operations. */
  async of(operations: number, work: () => Promise<void>): Promise<Written> {
    await this.#client.query('select pg_stat_statements_reset()');
    const before = await this.#totals();
    await work();
    const after = await this.#totals();
    const called = (await this.#client.query<Called>(STATEMENTS)).rows;
    const { rows } = await this.#client.query<Logged>(WAL, [before.position, after.position]);
    const each = (total: number) => total / operations;
    return {
      commits: each(after.commits - before.commits),
      transactions: each(after.transactions - before.transactions),
      wal: each(after.wal - before.wal),
      called: called.map((one) => ({ ...one, calls: each(one.calls), ms: each(one.ms) })),
      logged: rows.map((one) => ({
        ...one,
        records: each(one.records),
        bytes: each(one.bytes),
        pages: each(one.pages),
      })),
    };
  }

  /** The bytes of each table. */
  async tables(): Promise<ReadonlyMap<string, number>> {
    const { rows } = await this.#client.query<{ name: string; bytes: number }>(TABLES);
    return new Map(rows.map(({ bytes, name }) => [name, bytes]));
  }

  async #totals() {
    type Totals = Pick<Written, 'commits' | 'transactions' | 'wal'> & { readonly position: string };
    return (await this.#client.query<Totals>(TOTALS)).rows[0]!;
  }
}

/** Sends requests, several at a time, and throws the response of a refused one. */
export async function inTurn(
  service: ServerProcess,
  requests: readonly BenchRequest[],
  connections: number,
): Promise<void> {
  const waiting = requests.values();
  const caller = async () => {
    for (const { path, ...request } of waiting) {
      const response = await fetch(service.url + path, request);
      const text = await response.text();
      if (!response.ok || /"(errors|userErrors)":\[\{/.test(text)) throw new Error(`${path}: ${text}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, caller));
}

export const print = (text: string) => void process.stdout.write(`${text}\n`);
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
/** The sandbox stores a vendor's data here: each of its statements is a transaction. */
const isOfSandbox = (text: string) => text.includes('sandbox_');
const cell = (text: string) => text.padStart(16);

/** One line per operation. */
export function printSummary(operations: readonly (readonly [name: string, written: Written])[]): void {
  print(
    `${''.padEnd(28)}${['commits', 'transaction ids', 'WAL', 'statements', 'ms of these'].map(cell).join('')}`,
  );
  for (const [name, { called, commits, logged, transactions, wal }] of operations) {
    const top = called.filter(({ toplevel }) => toplevel);
    const calls = sum(top.filter(({ text }) => isOfSandbox(text)).map((one) => one.calls));
    const bytes = sum(logged.filter(({ table }) => isOfSandbox(table)).map((one) => one.bytes));
    const both = (all: number, own: number) => `${all.toFixed(1)}; ${(all - own).toFixed(1)}`;
    const columns = [
      both(commits, calls),
      both(transactions, calls),
      `${both(wal / 1_000, bytes / 1_000)} kB`,
      sum(top.map((one) => one.calls)).toFixed(1),
      sum(top.map(({ ms }) => ms)).toFixed(1),
    ];
    print(name.padEnd(28) + columns.map(cell).join(''));
  }
  print('  WAL by table, with its indexes');
  for (const [name, { logged }] of operations) {
    const tables = [...Map.groupBy(logged, ({ table }) => table)]
      .map(([table, of]) => [table, sum(of.map(({ bytes }) => bytes))] as const)
      .filter(([, bytes]) => bytes >= 100)
      .sort(([, a], [, b]) => b - a);
    print(`    ${name}: ${tables.map(([table, bytes]) => `${table} ${kB(bytes)}`).join(', ')}`);
  }
}

/** Disk, WAL by relation and kind, and statements of an operation. */
export function printDetails(
  { called, logged }: Written,
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  operations: number,
): void {
  const sizes = [...after]
    .map(([name, size]) => [name, (size - (before.get(name) ?? 0)) / operations] as const)
    .filter(([, size]) => size >= 10)
    .sort(([, a], [, b]) => b - a);
  const disk = sum(sizes.map(([, size]) => size));
  const ofSandbox = sum(sizes.filter(([name]) => isOfSandbox(name)).map(([, size]) => size));
  print(`  Create and confirm: disk, net of dead rows ${kB(disk)}; ${kB(disk - ofSandbox)}`);
  for (const [name, size] of sizes) print(`    ${name.padEnd(20)} ${(size / 1000).toFixed(2)} kB`);
  print('  WAL by relation and kind: records, bytes, of which full pages');
  for (const { bytes, kind, name, pages, records } of logged) {
    if (bytes < 50) continue;
    const figures = `${records.toFixed(2)} ${bytes.toFixed(0)} ${pages.toFixed(0)}`;
    print(`    ${name.padEnd(44)} ${kind.padEnd(26)} ${figures}`);
  }
  print('  Statements: calls, ms');
  for (const { calls, ms, text, toplevel } of called) {
    if (calls >= 0.05) print(`    ${toplevel ? ' ' : '>'} ${calls.toFixed(2)} ${ms.toFixed(3)} ${text}`);
  }
}
