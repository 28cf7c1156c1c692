import { PaymentMethodImport, PaymentMethodImportBatch } from '../entities/payment-method-import.ts';
import { type Context, type WritingContext, withinMerchant } from '../foundation/context.ts';
import { decryptField } from '../writes/apply-changes.ts';
import { findDue } from '../writes/find-due.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { workInTurns } from '../writes/work-in-turns.ts';
import type { FileRow } from './import-row.ts';
import { type RowResult, saveRows } from './save-rows.ts';

/** Maximum number of imports per run, a batch of each in turn. */
const IMPORTS_MAX = 100;

/**
 * Saves rows of the imports that are not complete, a batch of each in turn, so that a large one does not hold up the
 * others. A batch is one transaction, which saves its payment methods, results and progress, and deletes its rows: after
 * an interruption no row is saved twice or lost.
 *
 * @returns The number of rows that got a result.
 * @throws {AggregateError} for imports with a failed batch. Other imports are not affected.
 */
export const runImports = (ctx: Context): Promise<number> =>
  workInTurns<{ readonly merchant_id: string; readonly import_id: string }>({
    find: (passedOver) => findImports(ctx, passedOver),
    idOf: ({ import_id }) => import_id,
    step: ({ import_id, merchant_id }) => saveBatch(withinMerchant(ctx, merchant_id), import_id),
    noun: 'imports',
  });

function findImports(ctx: Context, passedOver: readonly string[]) {
  const text = (isOfSome: () => string) => `select merchant_id, import_id from payment_method_imports
    where status = 'processing' and import_id <> all($1::text[]) and ${isOfSome()} order by created_at limit ${IMPORTS_MAX}`;
  const due = { text, values: [passedOver], reads: ['payment_method_imports'] };
  return findDue<{ merchant_id: string; import_id: string }>(ctx.rows, due);
}

/** Saves the next batch of an import, and completes the import after its last; returns the number of rows. */
function saveBatch(ctx: Context, importId: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const of = await lock(tx, PaymentMethodImport, importId);
    if (of.status !== 'processing') return 0;
    const { import_id, merchant_id } = of;
    const { em } = tx.transaction;
    const [batch, another] = await em.find(
      PaymentMethodImportBatch,
      { merchant_id, import_id },
      { orderBy: { first_line: 'asc' }, limit: 2 },
    );
    const rows = batch ? (JSON.parse(String(decryptField(tx, batch, 'rows'))) as FileRow[]) : [];
    const results = await saveRows(tx, of, rows);
    await insertResults(tx, of, results);
    for (const { outcome } of results) of[`rows_${outcome}`] += 1;
    of.rows_done += results.length;
    if (batch) em.remove(batch);
    if (!another) {
      of.status = 'completed';
      of.completed_at = tx.ports.now();
    }
    return results.length;
  });
}

const LINE_DIGITS = 6;

const resultsText = `
  insert into payment_method_import_results (merchant_id, import_id, result_id, line, outcome, payment_method_id,
    customer_id, error_code, error_message, error_param, created_at)
  select $1, $2, $2 || '_' || lpad(r.line::text, greatest(${LINE_DIGITS}, length(r.line::text)), '0'), r.line, r.outcome, r.payment_method_id,
    r.customer_id, r.error_code, r.error_message, r.error_param, $4::timestamptz
  from jsonb_to_recordset($3::jsonb) as r(line int, outcome text, payment_method_id text, customer_id text,
    error_code text, error_message text, error_param text)
  returning 1`;

async function insertResults(
  tx: WritingContext,
  { import_id, merchant_id }: PaymentMethodImport,
  results: readonly RowResult[],
): Promise<void> {
  const values = [merchant_id, import_id, JSON.stringify(results), tx.ports.now().toISOString()];
  const touches = { writes: ['payment_method_import_results'] };
  await tx.rows.query({ text: resultsText, values, touches }, merchant_id);
}
