import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { ConnectorAccount } from '../../entities/connector-account.ts';
import { FinanceImport, FinanceImportBatch } from '../../entities/finance-import.ts';
import { MerchantAccount } from '../../entities/merchant-account.ts';
import { type Context, type WritingContext, withinMerchant } from '../../foundation/context.ts';
import type { SettledLine } from '../../foundation/ports/connector-settlements.ts';
import { reconIsActive } from '../../merchant-accounts/reconciliation.ts';
import { decryptField } from '../../writes/apply-changes.ts';
import { type DueObjects, endDueObjects, type MerchantShare } from '../../writes/due-objects.ts';
import { inTransaction, lock } from '../../writes/transactions.ts';
import { judgeSettlements } from '../judge-settlements.ts';
import { type LineSource, takeLines } from '../take-lines.ts';
import type { BankLine } from './bank-line.ts';
import { matchBankLines } from './match-bank-lines.ts';
import { takeBackLines } from './take-back-lines.ts';
import { takeBackBankLines, takeBankLines } from './take-bank-lines.ts';

/** The time that one import may use per run, so that a long one does not delay the others. */
const IMPORT_MS = 10_000;
const decompressed = promisify(gunzip);

/**
 * Continues the confirmed imports of a share of the merchants: records their lines, or takes them back, batch by batch, each
 * in a separate transaction. After an interruption the next run continues with the missing batch.
 *
 * @returns The number of imports that ended.
 */
export function runFinanceImports(ctx: Context, share: MerchantShare): Promise<number> {
  const due: DueObjects = {
    table: 'finance_imports',
    id: 'import_id',
    dueAt: 'created_at',
    where: "status = 'running'",
    end: (merchantId, id) => continueFinanceImport(withinMerchant(ctx, merchantId), id, IMPORT_MS),
  };
  return endDueObjects(ctx, due, share);
}

/** Continues an import until it ends, or for a time; returns whether it ended. */
export async function continueFinanceImport(ctx: Context, importId: string, ms: number): Promise<boolean> {
  const untilMs = performance.now() + ms;
  while (!(await nextBatch(ctx, importId))) if (performance.now() > untilMs) return false;
  return true;
}

/** Handles the next batch of an import; returns whether it ended. */
const nextBatch = (ctx: Context, importId: string): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    const of = await lock(tx, FinanceImport, importId);
    if (of.status !== 'running') return true;
    if (of.takes_back) return takeBack(tx, of);
    const source = await sourceOf(tx, of);
    if (typeof source === 'string') {
      of.failure_reason = source;
      of.takes_back = true;
      return false;
    }
    return takeBatch(tx, of, source);
  });

/** Where the lines of an import are from; the reason as text if they must not be recorded any more. */
async function sourceOf(tx: WritingContext, of: FinanceImport): Promise<LineSource | string> {
  const { import_id, merchant_connector_id, merchant_id } = of;
  const { em } = tx.transaction;
  const merchant = await em.findOne(MerchantAccount, { merchant_id });
  if (!merchant || !reconIsActive(merchant)) return 'Reconciliation was switched off.';
  const source = { merchantId: merchant_id, importId: import_id, reportReference: import_id };
  if (of.kind === 'bank_statement')
    return { ...source, merchantConnectorId: '', profileId: '', connector: '' };
  const account = await em.findOne(ConnectorAccount, {
    merchant_id,
    merchant_connector_id: merchant_connector_id!,
  });
  if (!account) return 'The connector account was deleted.';
  const { connector_name: connector, profile_id: profileId } = account;
  return { ...source, merchantConnectorId: account.merchant_connector_id, profileId, connector };
}

async function takeBatch(tx: WritingContext, of: FinanceImport, source: LineSource): Promise<boolean> {
  const { import_id, merchant_id } = of;
  const { em } = tx.transaction;
  const [batch, another] = await em.find(
    FinanceImportBatch,
    { merchant_id, import_id },
    { orderBy: { place: 'asc' }, limit: 2 },
  );
  if (batch) {
    const { duplicates, taken } = await record(tx, source, await linesOf(tx, batch));
    of.lines_taken += taken;
    of.lines_duplicate += duplicates;
    em.remove(batch);
  }
  const expected = of.lines_read - of.lines_refused;
  of.progress = Math.floor((100 * (of.lines_taken + of.lines_duplicate)) / Math.max(expected, 1));
  if (another) return false;
  if (of.kind === 'settlement') await judgeSettlements(tx, source);
  else await matchBankLines(tx, merchant_id);
  end(tx, of, 'done');
  return true;
}

type Lines =
  | { readonly kind: 'settlement'; readonly lines: SettledLine[] }
  | { readonly kind: 'bank'; readonly lines: BankLine[] };

async function linesOf(tx: WritingContext, batch: FinanceImportBatch): Promise<Lines> {
  const stored = Buffer.from(String(decryptField(tx, batch, 'lines')), 'base64');
  const lines = JSON.parse((await decompressed(stored)).toString()) as (SettledLine | BankLine)[];
  const isBank = lines.some((line) => 'bookedOn' in line);
  if (isBank) return { kind: 'bank', lines: lines as BankLine[] };
  const dated = (lines as SettledLine[]).map((line) => ({ ...line, occurredAt: new Date(line.occurredAt) }));
  return { kind: 'settlement', lines: dated };
}

const record = (tx: WritingContext, source: LineSource, { kind, lines }: Lines) =>
  kind === 'bank' ? takeBankLines(tx, source, lines) : takeLines(tx, source, lines);

/** Takes back some lines of an import; returns whether it was the last. */
async function takeBack(tx: WritingContext, of: FinanceImport): Promise<boolean> {
  const isSettlement = of.kind === 'settlement';
  const { left, lines } = isSettlement ? await takeBackLines(tx, of) : await takeBackBankLines(tx, of);
  of.lines_taken = Math.max(0, of.lines_taken - lines);
  of.progress = Math.floor(99 * (1 - of.lines_taken / Math.max(of.lines_read, 1)));
  if (left) return false;
  const { import_id, merchant_id } = of;
  await tx.transaction.em.nativeDelete(FinanceImportBatch, { merchant_id, import_id });
  await matchBankLines(tx, merchant_id);
  of.lines_taken = 0;
  of.lines_duplicate = 0;
  end(tx, of, of.failure_reason ? 'failed' : 'undone');
  return true;
}

function end(tx: WritingContext, of: FinanceImport, status: 'done' | 'failed' | 'undone'): void {
  of.status = status;
  of.progress = 100;
  of.takes_back = false;
  of.finished_at = tx.ports.now();
}
