import type { TextRow } from '../foundation/transaction.ts';
import type { FieldDescription } from '../model/index.ts';

/** Conversion of a value's text to JSON. */
export type Encoding = 'string' | 'number' | 'boolean' | 'timestamp';

/** Writes a value's text as JSON: the value may be null, encrypted, packed or JSON itself. */
export type WriteText = (text: string | null, row: TextRow) => string;

/** A member of a row's JSON, up to its value: `,"amount":`. */
export interface Member {
  readonly before: string;
  /** The position of the row's text. */
  readonly at: number;
  readonly write: Encoding | WriteText;
  /** Whether it is left out if null, and if an empty list. */
  readonly isOptional: boolean;
}

const encodings: Partial<Record<FieldDescription['kind'], Encoding>> = {
  id: 'string',
  text: 'string',
  enumeration: 'string',
  timestamp: 'timestamp',
  amount: 'number',
  integer: 'number',
  bool: 'boolean',
};

/** The encoding of a field returned unchanged from its column; undefined for other fields. */
export const encodingOf = (field: FieldDescription | undefined): Encoding | undefined =>
  field && !field.encrypted && !field.packed && !field.masked ? encodings[field.kind] : undefined;

/**
 * A timestamp in the responses' format, from PostgreSQL's text in UTC: `2026-01-31 12:00:00.25+00` becomes
 * `2026-01-31T12:00:00.250Z`. For whole columns this is cheaper than formatting them in the database.
 */
export function isoTime(text: string): string {
  const at = text.indexOf(' ');
  const seconds = at + 9;
  const fraction = text.slice(seconds, -3) || '.';
  return `${text.slice(0, at)}T${text.slice(at + 1, seconds)}${fraction.padEnd(4, '0')}Z`;
}

/** Texts without characters that JSON escapes, and without surrogates, because JSON escapes unpaired surrogates. */
const unescaped = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

const quoted = (text: string) => (unescaped.test(text) ? `"${text}"` : JSON.stringify(text));

function encoded(text: string, encoding: Encoding): string {
  if (encoding === 'string') return quoted(text);
  if (encoding === 'number') return text;
  if (encoding === 'boolean') return text === 't' ? 'true' : 'false';
  return `"${isoTime(text)}"`;
}

/** Writes rows as a JSON array. */
export function writeRows(rows: readonly TextRow[], members: readonly Member[]): string {
  let json = '[';
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    json += i === 0 ? '{' : ',{';
    for (const { at, before, isOptional, write } of members) {
      const text = row[at] ?? null;
      if (isOptional && (text === null || text === '[]')) continue;
      json += before;
      if (typeof write === 'function') json += write(text, row);
      else if (text === null) json += 'null';
      else json += encoded(text, write);
    }
    json += '}';
  }
  return `${json}]`;
}

/**
 * The separator that PostgreSQL writes between elements of `json_agg`. Within a string a line feed would be escaped.
 */
const BETWEEN_ENTRIES = ', \n ';

/**
 * A list in the format of `JSON.stringify`. Its entries must not contain JSON columns, which PostgreSQL writes with
 * spaces.
 */
export const writeList = (json: string): string => json.replaceAll(BETWEEN_ENTRIES, ',');
