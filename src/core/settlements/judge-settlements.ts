import type { WritingContext } from '../foundation/context.ts';
import type { ReportedTransfer } from '../foundation/ports/connector-settlements.ts';
import { matchBankLines } from './files/match-bank-lines.ts';
import { stateText } from './settlement-state.ts';
import type { LineSource } from './take-lines.ts';

/**
 * Sets the state of the settlements of a report or file after its last line: `differs` if what was transferred is not the
 * sum of the lines.
 *
 * @param transfer What the connector reports about its transfer. It replaces the sum of transfer lines.
 */
export async function judgeSettlements(
  tx: WritingContext,
  source: Pick<LineSource, 'merchantId' | 'merchantConnectorId' | 'reportReference'>,
  transfer: ReportedTransfer | null = null,
): Promise<void> {
  const { merchantConnectorId, merchantId, reportReference } = source;
  const touches = { writes: ['settlements'] };
  if (transfer) {
    const text = `
      update settlements set transferred = $5, paid_at = coalesce(paid_at, $6::timestamptz),
        bank_reference = coalesce(bank_reference, $7)
      where merchant_id = $1 and merchant_connector_id = $2 and settlement_reference = $3 and currency = $4`;
    const { amount, bankReference, currency, paidAt, settlementReference } = transfer;
    const values = [merchantId, merchantConnectorId, settlementReference, currency];
    const reported = [amount, paidAt?.toISOString() ?? null, bankReference];
    await tx.rows.query({ text, values: [...values, ...reported], touches }, merchantId);
  }
  const text = `
    update settlements s set state = ${stateText}
    where s.merchant_id = $1 and s.merchant_connector_id = $2 and s.settlement_id in (
      select l.settlement_id from settlement_lines l
      where l.merchant_id = $1 and l.merchant_connector_id = $2 and l.report_reference = $3
        and l.settlement_id is not null)
      and s.state is distinct from (${stateText})`;
  const values = [merchantId, merchantConnectorId, reportReference];
  const reads = ['settlement_lines'];
  await tx.rows.query({ text, values, touches: { ...touches, reads } }, merchantId);
  // The statement of the bank may have come before.
  await matchBankLines(tx, merchantId);
}

/**
 * Sums settlements anew from their lines, after lines were taken back, and sets their states. A settlement without a line
 * is deleted.
 */
export async function sumSettlements(
  tx: WritingContext,
  merchantId: string,
  settlementIds: readonly string[],
): Promise<void> {
  const values = [merchantId, settlementIds];
  const text = `
    with summed as (
      select settlement_id, min(occurred_at) as period_start, max(occurred_at) as period_end,
        coalesce(sum(coalesce(settled_fee, case when settled_currency is null then fee end, 0))
          filter (where duplicate_of is null and type <> 'transfer'), 0)::int8 as fee,
        coalesce(sum(coalesce(settled_net, net)) filter (where duplicate_of is null and type <> 'transfer'), 0)::int8 as net,
        (-sum(coalesce(settled_net, net)) filter (where duplicate_of is null and type = 'transfer'))::int8 as transferred,
        (count(*) filter (where duplicate_of is null))::int as line_count
      from settlement_lines where merchant_id = $1 and settlement_id = any($2::text[]) group by settlement_id),
    changed as (
      update settlements s set period_start = n.period_start, period_end = n.period_end, gross = n.net + n.fee, fee = n.fee,
        net = n.net, transferred = n.transferred, line_count = n.line_count
      from summed n where s.merchant_id = $1 and s.settlement_id = n.settlement_id
      returning 1)
    delete from settlements s where s.merchant_id = $1 and s.settlement_id = any($2::text[])
      and not exists (select from summed n where n.settlement_id = s.settlement_id)`;
  const touches = { writes: ['settlements'], reads: ['settlement_lines'] };
  await tx.rows.query({ text, values, touches }, merchantId);
  const state = `
    update settlements s set state = ${stateText} where s.merchant_id = $1 and s.settlement_id = any($2::text[])`;
  await tx.rows.query({ text: state, values, touches: { writes: ['settlements'] } }, merchantId);
}
