import type { ColumnEncryption } from '../foundation/cryptography.ts';
import type { RowSource } from '../foundation/transaction.ts';
import type { Subject } from './rule-conditions.ts';
import type { VelocityCondition, VelocitySubject } from './velocity.ts';

/** A value of SQL that conditions compare and the payment's own row does not have: a count, or whether a list has a value. */
export interface LookupQuery {
  /** An expression of a number. `value` adds a parameter and returns its placeholder, such as `$2`. */
  readonly sql: (value: (parameter: unknown) => string) => string;
  /** The tables that it reads. */
  readonly reads: readonly string[];
  /** What a confirmation locks until its end before anything is counted, so that others at the same time count it. */
  readonly locks?: readonly string[];
}

/** The merchant whose rules ask, with the keys of digests. */
export interface LookupAsker {
  readonly merchantId: string;
  readonly ports: { readonly encryption: Pick<ColumnEncryption, 'digests'> };
}

/** A lookup of a condition. */
export interface Lookup {
  /** Names its value in {@link Subject.lookedUp}. Equal lookups have equal keys. */
  readonly key: string;
  /** The query about a subject; null if the subject lacks the value to query by. */
  readonly query: (subject: Subject, asker: LookupAsker) => LookupQuery | null;
  /** The subject whose attempts it counts, which are recorded for it. */
  readonly countsBy?: VelocitySubject;
  /** How it is looked up for many payments of the past. */
  readonly past: PastLookup;
}

/** A lookup about payments of the past, for a statement about many of them. */
export type PastLookup =
  | {
      readonly of: 'list';
      readonly listId: string;
      /** What the entries of the list have for a subject: keyed digests, or the values of the blocklist. */
      readonly sought: (subject: Subject, asker: LookupAsker) => readonly string[];
    }
  | {
      readonly of: 'count';
      readonly count: VelocityCondition['count'];
      readonly by: VelocitySubject;
      /** The time before the decision, in milliseconds. */
      readonly ms: number;
    }
  | { readonly of: 'customer'; readonly fact: 'customer_age_days' | 'customer_payments' }
  /** An account, as the column of attempts that names it and its value: `merchant_connector_id mca_1`. */
  | { readonly of: 'last_success'; readonly account: string };

/**
 * Looks up what conditions ask about a subject, in one statement; in none if nothing is asked.
 *
 * @param isConfirming Whether attempts are counted for a confirmation, which then waits for others of the same card, e-mail
 *   address, IP address or customer to commit.
 */
export async function lookUpValues(
  { ports, rows }: { readonly ports: LookupAsker['ports']; readonly rows: RowSource },
  merchantId: string,
  lookups: readonly Lookup[],
  subject: Subject,
  isConfirming = false,
): Promise<ReadonlyMap<string, number>> {
  const asker = { merchantId, ports };
  const asked = new Map(lookups.map(({ key, query }) => [key, query(subject, asker)]));
  const values: unknown[] = [];
  const value = (parameter: unknown) => `$${values.push(parameter)}`;
  const reads = new Set<string>();
  const locks = new Set<string>();
  const parts: string[] = [];
  for (const [key, query] of asked) {
    if (!query) continue;
    parts.push(`select ${value(key)}::text as key, (${query.sql(value)})::float8 as value`);
    for (const table of query.reads) reads.add(table);
    for (const lock of query.locks ?? []) locks.add(lock);
  }
  if (parts.length === 0) return new Map();
  // All at once, before the first count: each count sees what was committed until then.
  if (isConfirming && locks.size > 0) {
    const locked = `lock_velocity(${value(merchantId)}::text, ${value([...locks])}::text[])`;
    parts.unshift(`select null::text as key, ${locked}::float8 as value`);
  }
  const found = await rows.query<{ key: string | null; value: number }>(
    { text: parts.join(' union all '), values, touches: { reads: [...reads] }, unprepared: true },
    merchantId,
  );
  return new Map(found.flatMap(({ key, value: one }) => (key === null ? [] : [[key, one]])));
}
