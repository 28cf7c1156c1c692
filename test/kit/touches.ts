import type { Client } from 'pg';
import type { Touches } from '../../src/core/foundation/transaction.ts';

interface Declaration {
  readonly text: string;
  readonly touches: Exclude<Touches, 'everything'>;
}

/** Each is compared once per worker. */
const compared = new Set<string>();

/** The declared tables of statements, to be compared with PostgreSQL's analysis of their texts. */
export class Declarations {
  readonly #open = new Map<string, Declaration>();

  add(text: string, touches: Touches): void {
    // A test's `explain` is not the statement itself.
    if (touches === 'everything' || /^\s*explain\b/i.test(text)) return;
    const key = JSON.stringify([touches, text]);
    if (!compared.has(key)) this.#open.set(key, { text, touches });
  }

  /** @throws with every statement that touches other tables than it declared. */
  async expectTrue(session: Client): Promise<void> {
    if (this.#open.size === 0) return;
    const catalog = await readCatalog(session);
    const faults: string[] = [];
    for (const [key, declaration] of this.#open) {
      compared.add(key);
      const found = await faultsOf(session, catalog, declaration);
      if (found.length > 0) faults.push(`${found.join(', ')}: ${declaration.text.trim()}`);
    }
    this.#open.clear();
    if (faults.length > 0) throw new Error(['Declare what statements touch:', ...faults].join('\n  '));
  }
}

/** A table as statements name it. */
const nameOf = (namespace: string, table: string) =>
  namespace === 'public' ? table : `${namespace}.${table}`;

/** The tables touched by functions, from their definitions. */
interface Catalog {
  readonly functions: readonly {
    readonly call: RegExp;
    readonly reads: string[];
    readonly writes: string[];
  }[];
}

/** Without a cluster's internal tables: the look-up cache of keys, and the merchants' locations. */
const tablesText = `
  select n.nspname as namespace, c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'auth')
    and c.relname not in ('key_merchants', 'merchant_moves')`;
/** Functions that may touch tables, excluding extensions and triggers. */
const functionsText = `
  select p.proname as name, pg_get_functiondef(p.oid) as source from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace left join pg_depend d on d.objid = p.oid and d.deptype = 'e'
  where n.nspname = 'public' and d.objid is null and p.prorettype <> 'trigger'::regtype and p.provolatile <> 'i'`;

async function readCatalog(session: Client): Promise<Catalog> {
  const tables = (await session.query(tablesText)).rows.map(({ namespace, table }) =>
    nameOf(namespace, table),
  );
  const functions = (await session.query<{ name: string; source: string }>(functionsText)).rows;
  return {
    functions: functions.map(({ name, source }) => ({
      call: new RegExp(`\\b${name}\\s*\\(`),
      reads: tables.filter((table) => new RegExp(`\\b(from|join|using) ${table}\\b`, 'i').test(source)),
      writes: tables.filter((table) =>
        new RegExp(`\\b(update|insert into|delete from) ${table}\\b`, 'i').test(source),
      ),
    })),
  };
}

/** Analysing a text locks its tables, but not those of functions and triggers. */
const locksText = `
  select n.nspname as namespace, c.relname as table, l.mode = 'RowExclusiveLock' as writes
  from pg_locks l join pg_class c on c.oid = l.relation join pg_namespace n on n.oid = c.relnamespace
  where l.pid = pg_backend_pid() and l.locktype = 'relation' and c.relkind in ('r', 'p', 'm', 'v')
    and n.nspname not in ('pg_catalog', 'information_schema')`;

async function faultsOf(
  session: Client,
  { functions }: Catalog,
  { text, touches }: Declaration,
): Promise<string[]> {
  const sent = `begin; prepare compared as ${text};${locksText}; rollback; deallocate compared`;
  const results = (await session.query(sent)) as unknown as { rows: Record<string, unknown>[] }[];
  const locks = results[2]!.rows.map(({ namespace, table, writes }) => ({
    table: nameOf(String(namespace), String(table)),
    writes: writes === true,
  }));
  const called = functions.filter(({ call }) => call.test(text));
  const written = [
    ...locks.filter(({ writes }) => writes).map(({ table }) => table),
    ...called.flatMap(({ writes }) => writes),
  ];
  const read = [...locks.map(({ table }) => table), ...called.flatMap(({ reads }) => reads)];
  const { reads = [], writes = [] } = touches;
  return [
    ...written.filter((table) => !writes.includes(table)).map((table) => `writes ${table}`),
    ...read
      .filter((table) => !reads.includes(table) && !writes.includes(table))
      .map((table) => `reads ${table}`),
    ...writes.filter((table) => !written.includes(table)).map((table) => `does not write ${table}`),
  ];
}
