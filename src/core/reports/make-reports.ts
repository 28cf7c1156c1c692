import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { stringify } from 'csv-stringify/sync';
import { Report, ReportPart } from '../entities/report.ts';
import { type Context, type WritingContext, withinMerchant } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { maskingPermissions } from '../foundation/permissions.ts';
import { csvFormat, type ExportPage, exportPages, type KeysetPosition } from '../reads/index.ts';
import { changeStatus, encryptField } from '../writes/apply-changes.ts';
import { type DueObjects, endDueObjects, type MerchantShare } from '../writes/due-objects.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { announceReport } from './announce-reports.ts';
import { type ReportContent, reportedList } from './reported-lists.ts';

/** Maximum number of rows of a report, the limit of spreadsheets. */
export const REPORT_ROWS_MAX = 1_000_000;
const REPORT_BYTES_MAX = 1_000_000_000;
const TOO_LARGE =
  'The report has more than 1,000,000 rows or 1 GB. Filter fewer rows, choose fewer columns or a shorter period.';
/** The time that one report may use per run, so that a long report does not delay the others. */
const REPORT_MS = 10_000;

/**
 * Writes the started reports of a share of the merchants, page by page, each page in a separate transaction, and notifies
 * the recipients of finished reports. After an interruption the next run continues with the missing page.
 *
 * @returns The number of finished reports.
 */
export function makeReports(ctx: Context, share: MerchantShare): Promise<number> {
  const due: DueObjects = {
    table: 'reports',
    id: 'report_id',
    dueAt: 'created_at',
    where: 'announced_at is null',
    end: (merchantId, id) => makeReport(withinMerchant(ctx, merchantId), id),
  };
  return endDueObjects(ctx, due, share);
}

/** @returns Whether the report is finished. */
async function makeReport(ctx: Context, reportId: string): Promise<boolean> {
  const startedMs = performance.now();
  const report = await inTransaction(ctx, (tx) => lock(tx, Report, reportId));
  if (report.status === 'pending' && !(await writeParts(ctx, report, startedMs + REPORT_MS))) return false;
  return announceReport(ctx, reportId);
}

/** Writes parts until the report is complete, or until a time; returns whether it is complete. */
async function writeParts(ctx: Context, report: Report, untilMs: number): Promise<boolean> {
  let pageAfter: (after: KeysetPosition | undefined) => Promise<ExportPage>;
  const { period_from: from, period_to: to } = report;
  try {
    const list = reportedList(report as ReportContent, { from, to });
    const columns = list.columns.map(({ name }) => name);
    pageAfter = exportPages(readerOf(ctx, report), list);
    const written: Written = {
      part: report.parts_done,
      rows: report.rows,
      after: report.written_to ?? undefined,
    };
    for (let at: Written | null = written; at; ) {
      if (at.part > written.part && performance.now() > untilMs) return false;
      at = await writePart(ctx, report.report_id, columns, at, await pageAfter(at.after));
    }
    return true;
  } catch (error) {
    // A release may have removed a field that the filter names.
    if (!(error instanceof Problem) || error.code !== 'invalid_parameter') throw error;
    await fail(ctx, report.report_id, error.message);
    return true;
  }
}

/** The progress of a file: its parts, its rows, and the position of the last row. */
interface Written {
  readonly part: number;
  readonly rows: number;
  readonly after: KeysetPosition | undefined;
}

/** The context that reads the rows: if they are masked, it lacks the permission to read personal data. */
const readerOf = (ctx: Context, { mask_personal_data }: Report): Context =>
  mask_personal_data ? { ...ctx, caller: { kind: 'admin_key', permissions: maskingPermissions } } : ctx;

const gzipped = promisify(gzip);

/** Writes one page of rows as the next part; returns the progress, or null if the file is finished. */
async function writePart(
  ctx: Context,
  reportId: string,
  columns: readonly string[],
  { part, rows: before }: Written,
  { next, rows }: ExportPage,
): Promise<Written | null> {
  const isFirst = part === 0;
  const csv = stringify(rows as unknown[][], {
    ...csvFormat,
    bom: isFirst,
    header: isFirst,
    columns: [...columns],
  });
  const bytes = Buffer.from(csv);
  // By another thread, and before the report is locked.
  const content = (await gzipped(bytes)).toString('base64');
  return inTransaction(ctx, async (tx) => {
    const report = await lock(tx, Report, reportId);
    // Another process is writing it too.
    if (report.parts_done !== part || report.status !== 'pending') return null;
    if (before + rows.length > REPORT_ROWS_MAX || report.bytes + bytes.length > REPORT_BYTES_MAX) {
      failLocked(tx, report, TOO_LARGE);
      return null;
    }
    const { expires_at, merchant_id } = report;
    const part_id = `${reportId}_${part + 1}`;
    const written = Object.assign(new ReportPart(), {
      merchant_id,
      part_id,
      report_id: reportId,
      expires_at,
    });
    encryptField(tx, written, 'content', content);
    tx.transaction.em.persist(written);
    report.parts_done = part + 1;
    report.rows = before + rows.length;
    report.bytes += bytes.length;
    report.written_to = next ? [...next] : null;
    if (!next) {
      changeStatus(tx, report, 'ready', 'schedule');
      return null;
    }
    return { part: part + 1, rows: report.rows, after: next };
  });
}

const fail = (ctx: Context, reportId: string, reason: string) =>
  inTransaction(ctx, async (tx) => {
    const report = await lock(tx, Report, reportId);
    if (report.status === 'pending') failLocked(tx, report, reason);
  });

function failLocked(tx: WritingContext, report: Report, reason: string): void {
  report.failure_reason = reason.slice(0, REASON_MAX);
  changeStatus(tx, report, 'failed', 'schedule');
}

const REASON_MAX = 255;
