import type { DerivedRows } from './derived-rows.ts';
import { derivedSearch } from './derived-search.ts';

export type { DerivedContext, DerivedLag, DerivedRows } from './derived-rows.ts';

/** Everything that is derived. Each has a task, a lag in the metrics, and a rebuild. */
export const derivedRows: readonly DerivedRows[] = Object.freeze([derivedSearch]);
