import { Report } from '../entities/report.ts';
import { ReportSchedule } from '../entities/report-schedule.ts';
import type { Context } from '../foundation/context.ts';
import { dashboardLink } from '../foundation/dashboard-link.ts';
import { mailText, ownWords } from '../foundation/mail-text.ts';
import type { Message } from '../foundation/ports/mail.ts';
import { urlPath } from '../foundation/url-path.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { entitledAddresses } from './report-recipients.ts';

/**
 * Notifies the recipients who may still download a report that it is finished, once that is recorded. A crash in between
 * loses the message; the reports page shows the report anyway.
 *
 * @returns Whether the report was announced.
 */
export async function announceReport(ctx: Context, reportId: string): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const report = await lock(tx, Report, reportId);
    // Another process is still writing it, or has announced it.
    if (report.status === 'pending' || report.announced_at) return false;
    const { merchant_id, schedule_id } = report;
    const schedule = await tx.transaction.em.findOne(ReportSchedule, { merchant_id, schedule_id });
    const entitled = await entitledAddresses(tx, merchant_id, report, schedule?.recipients ?? []);
    const link = dashboardLink(tx.ports, merchant_id, urlPath`/reports?report=${report.report_id}`);
    for (const to of entitled) tx.transaction.outbox.mails.push(messageTo(to, report, link));
    report.announced_at = tx.ports.now();
    return true;
  });
}

/** The message quotes nothing from the report: mailboxes must not hold customers' data. */
function messageTo(to: string, { file_name, name, status }: Report, link: string): Message {
  const file = ownWords(file_name);
  const after = mailText`You receive this as a recipient of the report’s schedule.`;
  if (status === 'failed') {
    return {
      to,
      subject: mailText`Report failed: ${name}`,
      before: mailText`The report “${file}” could not be created. See the reason here:`,
      link,
      after,
    };
  }
  return {
    to,
    subject: mailText`Report: ${name}`,
    before: mailText`The report “${file}” is ready. Sign in to download it here:`,
    link,
    after,
  };
}
