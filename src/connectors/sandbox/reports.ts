import { moneyText } from '../../core/foundation/currencies.ts';
import type { Connector, ConnectorAccess } from '../../core/foundation/ports/connector.ts';
import {
  type OfferedReport,
  type ReportItem,
  type ReportToRead,
  ReportTruncatedError,
  type SettledLine,
} from '../../core/foundation/ports/connector-settlements.ts';
import type { SandboxContext } from './context.ts';
import type { KeptLine } from './planted-differences.ts';
import { settingsOf, simulateNetwork } from './settings.ts';
import { settleDue } from './settle.ts';

/** Lines read per statement. */
const PAGE = 1_000;

interface SettlementRow {
  readonly settlement_id: string;
  readonly currency: string;
  readonly amount: number;
  readonly line_count: number;
  readonly created_at: string;
  readonly pays_at: string;
}

/** The reports of the sandbox: one for each settlement. Asking for them settles what is due. */
export const reportOperations = (
  ctx: SandboxContext,
): Required<Pick<Connector, 'listReports' | 'readReport'>> => ({
  async listReports(access, { signal, since }) {
    await simulateNetwork(access, signal);
    if (!settingsOf(access).settles) return [];
    await settleDue(ctx, access);
    const text = `select settlement_id, currency, amount::float8 as amount, line_count, created_at, pays_at
      from sandbox_settlements where merchant_id = $1 and merchant_connector_id = $2 and created_at >= $3::timestamptz
      order by created_at, settlement_id`;
    const { merchantConnectorId, merchantId } = access;
    const values = [merchantId, merchantConnectorId, since.toISOString()];
    const touches = { reads: ['sandbox_settlements'] };
    const rows = await ctx.rows.query<SettlementRow>({ text, values, touches }, merchantId);
    return rows.map((row) => offeredOf(row, ctx.now()));
  },
  readReport: (access, { after, report, signal }) =>
    readLines(ctx, access, report, after?.lineNumber ?? 0, signal),
});

function offeredOf(
  { amount, created_at, currency, pays_at, settlement_id: id }: SettlementRow,
  now: Date,
): OfferedReport {
  const paidAt = new Date(pays_at);
  const isPaid = paidAt <= now;
  return {
    reference: id,
    reportedAt: new Date(created_at),
    transfer: {
      settlementReference: id,
      currency,
      amount,
      paidAt: isPaid ? paidAt : null,
      bankReference: isPaid ? `SANDBOX ${id}` : null,
    },
    awaitsBank: !isPaid,
  };
}

interface LineRow {
  readonly line_number: number;
  readonly line: KeptLine;
}

async function* readLines(
  ctx: SandboxContext,
  access: ConnectorAccess,
  { reference, reportedAt, transfer }: ReportToRead,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<ReportItem> {
  const settlement = transfer!;
  let last = after;
  let [sum, lines] = [0, after];
  for (let rows: LineRow[] | null = null; rows === null || rows.length === PAGE; ) {
    signal.throwIfAborted();
    rows = await linesAfter(ctx, access, reference, last);
    for (const { line, line_number } of rows) {
      lines += 1;
      sum += line.repeats ? 0 : line.gross - line.fee;
      last = line_number;
      yield { line: settledLine(reference, line_number, line), cursor: null };
    }
  }
  if (after === 0 && sum !== settlement.amount) {
    const [found, sent] = [sum, settlement.amount].map((each) => moneyText(each, settlement.currency));
    throw new ReportTruncatedError(`${lines} lines of ${reference} add up to ${found}, not ${sent}.`);
  }
  const { amount, currency } = settlement;
  const transferred = {
    ...({ lineNumber: last + 1, type: 'transfer' } as const),
    ...{ connectorReference: reference, orderReference: null },
    ...{ settlementReference: reference, gross: -amount, fee: 0, currency, settled: null },
    ...{ occurredAt: reportedAt, availableOn: null },
  } as const;
  yield { line: transferred, cursor: null };
}

function settledLine(reference: string, lineNumber: number, line: KeptLine): SettledLine {
  const { available_on, currency, fee, gross, occurred_at, other_currency, type } = line;
  const common = {
    ...{ lineNumber, type, connectorReference: line.reference, orderReference: line.transaction_id },
    ...{ settlementReference: reference, gross, occurredAt: new Date(occurred_at) },
    availableOn: available_on === null ? null : new Date(available_on),
  };
  return other_currency === undefined
    ? { ...common, fee, currency, settled: null }
    : { ...common, fee: null, currency: other_currency, settled: { net: gross - fee, fee, currency } };
}

function linesAfter(
  ctx: SandboxContext,
  { merchantConnectorId, merchantId }: ConnectorAccess,
  reference: string,
  after: number,
): Promise<LineRow[]> {
  const text = `select line_number, line from sandbox_settled
    where merchant_id = $1 and merchant_connector_id = $2 and settlement_id = $3 and line_number > $4
    order by line_number limit ${PAGE}`;
  const values = [merchantId, merchantConnectorId, reference, after];
  return ctx.rows.query<LineRow>({ text, values, touches: { reads: ['sandbox_settled'] } }, merchantId);
}
