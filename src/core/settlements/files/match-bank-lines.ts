import type { WritingContext } from '../../foundation/context.ts';
import { stateText } from '../settlement-state.ts';

/** Letters and digits that a settlement's reference must have to be found in a bank's text. */
const REFERENCE_MIN = 8;
/** Days after a settlement's last line in which the bank books it. */
const BOOKED_WITHIN_DAYS = 10;
/** Days around a settlement in which a bank's text may name it. */
const NAMED_WITHIN_DAYS = 60;
/** Most credits that are matched at once, the newest first. */
const LINES_MAX = 5_000;

/** Lets one transaction at a time change or match the bank lines of a merchant, so that none misses the other's. */
export async function holdStatements(tx: WritingContext, merchantId: string): Promise<void> {
  const text = 'select 1 as held from merchant_accounts where merchant_id = $1 for no key update';
  await tx.rows.query({ text, values: [merchantId], touches: { reads: ['merchant_accounts'] } }, merchantId);
}

const plain = (column: string) => `lower(regexp_replace(${column}, '[^[:alnum:]]', '', 'g'))`;

/*
 * `named`: credits whose text has the reference of a settlement, the longest reference and the same amount first. `equal`:
 * other credits of the same amount, in the days after. Such a credit counts only if it is the one candidate of the one
 * settlement.
 */
const matchText = `
  with waiting as materialized (
    select line_id, amount, currency, booked_on, ${plain('reference')} as reference from bank_statement_lines
    where merchant_id = $1 and settlement_id is null and duplicate_of is null and amount > 0
    order by booked_on desc, line_id limit ${LINES_MAX}),
  due as materialized (
    select settlement_id, currency, coalesce(transferred, net) as expected, period_end,
      ${plain('settlement_reference')} as reference
    from settlements where merchant_id = $1 and bank_amount is null and coalesce(transferred, net) > 0),
  named as materialized (
    select l.line_id, s.settlement_id,
      row_number() over (partition by s.settlement_id order by l.amount = s.expected desc, l.booked_on, l.line_id) as line_place,
      row_number() over (partition by l.line_id
        order by length(s.reference) desc, l.amount = s.expected desc, s.settlement_id) as settlement_place
    from waiting l join due s on s.currency = l.currency and length(s.reference) >= ${REFERENCE_MIN}
      and position(s.reference in l.reference) > 0
      and abs(extract(epoch from l.booked_on - s.period_end)) < ${NAMED_WITHIN_DAYS * 86_400}),
  equal as (
    select l.line_id, s.settlement_id, count(*) over (partition by l.line_id) as settlements,
      count(*) over (partition by s.settlement_id) as lines
    from waiting l join due s on s.currency = l.currency and s.expected = l.amount
      and l.booked_on >= date_trunc('day', s.period_end, 'UTC')
      and l.booked_on < s.period_end + interval '${BOOKED_WITHIN_DAYS} days'
    where not exists (select from named n where n.line_id = l.line_id or n.settlement_id = s.settlement_id)),
  matched as (
    select line_id, settlement_id from named where line_place = 1 and settlement_place = 1
    union all
    select line_id, settlement_id from equal where settlements = 1 and lines = 1),
  paying as (
    update bank_statement_lines l set settlement_id = m.settlement_id from matched m
    where l.merchant_id = $1 and l.line_id = m.line_id
    returning l.settlement_id, l.amount, l.booked_on, l.reference)
  update settlements s set bank_amount = p.amount, bank_reference = coalesce(s.bank_reference, left(p.reference, 255)),
    paid_at = coalesce(s.paid_at, p.booked_on)
  from paying p where s.merchant_id = $1 and s.settlement_id = p.settlement_id
  returning s.settlement_id`;

/**
 * Matches the credits of a merchant's bank statements with settlements: by the reference of the settlement in the bank's
 * text, else by amount and day. A settlement whose amount the bank has otherwise `differs`.
 */
export async function matchBankLines(tx: WritingContext, merchantId: string): Promise<void> {
  await holdStatements(tx, merchantId);
  const touches = { writes: ['bank_statement_lines', 'settlements'] };
  const matched = await tx.rows.query<{ settlement_id: string }>(
    { text: matchText, values: [merchantId], touches },
    merchantId,
  );
  await judge(
    tx,
    merchantId,
    matched.map(({ settlement_id }) => settlement_id),
  );
}

const releaseText = `
  update settlements set bank_amount = null, bank_reference = null, paid_at = null
  where merchant_id = $1 and settlement_id = any($2::text[])`;

/** Takes back what bank lines that are gone said about settlements. */
export async function releaseSettlements(
  tx: WritingContext,
  merchantId: string,
  settlementIds: readonly string[],
): Promise<void> {
  if (settlementIds.length === 0) return;
  const touches = { writes: ['settlements'] };
  await tx.rows.query({ text: releaseText, values: [merchantId, settlementIds], touches }, merchantId);
  await judge(tx, merchantId, settlementIds);
}

async function judge(
  tx: WritingContext,
  merchantId: string,
  settlementIds: readonly string[],
): Promise<void> {
  if (settlementIds.length === 0) return;
  const text = `update settlements s set state = ${stateText} where s.merchant_id = $1 and s.settlement_id = any($2::text[])`;
  const touches = { writes: ['settlements'] };
  await tx.rows.query({ text, values: [merchantId, settlementIds], touches }, merchantId);
}
