import { callConnector, openConnectorAccount } from '../connector-calls/call-connector.ts';
import { type Context, withinMerchant } from '../foundation/context.ts';
import { guardKey, NotSentError, UnansweredError } from '../foundation/ports/connector.ts';
import {
  type OfferedReport,
  ReportRefusedError,
  ReportTruncatedError,
} from '../foundation/ports/connector-settlements.ts';
import { type DueObjects, endDueObjects, type MerchantShare } from '../writes/due-objects.ts';
import { checkReport, recordReport } from './record-report-lines.ts';
import { claimFeed, closeFeed, type FedAccount, fedAccount, openFeeds, releaseFeed } from './report-feeds.ts';
import { knownReports, noteReport, refuseReport, settleReport } from './report-progress.ts';

/** How often an account is asked for reports, besides when its connector says that one is ready. */
const ASKED_EVERY_MS = 60 * 60_000;
/** When an account is asked again after a failure. */
const ASKED_AGAIN_MS = 15 * 60_000;
/** When an account is looked at again whose connector has no reports. */
const UNABLE_MS = 24 * 60 * 60_000;
/** The time after which no further report of an account is begun in a run, so that a long one does not delay the others. */
const ACCOUNT_MS = 20_000;
/** Reports may be listed late by this much. */
const LISTED_LATE_MS = 3 * 24 * 60 * 60_000;

/**
 * Asks the connector accounts of a share of the merchants whose reconciliation is active for reports, and records the lines
 * of new ones. After an interruption the next run continues after the last recorded line.
 *
 * @returns The number of accounts that were asked.
 */
export async function readReports(ctx: Context, share: MerchantShare): Promise<number> {
  await openFeeds(ctx);
  const due: DueObjects = {
    table: 'settlement_feeds',
    id: 'merchant_connector_id',
    dueAt: 'next_at',
    where: 'next_at is not null',
    end: (merchantId, id) => readFeed(withinMerchant(ctx, merchantId), id),
  };
  return endDueObjects(ctx, due, share);
}

/** Reads the reports of an account; returns whether it was due. */
async function readFeed(ctx: Context, accountId: string): Promise<boolean> {
  if (!(await claimFeed(ctx, accountId))) return false;
  const startedMs = performance.now();
  const account = await fedAccount(ctx, accountId);
  if (!account) {
    await closeFeed(ctx, accountId);
    return true;
  }
  if (!ctx.ports.connectors.find(account.connector)?.abilities.has('settlement_reports')) {
    await releaseFeed(ctx, accountId, UNABLE_MS);
    return true;
  }
  const known = await knownReports(ctx, accountId);
  const since = new Date((known.since ?? account.since).getTime() - LISTED_LATE_MS);
  const key = keyOf(account);
  // Under its own circuit: reports that fail do not keep payments from the account.
  const listed = await callConnector(
    ctx,
    key,
    'listReports',
    (connector, access, signal) => connector.listReports(access, { since, signal }),
    `${guardKey(key)}/reports`,
  );
  if (listed.kind !== 'answered') {
    await releaseFeed(ctx, accountId, ASKED_AGAIN_MS, `listReports: ${listed.reason}`);
    return true;
  }
  const reports = listed.value.toSorted((a, b) => a.reportedAt.getTime() - b.reportedAt.getTime());
  let failure: string | null = null;
  for (const report of reports) {
    if (performance.now() - startedMs > ACCOUNT_MS) {
      await releaseFeed(ctx, accountId, 0);
      return true;
    }
    failure = (await takeReport(ctx, account, report)) ?? failure;
  }
  await releaseFeed(ctx, accountId, failure === null ? ASKED_EVERY_MS : ASKED_AGAIN_MS, failure);
  return true;
}

const keyOf = ({ merchantConnectorId, merchantId }: FedAccount) => ({
  merchant_id: merchantId,
  merchant_connector_id: merchantConnectorId,
});

const REASON_MAX = 255;
const reasonText = (error: Error) => error.message.slice(0, REASON_MAX);

/** Whether the vendor did not respond, or not in time: the next run continues. */
const isWithoutAnswer = (error: unknown): error is Error =>
  error instanceof UnansweredError ||
  error instanceof NotSentError ||
  (error instanceof DOMException && error.name === 'TimeoutError');

/**
 * Records a report, or the arrival of the money of a recorded one.
 *
 * @returns The reason why it is to be read again; null if it is not.
 * @throws Any other error of the connector: a defect.
 */
async function takeReport(ctx: Context, account: FedAccount, report: OfferedReport): Promise<string | null> {
  const progress = await noteReport(ctx, account, report);
  if (progress.finished) {
    if (!progress.paid) await settleReport(ctx, account, report);
    return null;
  }
  const opened = await openConnectorAccount(ctx, keyOf(account));
  if (!opened) return null;
  try {
    if (!progress.checked) await checkReport(ctx, account, report, opened);
    await recordReport(ctx, account, report, opened);
    return null;
  } catch (error) {
    if (error instanceof ReportRefusedError) {
      await refuseReport(ctx, account, report, reasonText(error));
      return null;
    }
    if (error instanceof ReportTruncatedError) {
      await noteReport(ctx, account, report, reasonText(error));
      return reasonText(error);
    }
    if (isWithoutAnswer(error)) return reasonText(error);
    throw error;
  }
}
