import type { RowSource } from '../foundation/transaction.ts';
import { type DueRows, findDue } from '../writes/find-due.ts';

/** Changes folded per statement, so that it ends well within its time limit. */
const BATCH_MAX = 2_000;

const merchants: DueRows = {
  text: (isOfSome) => `select distinct merchant_id from stats_changes where ${isOfSome()}`,
  values: [],
  reads: ['stats_changes'],
};

/**
 * Adds pending changes of statistics to their totals, merchant by merchant, until the changes present at the start are
 * folded. Statistics are exact before and after.
 */
export async function foldStats(rows: RowSource): Promise<void> {
  for (const { merchant_id } of await findDue<{ merchant_id: string }>(rows, merchants)) {
    let folded = BATCH_MAX;
    while (folded === BATCH_MAX) folded = await foldSome(rows, merchant_id);
  }
}

/** Folds the oldest changes of a merchant; returns their number. */
async function foldSome(rows: RowSource, merchantId: string): Promise<number> {
  const text = 'select fold_stats($1, $2::int) as folded';
  const touches = { writes: ['stats_totals', 'stats_changes'] };
  const [row] = await rows.query<{ folded: number }>(
    { text, values: [merchantId, BATCH_MAX], touches },
    merchantId,
  );
  return row!.folded;
}
