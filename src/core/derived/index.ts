import type { DerivedRows } from './derived-rows.ts';
import { derivedSeals } from './derived-seals.ts';
import { derivedSearch } from './derived-search.ts';
import { derivedStatistics } from './derived-statistics.ts';

export type { DerivedContext, DerivedLag, DerivedRows } from './derived-rows.ts';
export { derivedSearch } from './derived-search.ts';

/** Everything that is derived. Each has a task and a lag in the metrics. */
export const derivedRows: readonly DerivedRows[] = Object.freeze([
  derivedSearch,
  derivedStatistics,
  derivedSeals,
]);
