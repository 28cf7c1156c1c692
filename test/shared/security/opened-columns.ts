import { sealedTables } from '../../../src/core/maintenance/sealed-tables.ts';
import { entityClasses } from '../../../src/database/orm-options.ts';
import { unpackedTexts } from '../../kit/secrets.ts';
import type { TestService } from '../../kit/service.ts';

/**
 * The contents of a table with encrypted columns decrypted and packed ones unpacked: readable with a dump and the
 * encryption key.
 */
export interface OpenedTable {
  readonly name: string;
  readonly rows: readonly string[];
}

/** Reads every table of the database, and decrypts encrypted values. */
export async function openedTables({ database, encryption }: TestService): Promise<OpenedTable[]> {
  const query = (text: string) => database.rows.query(format(text), null);
  const listed =
    await query(`select table_schema || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`);
  const plain = await Promise.all(
    listed.map(async ({ name }) => {
      const rows = await query(`select t::text as row from ${String(name)} t`);
      const table = String(name).replace('public.', '');
      return {
        name: table,
        rows: [...rows.map(({ row }) => String(row)), ...(await unpackedTexts(database, table))],
      };
    }),
  );
  const sealed = await Promise.all(
    sealedTables(entityClasses).map(async ({ columns, key, name }) => {
      const rows = await query(`select ${[...key, ...columns].join(', ')} from ${name}`);
      const open = (row: Record<string, unknown>, column: string) => {
        const place = { table: name, column, key: key.map((part) => String(row[part])) };
        return row[column] === null
          ? ''
          : JSON.stringify(encryption.decrypt(row[column] as Uint8Array, place));
      };
      return { name, rows: rows.flatMap((row) => columns.map((column) => open(row, column))) };
    }),
  );
  return [...plain, ...sealed];
}

const format = (text: string) => ({ text, values: [] });

/** The names of the tables with a match, each once. */
export async function tablesWith(service: TestService, sought: RegExp): Promise<string[]> {
  const tables = await openedTables(service);
  const found = tables.filter(({ rows }) => rows.some((row) => sought.test(row))).map(({ name }) => name);
  return [...new Set(found)].sort();
}
