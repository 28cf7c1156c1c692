import type Stripe from 'stripe';
import type { Connector, ConnectorAccess } from '../../core/foundation/ports/connector.ts';
import {
  type OfferedReport,
  type ReadReportRequest,
  type ReportItem,
  ReportTruncatedError,
} from '../../core/foundation/ports/connector-settlements.ts';
import type { ConnectorSetup } from '../connector-setup.ts';
import { UnreadableAnswerError } from '../exchange.ts';
import { stripeAmounts } from './amounts.ts';
import { stripeClient } from './client.ts';
import { sanitized } from './errors.ts';
import { lineOf } from './report-lines.ts';

/** Objects per page, the most that Stripe lists. */
const PAGE = 100;
/** The deadline of one page. */
const PAGE_MS = 30_000;

/**
 * Reports of Stripe: one for each automatic payout to the merchant's bank. Stripe tells which balance transactions a payout
 * has for automatic payouts only, once its `reconciliation_status` is `completed`.
 */
export const reportOperations = (
  setup: ConnectorSetup,
): Required<Pick<Connector, 'listReports' | 'readReport'>> => ({
  listReports: (access, { signal, since }) =>
    sanitized(async () => {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      const payouts = stripeClient(setup, access, signal).payouts.list({ created, limit: PAGE });
      const offered: OfferedReport[] = [];
      for await (const payout of payouts) if (isReconciled(payout)) offered.push(offeredOf(payout));
      return offered.toReversed();
    }),
  readReport: (access, request) => readLines(setup, access, request),
});

const sent: ReadonlySet<string> = new Set(['in_transit', 'paid']);

const isReconciled = ({ automatic, reconciliation_status, status }: Stripe.Payout): boolean =>
  automatic && reconciliation_status === 'completed' && sent.has(status);

function offeredOf(payout: Stripe.Payout): OfferedReport {
  const { arrival_date, created, id, status, trace_id } = payout;
  const isPaid = status === 'paid';
  const { amount, currency } = stripeAmounts.fromVendor(payout.amount, payout.currency);
  return {
    reference: id,
    reportedAt: new Date(created * 1000),
    transfer: {
      ...{ settlementReference: id, amount, currency },
      paidAt: isPaid ? new Date(arrival_date * 1000) : null,
      bankReference: trace_id?.value ?? null,
    },
    awaitsBank: !isPaid,
  };
}

/** Reads the balance transactions of a payout, the latest first, page by page. The payout itself is one of them. */
async function* readLines(
  setup: ConnectorSetup,
  access: ConnectorAccess,
  { after, report, signal }: ReadReportRequest,
): AsyncGenerator<ReportItem> {
  let lineNumber = after?.lineNumber ?? 0;
  let cursor = after?.cursor ?? null;
  let sum = 0;
  for (let isMore = true; isMore; ) {
    const page = await pageAfter(setup, access, report.reference, cursor, signal);
    for (const booking of page.data) {
      lineNumber += 1;
      cursor = booking.id;
      sum += booking.net;
      yield itemOf(setup, report.reference, lineNumber, booking);
    }
    isMore = page.has_more && page.data.length > 0;
  }
  if (after !== null || sum === 0) return;
  // The payout takes out what the others brought in.
  throw new ReportTruncatedError(
    `The ${lineNumber} balance transactions of ${report.reference} do not add up to the payout.`,
  );
}

function pageAfter(
  setup: ConnectorSetup,
  access: ConnectorAccess,
  payout: string,
  cursor: string | null,
  signal: AbortSignal,
): Promise<Stripe.ApiList<Stripe.BalanceTransaction>> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(PAGE_MS)]);
  return sanitized(() =>
    stripeClient(setup, access, within).balanceTransactions.list({
      ...{ payout, limit: PAGE, expand: ['data.source'] },
      ...(cursor === null ? {} : { starting_after: cursor }),
    }),
  );
}

function itemOf(
  setup: ConnectorSetup,
  payoutId: string,
  lineNumber: number,
  booking: Stripe.BalanceTransaction,
): ReportItem {
  try {
    return { line: lineOf(setup, payoutId, lineNumber, booking), cursor: booking.id };
  } catch (error) {
    if (!(error instanceof UnreadableAnswerError)) throw error;
    return { refused: error.message, lineNumber, cursor: booking.id };
  }
}
