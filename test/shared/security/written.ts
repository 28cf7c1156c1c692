import pg from 'pg';
import { ALL_MERCHANTS, TENANCY_SETTING } from '../../../src/core/model/tables.ts';
import { ownerUrl } from '../../kit/database.ts';
import { unpackedRow } from '../../kit/secrets.ts';

/** A text that the service wrote somewhere, and the names that lead to it: table, column, members. */
export interface Written {
  readonly path: readonly string[];
  readonly text: string;
}

/** Every text in parsed JSON with its path; JSON within a text is parsed too, as events keep it. */
export function textsOf(value: unknown, path: readonly string[]): Written[] {
  if (Array.isArray(value)) return value.flatMap((one) => textsOf(one, path));
  if (typeof value === 'object' && value !== null) {
    // An entry of the audit log is of the field that it names.
    if ('concealed' in value && 'field' in value) {
      const { after, before, field } = value as Record<string, unknown>;
      const of = String(field).split('.');
      return [before, after].flatMap((one) => textsOf(one, [...path, ...of]));
    }
    return Object.entries(value).flatMap(([name, one]) => [
      { path: [...path, '(name)'], text: name },
      ...textsOf(one, [...path, name]),
    ]);
  }
  const text = String(value);
  if (/^[[{]/.test(text)) {
    try {
      return textsOf(JSON.parse(text), path);
    } catch {
      // Text after all.
    }
  }
  return [{ path, text: lexemes.test(text) ? joined(text) : text }];
}

/** What a search column holds, its words in alphabetical order: `'ada':1 'pay':1A`. */
const lexemes = /^'[^']*':\d+A?( '[^']*':\d+A?)*$/;

/** Lexemes, joined by what neither makes one number of two nor leaves a group of a UUID alone, which may look like a code. */
const joined = (text: string) => [...text.matchAll(/'([^']*)':\d+/g)].map(([, lexeme]) => lexeme).join('.');

/**
 * Every value of every table, as a dump holds them: binary columns in hexadecimal, packed ones unpacked.
 * It is read with statements, because `pg_dump` is not everywhere of the server's version.
 */
export async function dumpOf(databaseUrl: string): Promise<Written[]> {
  const owner = new pg.Client({ connectionString: ownerUrl(databaseUrl) });
  await owner.connect();
  try {
    await owner.query('begin');
    await owner.query(`set local "${TENANCY_SETTING}" = '${ALL_MERCHANTS}'`);
    const { rows: tables } = await owner.query<{ schema: string; name: string }>(
      `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema')
       order by 1, 2`,
    );
    const written: Written[] = [];
    for (const { name, schema } of tables) {
      const table = `${owner.escapeIdentifier(schema)}.${owner.escapeIdentifier(name)}`;
      const { rows } = await owner.query<{ row: Record<string, unknown> }>(
        `select row_to_json(t) as row from ${table} t`,
      );
      for (const { row } of rows) written.push(...textsOf(unpackedRow(name, row), [`${schema}.${name}`]));
    }
    return written;
  } finally {
    await owner.end();
  }
}
