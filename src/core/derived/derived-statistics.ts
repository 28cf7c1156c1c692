import type { DerivedRows } from './derived-rows.ts';
import { followStatistics, lagOfStatistics, rebuildStatistics } from './fold-stats.ts';

/** The totals of statistics and of exact counts, as derived rows. Objects younger than half a minute are not in them yet. */
export const derivedStatistics = Object.freeze({
  what: 'statistics',
  about: 'the totals of statistics and counts',
  task: 'fold_stats',
  runs: { everyS: 60, atS: 2 },
  lag: lagOfStatistics,
  follow: ({ rows }) => followStatistics(rows),
  rebuild: ({ rows }, merchantId) => rebuildStatistics(rows, merchantId),
} satisfies DerivedRows);
