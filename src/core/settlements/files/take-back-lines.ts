import type { FinanceImport } from '../../entities/finance-import.ts';
import type { WritingContext } from '../../foundation/context.ts';
import type { Touches } from '../../foundation/transaction.ts';
import { sumSettlements } from '../judge-settlements.ts';
import { holdAccount } from '../take-lines.ts';

/** Lines that were taken back in a transaction. */
export interface TakenBack {
  readonly lines: number;
  /** Whether lines of the import may remain. */
  readonly left: boolean;
}

/** Lines taken back per transaction. */
const TAKEN_BACK_MAX = 2_000;

const deleteText = `
  with gone as (
    delete from settlement_lines where merchant_id = $1 and line_id in (
      select line_id from settlement_lines where merchant_id = $1 and import_id = $2 limit $3)
    returning line_id, settlement_id)
  select line_id, settlement_id from gone`;

/* The first of each line's duplicates counts in its place, and the others are duplicates of it. */
const promoteText = `
  with first as (
    select distinct on (duplicate_of) line_id, duplicate_of as gone_id from settlement_lines
    where merchant_id = $1 and duplicate_of = any($2::text[]) and import_id is distinct from $3
    order by duplicate_of, created_at, line_id)
  update settlement_lines l
  set duplicate_of = case when l.line_id = f.line_id then null else f.line_id end
  from first f where l.merchant_id = $1 and l.duplicate_of = f.gone_id
  returning l.settlement_id`;

const forgetText = `
  update bank_statement_lines l set settlement_id = null
  where l.merchant_id = $1 and l.settlement_id = any($2::text[]) and not exists (
    select from settlements s where s.merchant_id = $1 and s.settlement_id = l.settlement_id)`;

interface Changed {
  readonly line_id: string;
  readonly settlement_id: string | null;
}

/** Takes back some lines of a settlement file, and sums their settlements anew. */
export async function takeBackLines(
  tx: WritingContext,
  { import_id, merchant_connector_id, merchant_id }: FinanceImport,
): Promise<TakenBack> {
  await holdAccount(tx, { merchantId: merchant_id, merchantConnectorId: merchant_connector_id! });
  const change = (
    text: string,
    values: readonly unknown[],
    touches: Touches = { writes: ['settlement_lines'] },
  ) => tx.rows.query<Changed>({ text, values: [merchant_id, ...values], touches }, merchant_id);
  const gone = await change(deleteText, [import_id, TAKEN_BACK_MAX]);
  const ids = gone.map(({ line_id }) => line_id);
  const promoted = ids.length > 0 ? await change(promoteText, [ids, import_id]) : [];
  const settlementIds = new Set([...gone, ...promoted].flatMap(({ settlement_id }) => settlement_id ?? []));
  if (settlementIds.size > 0) {
    await sumSettlements(tx, merchant_id, [...settlementIds]);
    const touches = { writes: ['bank_statement_lines'], reads: ['settlements'] };
    await change(forgetText, [[...settlementIds]], touches);
  }
  return { lines: ids.length, left: ids.length === TAKEN_BACK_MAX };
}
