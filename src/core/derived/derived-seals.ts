import { followSeals, lagOfSeals } from './audit-chain.ts';
import type { DerivedRows } from './derived-rows.ts';

/** The seals of the audit log, as derived rows. They are not rebuilt: a chain made anew would prove nothing. */
export const derivedSeals = Object.freeze({
  what: 'seals',
  about: 'the seals of the audit log',
  task: 'seal_audit_log',
  runs: { everyS: 60, atS: 21 },
  lag: lagOfSeals,
  follow: followSeals,
} satisfies DerivedRows);
