import pg from 'pg';
import { ALL_MERCHANTS, TENANCY_SETTING } from '../../../src/core/model/tables.ts';
import { ownerUrl } from '../../kit/database.ts';
import { unpackedRow } from '../../kit/secrets.ts';

/** A stored text, and the names on the path to it: table, column, members. */
export interface Written {
  readonly path: readonly string[];
  readonly text: string;
}

/** Every text in parsed JSON with its path; JSON within a text is parsed too, as in events. */
export function textsOf(value: unknown, path: readonly string[]): Written[] {
  if (Array.isArray(value)) return value.flatMap((one) => textsOf(one, path));
  if (typeof value === 'object' && value !== null) {
    // An audit log entry counts for the field that it names.
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
      // Not JSON, but plain text.
    }
  }
  return [{ path, text: lexemes.test(text) ? joined(text) : text }];
}

/** The contents of a search column, with words in alphabetical order: `'ada':1 'pay':1A`. */
const lexemes = /^'[^']*':\d+A?( '[^']*':\d+A?)*$/;

/**
 * Lexemes, joined by a separator that neither merges two numbers nor isolates a UUID's group, which may look like a
 * code.
 */
const joined = (text: string) => [...text.matchAll(/'([^']*)':\d+/g)].map(([, lexeme]) => lexeme).join('.');

/**
 * Every value of every table, as in a dump: binary columns in hexadecimal, packed ones unpacked. It uses statements,
 * because not every machine has `pg_dump` in the server's version.
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
