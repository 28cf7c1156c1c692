import type { Context, WritingContext } from '../foundation/context.ts';
import type { OfferedReport } from '../foundation/ports/connector-settlements.ts';
import { inTransaction } from '../writes/transactions.ts';
import { judgeSettlements } from './judge-settlements.ts';
import type { FedAccount } from './report-feeds.ts';

/** How far a report was read. */
export interface ReportProgress {
  readonly checked: boolean;
  readonly finished: boolean;
  /** Whether its money arrived, or the connector never says so. */
  readonly paid: boolean;
  readonly linesRead: number;
  readonly readTo: string | null;
}

const touches = { writes: ['settlement_reports'] };
const shown = `checked_at is not null as checked, finished_at is not null as finished, is_paid as paid,
  lines_read as "linesRead", read_to as "readTo"`;

const keyOf = ({ merchantConnectorId, merchantId }: FedAccount, { reference }: OfferedReport) => [
  merchantId,
  merchantConnectorId,
  reference,
];
const ofReport = 'merchant_id = $1 and merchant_connector_id = $2 and report_reference = $3';

/** The time from which an account's reports are not all known; null if it has none. */
export async function knownReports(
  ctx: Context,
  accountId: string,
): Promise<{ readonly since: Date | null }> {
  const text = `
    select coalesce(min(reported_at) filter (where finished_at is null or not is_paid), max(reported_at)) as since
    from settlement_reports where merchant_id = $1 and merchant_connector_id = $2`;
  const values = [ctx.merchantId, accountId];
  const reads = { reads: ['settlement_reports'] };
  const [found] = await ctx.rows.query<{ since: string | null }>(
    { text, values, touches: reads },
    ctx.merchantId,
  );
  return { since: found?.since ? new Date(found.since) : null };
}

/** Notes a report that an account has, and returns how far it was read. */
export async function noteReport(
  ctx: Context,
  account: FedAccount,
  report: OfferedReport,
  failureReason: string | null = null,
): Promise<ReportProgress> {
  const text = `
    insert into settlement_reports as r (merchant_id, merchant_connector_id, report_reference, reported_at, lines_read,
      lines_refused, is_paid, failure_reason)
    values ($1, $2, $3, $4::timestamptz, 0, 0, false, $5)
    on conflict (merchant_id, merchant_connector_id, report_reference)
      do update set failure_reason = coalesce($5, r.failure_reason)
    returning ${shown}`;
  const values = [...keyOf(account, report), report.reportedAt.toISOString(), failureReason];
  const [row] = await ctx.rows.query<ReportProgress>({ text, values, touches }, account.merchantId);
  return row!;
}

/** Notes that a report was read to its end and is whole. */
export async function noteWhole(ctx: Context, account: FedAccount, report: OfferedReport): Promise<void> {
  const text = `update settlement_reports set checked_at = $4::timestamptz, failure_reason = null where ${ofReport}`;
  const values = [...keyOf(account, report), ctx.ports.now().toISOString()];
  await ctx.rows.query({ text, values, touches }, account.merchantId);
}

/** Locks a report for the transaction that records lines of it, and returns how far it was read. */
export async function lockReport(
  tx: WritingContext,
  account: FedAccount,
  report: OfferedReport,
): Promise<ReportProgress> {
  const text = `select ${shown} from settlement_reports where ${ofReport} for update`;
  const values = keyOf(account, report);
  const reads = { reads: ['settlement_reports'] };
  const [row] = await tx.rows.query<ReportProgress>({ text, values, touches: reads }, account.merchantId);
  if (!row) throw new Error('A report is noted before its lines are recorded.');
  return row;
}

/** Moves the position of a report, with the lines before it. */
export async function moveOn(
  tx: WritingContext,
  account: FedAccount,
  report: OfferedReport,
  after: { readonly lineNumber: number; readonly cursor: string | null; readonly refused: number },
): Promise<void> {
  const text = `
    update settlement_reports set lines_read = $4, read_to = $5, lines_refused = lines_refused + $6 where ${ofReport}`;
  const values = [...keyOf(account, report), after.lineNumber, after.cursor, after.refused];
  await tx.rows.query({ text, values, touches }, account.merchantId);
}

/** Refuses a report for good. */
export async function refuseReport(
  ctx: Context,
  account: FedAccount,
  report: OfferedReport,
  reason: string,
): Promise<void> {
  const text = `
    update settlement_reports set finished_at = $4::timestamptz, is_paid = true, failure_reason = $5 where ${ofReport}`;
  const values = [...keyOf(account, report), ctx.ports.now().toISOString(), reason];
  await ctx.rows.query({ text, values, touches }, account.merchantId);
}

/** Sets the states of the settlements of a report whose lines are recorded, by what the connector says of its transfer. */
export function settleReport(ctx: Context, account: FedAccount, report: OfferedReport): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await lockReport(tx, account, report);
    await judgeSettlements(tx, { ...account, reportReference: report.reference }, report.transfer);
    const text = `
      update settlement_reports set finished_at = coalesce(finished_at, $4::timestamptz), is_paid = $5,
        failure_reason = null where ${ofReport}`;
    const values = [...keyOf(account, report), tx.ports.now().toISOString(), !report.awaitsBank];
    await tx.rows.query({ text, values, touches }, account.merchantId);
  });
}
