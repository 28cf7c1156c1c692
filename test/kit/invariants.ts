import { readFileSync } from 'node:fs';
import { attemptStates } from '../../src/core/entities/states/attempt-states.ts';
import { allMachines } from '../../src/core/entities/states/machines.ts';
import { paymentStatusByAttempt } from '../../src/core/entities/states/payment-states.ts';
import type { Database } from '../../src/database/database.ts';

const text = readFileSync(new URL('../reliability/invariants.sql', import.meta.url), 'utf8');

/** The tables of states as SQL is to check them: every step that there may be, beginnings included. */
const steps = allMachines.flatMap(({ of, initial, transitions }) => [
  ...initial.map((to) => ({ of, from: null, to })),
  ...Object.entries(transitions).flatMap(([from, next]) => next.map((to) => ({ of, from, to }))),
]);

const values = [JSON.stringify(steps), JSON.stringify(paymentStatusByAttempt), [...attemptStates.terminal]];

/** A rule that does not hold, for which object, and what is wrong with it. */
export interface Violation {
  readonly rule: string;
  readonly merchant_id: string;
  readonly object_id: string;
  readonly detail: string;
}

/** The rules that the database breaks as it is now. */
export async function violations({ rows }: Pick<Database, 'rows'>): Promise<Violation[]> {
  return (await rows.query({ text, values }, null)) as unknown as Violation[];
}

/**
 * Holds a database against what must be true between any two transactions: sums, states, histories, calls.
 *
 * @throws when something is not, with every rule that is broken and for which object.
 */
export async function expectInvariants(database: Pick<Database, 'rows'>): Promise<void> {
  const found = await violations(database);
  if (found.length === 0) return;
  const lines = found.map(({ rule, merchant_id, object_id, detail }) => {
    return `${rule}: ${merchant_id}/${object_id} (${detail})`;
  });
  throw new Error(['The database is not as it must be:', ...lines].join('\n  '));
}
