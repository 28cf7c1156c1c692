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

/** The source of looked-up values. */
interface LookupSource {
  readonly ports: LookupAsker['ports'];
  readonly rows: RowSource;
}

/**
 * Looks up what conditions ask about a subject, in one statement; in none if nothing is asked.
 *
 * @param isConfirming Whether attempts are counted for a confirmation, which then waits for others of the same card, e-mail
 *   address, IP address or customer to commit.
 */
export async function lookUpValues(
  source: LookupSource,
  merchantId: string,
  lookups: readonly Lookup[],
  subject: Subject,
  isConfirming = false,
): Promise<ReadonlyMap<string, number>> {
  const [found] = await lookUpEach(source, merchantId, lookups, [subject], isConfirming);
  return found!;
}

/** Most values of one statement. */
const VALUES_MAX = 1000;

/** A query of a statement, with the subjects that it is about and the lookup's key. */
interface Asked {
  readonly query: LookupQuery;
  readonly for: { readonly subject: number; readonly key: string }[];
}

/**
 * Looks up what conditions ask about several subjects, as {@link lookUpValues} for each: in one statement for up to 1000
 * different values.
 */
export async function lookUpEach(
  { ports, rows }: LookupSource,
  merchantId: string,
  lookups: readonly Lookup[],
  subjects: readonly Subject[],
  isConfirming = false,
): Promise<ReadonlyMap<string, number>[]> {
  const found = subjects.map(() => new Map<string, number>());
  const asked = [...askedOf(lookups, subjects, { merchantId, ports })];
  for (let i = 0; i < asked.length; i += VALUES_MAX) {
    const part = asked.slice(i, i + VALUES_MAX);
    const { text, values, reads } = statementOf(merchantId, part, isConfirming);
    const all = await rows.query<{ place: number | null; value: number }>(
      { text, values, touches: { reads }, unprepared: true },
      merchantId,
    );
    for (const { place, value } of all) {
      if (place === null) continue;
      for (const { key, subject } of part[place]!.for) found[subject]!.set(key, value);
    }
  }
  return found;
}

/** The different queries of all lookups about all subjects. Equal queries, such as of a customer's age, are asked once. */
function askedOf(
  lookups: readonly Lookup[],
  subjects: readonly Subject[],
  asker: LookupAsker,
): Iterable<Asked> {
  const byKey = new Map(lookups.map(({ key, query }) => [key, query]));
  const asked = new Map<string, Asked>();
  for (const [subject, one] of subjects.entries()) {
    for (const [key, queryOf] of byKey) {
      const query = queryOf(one, asker);
      if (!query) continue;
      const values: unknown[] = [];
      const text = query.sql((parameter) => `$${values.push(parameter)}`);
      const same = JSON.stringify([key, text, values]);
      const before = asked.get(same);
      if (before) before.for.push({ subject, key });
      else asked.set(same, { query, for: [{ subject, key }] });
    }
  }
  return asked.values();
}

function statementOf(merchantId: string, asked: readonly Asked[], isConfirming: boolean) {
  const values: unknown[] = [];
  const value = (parameter: unknown) => `$${values.push(parameter)}`;
  const reads = [...new Set(asked.flatMap(({ query }) => query.reads))];
  const locks = [...new Set(asked.flatMap(({ query }) => query.locks ?? []))];
  const parts = asked.map(
    ({ query }, place) => `select ${place} as place, (${query.sql(value)})::float8 as value`,
  );
  // All at once, before the first count: each count sees what was committed until then.
  if (isConfirming && locks.length > 0) {
    const locked = `lock_velocity(${value(merchantId)}::text, ${value(locks)}::text[])`;
    parts.unshift(`select null::int as place, ${locked}::float8 as value`);
  }
  return { text: parts.join(' union all '), values, reads };
}
