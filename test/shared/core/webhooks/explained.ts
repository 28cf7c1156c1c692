import type { Context } from '../../../../src/core/foundation/context.ts';
import type { RowSource } from '../../../../src/core/reads/index.ts';

/** A context that runs the dispatcher's statements with `explain`, to count the rows of each step. */
export function explained(ctx: Context, plans: string[]): Context {
  const spy = (rows: RowSource): RowSource => ({
    query: async (statement, merchantId) => {
      if (!/^\s*(with|select) [^;]*\bwebhook_(deliveries|endpoint_states)\b/.test(statement.text))
        return rows.query(statement, merchantId);
      const text = `explain (analyze, timing off, format json) ${statement.text}`;
      const [row] = await rows.query({ ...statement, text }, merchantId);
      plans.push(JSON.stringify(row!['QUERY PLAN']));
      return [];
    },
  });
  return {
    ...ctx,
    rows: spy(ctx.rows),
    transact: (merchantId, work) =>
      ctx.transact(merchantId, (open) => work({ ...open, rows: spy(open.rows) })),
  };
}

interface Plan {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Node Type': string;
  readonly Plans?: readonly Plan[];
}
const readBy = (plan: Plan): number =>
  (/Scan$/.test(plan['Node Type']) && !/(CTE|Function|WorkTable) Scan/.test(plan['Node Type'])
    ? (plan['Actual Rows'] +
        (plan['Rows Removed by Filter'] ?? 0) +
        (plan['Rows Removed by Index Recheck'] ?? 0)) *
      plan['Actual Loops']
    : 0) + (plan.Plans ?? []).reduce((sum, inner) => sum + readBy(inner), 0);
/** The rows that a plan's scans read, including filtered ones. */
export const rowsRead = (text: string) =>
  (JSON.parse(text) as { Plan: Plan }[]).reduce((sum, { Plan: plan }) => sum + readBy(plan), 0);
