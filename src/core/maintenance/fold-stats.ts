import type { RowSource } from '../foundation/transaction.ts';
import { findDue } from '../writes/find-due.ts';

/** Changes folded per statement, so that it ends well within its time limit. */
const BATCH_MAX = 2_000;

/** The merchants of the oldest changes. */
const merchantsText = (isOfSome: () => string) => `
  select distinct merchant_id from (
    select merchant_id from stats_changes where ${isOfSome()} order by sequence limit ${BATCH_MAX}) oldest`;

/**
 * Adds the changes of statistics to their totals, merchant by merchant, until none is left. Statistics are exact before and
 * after.
 */
export async function foldStats(rows: RowSource): Promise<void> {
  for (;;) {
    const due = { text: merchantsText, values: [], reads: ['stats_changes'] };
    const merchants = await findDue<{ merchant_id: string }>(rows, due);
    let folded = 0;
    for (const { merchant_id } of merchants) folded += await foldSome(rows, merchant_id);
    if (folded < BATCH_MAX) return;
  }
}

/** Folds the oldest changes of a merchant; returns how many. */
async function foldSome(rows: RowSource, merchantId: string): Promise<number> {
  const text = 'select fold_stats($1, $2::int) as folded';
  const touches = { writes: ['stats_totals', 'stats_changes'] };
  const [row] = await rows.query<{ folded: number }>(
    { text, values: [merchantId, BATCH_MAX], touches },
    merchantId,
  );
  return row!.folded;
}
