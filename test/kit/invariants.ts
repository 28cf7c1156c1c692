import { readFileSync } from 'node:fs';
import { attemptStates } from '../../src/core/entities/states/attempt-states.ts';
import { allMachines } from '../../src/core/entities/states/machines.ts';
import { paymentStatusByAttempt } from '../../src/core/entities/states/payment-states.ts';
import type { Database } from '../../src/database/database.ts';

const text = readFileSync(new URL('./invariants.sql', import.meta.url), 'utf8');
/** Makes the planner use merchants' identifiers, so that a plan fits any merchants. */
const textOfSome = text.replaceAll(
  '$4::text[] is null or merchant_id = any($4)',
  'merchant_id = any($4::text[])',
);

/**
 * Every transition of the state machines, as JSON for the SQL. A history starts (`from` is null) in any state: the
 * state after the object's first transaction.
 */
const transitions = allMachines.flatMap(({ of, transitions: next }) => [
  ...Object.keys(next).map((to) => ({ of, from: null, to })),
  ...Object.entries(next).flatMap(([from, targets]) => targets.map((to) => ({ of, from, to }))),
]);

const values = [
  JSON.stringify(transitions),
  JSON.stringify(paymentStatusByAttempt),
  [...attemptStates.terminal],
];

/** An invariant that an object violates. */
export interface Violation {
  readonly rule: string;
  readonly merchant_id: string;
  readonly object_id: string;
  readonly detail: string;
}

/** The invariants violated by the current contents of the database, or of some merchants. */
export async function violations(
  { rows }: Pick<Database, 'rows'>,
  merchantIds: readonly string[] | null = null,
): Promise<Violation[]> {
  const asked = merchantIds === null ? text : textOfSome;
  const statement = { text: asked, values: [...values, merchantIds], touches: 'everything' } as const;
  return (await rows.query(statement, null)) as unknown as Violation[];
}

/**
 * Expects a database, or the contents of some merchants, to satisfy the invariants between any two transactions: sums,
 * states, histories, calls.
 *
 * @throws with every violated rule and the object that violates it.
 */
export async function expectInvariants(
  database: Pick<Database, 'rows'>,
  merchantIds: readonly string[] | null = null,
): Promise<void> {
  const found = await violations(database, merchantIds);
  if (found.length === 0) return;
  const lines = found.map(({ rule, merchant_id, object_id, detail }) => {
    return `${rule}: ${merchant_id}/${object_id} (${detail})`;
  });
  throw new Error(['The database violates its invariants:', ...lines].join('\n  '));
}
