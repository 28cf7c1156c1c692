import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Report, ReportPart } from '../entities/report.ts';
import { permissionsFor } from '../entities/report-schedule.ts';
import type { Context } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import { requirePermission } from '../foundation/permissions.ts';
import { decryptField } from '../writes/apply-changes.ts';
import { recordAudit } from '../writes/outbox/audit-log.ts';
import { inTransaction, requireMerchant } from '../writes/transactions.ts';

/** The file of a report. */
export interface ReportFile {
  readonly name: string;
  readonly rows: number;
  /** Its parts in order, each read when it is consumed. */
  readonly parts: AsyncGenerator<Buffer>;
}

/**
 * Opens the file of a report, and records the caller in the audit log.
 *
 * @throws {Problem} `resource_not_found`, also for a report past its retention; `not_permitted` for a list, or personal
 *   data, that the caller may not read; `unexpected_state` unless it is ready.
 */
export async function downloadReport(ctx: Context, reportId: string): Promise<ReportFile> {
  // Reads are not recorded by default; this one is recorded like a command.
  const command = { name: 'downloadReport', recorded: new Set<string>() };
  const report = await inTransaction({ ...ctx, command }, async (tx) => {
    const merchant_id = requireMerchant(tx);
    const found = await tx.transaction.em.findOne(Report, { merchant_id, report_id: reportId });
    if (!found || found.expires_at <= tx.ports.now()) throw notFound('report');
    for (const permission of permissionsFor(found)) requirePermission(ctx, permission);
    if (found.status !== 'ready') {
      throw new Problem(
        'unexpected_state',
        `The report is ${found.status}; it can be downloaded once it is ready.`,
      );
    }
    const downloaded = { field: 'downloaded_file', before: null, after: found.file_name, concealed: false };
    recordAudit(tx, {
      merchantId: merchant_id,
      objectType: 'report',
      objectId: reportId,
      changes: [downloaded],
    });
    return found;
  });
  return { name: report.file_name, rows: report.rows, parts: readParts(ctx, report) };
}

const gunzipped = promisify(gunzip);

async function* readParts(
  ctx: Context,
  { merchant_id, parts_done, report_id }: Report,
): AsyncGenerator<Buffer> {
  for (let number = 1; number <= parts_done; number += 1) {
    const content = await inTransaction(ctx, async (tx) => {
      const key = { merchant_id, part_id: `${report_id}_${number}` };
      const part = await tx.transaction.em.findOneOrFail(ReportPart, key);
      return decryptField(tx, part, 'content') as string;
    });
    yield await gunzipped(Buffer.from(content, 'base64'));
  }
}
