import type { WritingContext } from '../foundation/context.ts';
import type { ColumnEncryption } from '../foundation/cryptography.ts';
import type { Subject } from './rule-conditions.ts';

/** A value of SQL that conditions compare and the payment's own row does not have: a count, or whether a list has a value. */
export interface LookupQuery {
  /** An expression of a number. `value` adds a parameter and returns its placeholder, such as `$2`. */
  readonly sql: (value: (parameter: unknown) => string) => string;
  /** The tables that it reads. */
  readonly reads: readonly string[];
}

/** A lookup of a condition. */
export interface Lookup {
  /** Names its value in {@link Subject.lookedUp}. Equal lookups have equal keys. */
  readonly key: string;
  /** The query about a subject of a merchant; null if the subject does not have what it asks by. */
  readonly query: (subject: Subject, asker: LookupAsker) => LookupQuery | null;
}

/** The merchant whose rules ask, and the digests by which values are found. */
export interface LookupAsker {
  readonly merchantId: string;
  readonly encryption: Pick<ColumnEncryption, 'digests'>;
}

/** Looks up what conditions ask about a subject, in one statement; in none if nothing is asked. */
export async function lookUpValues(
  { ports: { encryption }, rows }: Pick<WritingContext, 'ports' | 'rows'>,
  merchantId: string,
  lookups: readonly Lookup[],
  subject: Subject,
): Promise<ReadonlyMap<string, number>> {
  const asked = new Map(lookups.map(({ key, query }) => [key, query(subject, { merchantId, encryption })]));
  const values: unknown[] = [];
  const value = (parameter: unknown) => `$${values.push(parameter)}`;
  const reads = new Set<string>();
  const parts: string[] = [];
  for (const [key, query] of asked) {
    if (!query) continue;
    parts.push(`select ${value(key)}::text as key, (${query.sql(value)})::float8 as value`);
    for (const table of query.reads) reads.add(table);
  }
  if (parts.length === 0) return new Map();
  const found = await rows.query<{ key: string; value: number }>(
    { text: parts.join(' union all '), values, touches: { reads: [...reads] } },
    merchantId,
  );
  return new Map(found.map((row) => [row.key, row.value]));
}
