import { FinanceImport, FinanceImportBatch } from '../../entities/finance-import.ts';
import type { Context } from '../../foundation/context.ts';
import { notFound, Problem } from '../../foundation/errors.ts';
import { requireRecon } from '../../merchant-accounts/reconciliation.ts';
import { inTransaction, lock } from '../../writes/transactions.ts';

/**
 * Confirms the preview of an import: a job then records its lines.
 *
 * @throws {Problem} `resource_not_found`, also for an expired preview; `unexpected_state` unless it is a preview with lines
 *   that count, and reconciliation is active.
 */
export async function confirmFinanceImport(ctx: Context, importId: string): Promise<void> {
  await requireRecon(ctx);
  await inTransaction(ctx, async (tx) => {
    const of = await lock(tx, FinanceImport, importId);
    const now = tx.ports.now();
    if (of.status === 'preview' && of.expires_at! <= now) throw notFound('finance import');
    if (of.status !== 'preview') throw wrongState(of, 'Only a preview can be confirmed.');
    if (of.lines_refused >= of.lines_read) throw wrongState(of, 'All of its lines were refused.');
    of.status = 'running';
    of.confirmed_at = now;
    of.expires_at = null;
  });
}

/**
 * Takes an import back as a whole: a job removes its lines, and a preview is discarded.
 *
 * @throws {Problem} `resource_not_found`; `unexpected_state` for an import that has failed or was taken back.
 */
export async function undoFinanceImport(ctx: Context, importId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const of = await lock(tx, FinanceImport, importId);
    if (of.status === 'failed' || of.status === 'undone')
      throw wrongState(of, 'It has no lines to take back.');
    if (of.status === 'preview') {
      const { import_id, merchant_id } = of;
      of.status = 'undone';
      of.finished_at = tx.ports.now();
      await tx.transaction.em.nativeDelete(FinanceImportBatch, { merchant_id, import_id });
      return;
    }
    of.status = 'running';
    of.takes_back = true;
    of.progress = 0;
  });
}

const wrongState = ({ status }: FinanceImport, why: string) =>
  new Problem('unexpected_state', `The import is ${status}. ${why}`);
