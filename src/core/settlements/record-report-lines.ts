import type { OpenedAccount } from '../connector-calls/call-connector.ts';
import type { Context } from '../foundation/context.ts';
import type {
  OfferedReport,
  ReportItem,
  ReportPosition,
  SettledLine,
} from '../foundation/ports/connector-settlements.ts';
import { inTransaction } from '../writes/transactions.ts';
import { type FedAccount, renewFeed } from './report-feeds.ts';
import { lockReport, moveOn, noteWhole, settleReport } from './report-progress.ts';
import { takeLines } from './take-lines.ts';

/** Lines recorded per transaction. */
export const LINES_PER_BATCH = 500;
/** Lines checked between two renewals of the lease. */
const CHECKED_PER_LEASE = 20_000;
/** A report is not read for longer: the next run continues. */
const READ_MS = 60 * 60_000;

/** Reads a report to its end without recording it, so that a truncated one counts for nothing. */
export async function checkReport(
  ctx: Context,
  account: FedAccount,
  report: OfferedReport,
  { access, connector }: OpenedAccount,
): Promise<void> {
  let lines = 0;
  const signal = AbortSignal.timeout(READ_MS);
  for await (const _ of connector.readReport!(access, { report, after: null, signal })) {
    lines += 1;
    if (lines % CHECKED_PER_LEASE === 0) await renewFeed(ctx, account.merchantConnectorId);
  }
  await noteWhole(ctx, account, report);
}

/** Records the lines of a report after those that were recorded before, and the states of its settlements. */
export async function recordReport(
  ctx: Context,
  account: FedAccount,
  report: OfferedReport,
  { access, connector }: OpenedAccount,
): Promise<void> {
  const { linesRead, readTo } = await inTransaction(ctx, (tx) => lockReport(tx, account, report));
  const after = linesRead > 0 ? { lineNumber: linesRead, cursor: readTo } : null;
  const items = connector.readReport!(access, { report, after, signal: AbortSignal.timeout(READ_MS) });
  let before = linesRead;
  for await (const batch of batchesOf(items)) {
    if (!(await recordBatch(ctx, account, report, before, batch))) return;
    before = placeOf(batch.at(-1)!).lineNumber;
  }
  await settleReport(ctx, account, report);
}

const placeOf = (item: ReportItem): ReportPosition => ({
  lineNumber: 'line' in item ? item.line.lineNumber : item.lineNumber,
  cursor: item.cursor,
});

async function* batchesOf(items: AsyncIterable<ReportItem>): AsyncGenerator<readonly ReportItem[]> {
  let batch: ReportItem[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < LINES_PER_BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * Records a batch of lines with the position after it, in one transaction.
 *
 * @param before The number of the last line before the batch.
 * @returns False if another process has recorded lines meanwhile.
 */
const recordBatch = (
  ctx: Context,
  account: FedAccount,
  report: OfferedReport,
  before: number,
  batch: readonly ReportItem[],
): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    const progress = await lockReport(tx, account, report);
    if (progress.finished || progress.linesRead !== before) return false;
    const lines = batch.flatMap((item): SettledLine[] => ('line' in item ? [item.line] : []));
    await takeLines(tx, { ...account, importId: null, reportReference: report.reference }, lines);
    await moveOn(tx, account, report, { ...placeOf(batch.at(-1)!), refused: batch.length - lines.length });
    await renewFeed(tx, account.merchantConnectorId);
    return true;
  });
