import type { RowSource } from '../foundation/transaction.ts';

/** Changes folded per statement, so that it ends well within its time limit. */
const BATCH_MAX = 2_000;

/** Adds the changes of statistics to their totals, until none is left. Statistics are exact before and after. */
export async function foldStats(rows: RowSource): Promise<void> {
  let folded: number;
  do {
    const statement = {
      text: 'select fold_stats($1::int) as folded',
      values: [BATCH_MAX],
      touches: { writes: ['stats_totals', 'stats_changes'] },
    };
    const [row] = await rows.query<{ folded: number }>(statement, null);
    folded = row?.folded ?? 0;
  } while (folded === BATCH_MAX);
}
