import { whileReconIsActive } from '../entities/balance-entry.ts';
import { type Context, profileOfCaller } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import * as f from '../model/fields.ts';
import { Input, ValueObject } from '../model/index.ts';
import { requireMerchant } from '../writes/transactions.ts';

const DAY_MS = 86_400_000;
/** Days that one request may sum, and those that it sums by default. */
const DAYS_MAX = 366;
const DAYS_DEFAULT = 31;

@Input({ about: 'The period of sums by day.' })
export class BalanceDaysRequest {
  @f.Timestamp(`Start of the period; ${DAYS_DEFAULT} days before its end if omitted.`) from?: string | null;
  @f.Timestamp(`End of the period, excluded, at most ${DAYS_MAX} days after its start; now if omitted.`)
  until?: string | null;
}

/** The earliest time that both APIs accept. */
const FIRST_DAY = Date.parse('0001-01-01T00:00:00Z');

/** `net` is always the sum of the other amounts, less `fee`; transfers are in none of them. */
@ValueObject({
  about:
    'The sums of the balance entries of a day at a connector account, in one currency. `net` is the sum of `captured`, `refunded`, `disputed`, `paid_out` and `adjusted`, less `fee`; transfers to the bank are in none of them.',
})
export class BalanceDay {
  @f.Timestamp('Start of the day, in UTC.', { required: true, example: '2026-11-30T00:00:00.000Z' })
  day!: string;
  @f.Id('Connector account; null for entries whose account is not known.', {
    example: 'mca_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  merchant_connector_id?: string | null;
  @f.Currency('Three-letter ISO 4217 code of the currency of the amounts.', { required: true })
  currency!: string;
  @f.Balance('Captured money, less captures that failed, in minor units.', {
    required: true,
    example: 100_000,
  })
  captured!: number;
  @f.Balance('Refunds, less those that failed, in minor units; negative.', {
    required: true,
    example: -4_200,
  })
  refunded!: number;
  @f.Balance(
    'Disputed money that the connector took or gave back, in minor units; negative if it took more.',
    {
      required: true,
      example: 0,
    },
  )
  disputed!: number;
  @f.Balance('Payouts to recipients, less those that came back, in minor units; negative.', {
    required: true,
    example: 0,
  })
  paid_out!: number;
  @f.Balance('Adjustments and conversions, in minor units.', { required: true, example: 0 })
  adjusted!: number;
  @f.Balance('Known fees, in minor units; negative if more was given back than charged.', {
    required: true,
    example: 1_750,
  })
  fee!: number;
  @f.Balance('Change of the balance, in minor units.', { required: true, example: 94_050 })
  net!: number;
}

const grossOf = (...types: readonly string[]) =>
  `coalesce(sum(gross) filter (where type in (${types.map((type) => `'${type}'`).join(', ')})), 0)::text`;

const daysText = `
  select to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD') as day, merchant_connector_id, currency,
    ${grossOf('capture', 'capture_failure')} as captured,
    ${grossOf('refund', 'refund_failure')} as refunded,
    ${grossOf('dispute', 'dispute_reversal')} as disputed,
    ${grossOf('payout', 'payout_failure')} as paid_out,
    ${grossOf('adjustment', 'conversion')} as adjusted,
    coalesce(sum(fee), 0)::text as fee, sum(net)::text as net
  from balance_entries
  where merchant_id = $1 and occurred_at >= $2::timestamptz and occurred_at < $3::timestamptz
    and type <> 'transfer' and ($4::text is null or profile_id = $4) and ${whileReconIsActive.sql('', '$1')}
  group by 1, 2, 3 order by 1 desc, 2, 3`;

type DaySum = 'captured' | 'refunded' | 'disputed' | 'paid_out' | 'adjusted' | 'fee' | 'net';
type DayRow = Record<DaySum, string> &
  Pick<BalanceDay, 'day' | 'currency'> & { readonly merchant_connector_id: string | null };

/**
 * Sums a merchant's balance entries by UTC day, connector account and currency, newest day first; days without entries are
 * missing. None while reconciliation is not active. A caller who is restricted to a business profile sees its entries only.
 *
 * @throws {Problem} `invalid_parameter` for a period that ends before it starts, or is too long.
 */
export async function readBalanceDays(
  ctx: Context,
  { from, until }: BalanceDaysRequest,
): Promise<BalanceDay[]> {
  const merchantId = requireMerchant(ctx);
  const end = until ? new Date(until) : ctx.ports.now();
  const start = from ? new Date(from) : new Date(Math.max(end.getTime() - DAYS_DEFAULT * DAY_MS, FIRST_DAY));
  const lengthMs = end.getTime() - start.getTime();
  if (lengthMs < 0 || lengthMs > DAYS_MAX * DAY_MS) {
    const message = `from must be at most ${DAYS_MAX} days before until.`;
    throw new Problem('invalid_parameter', message, { param: 'from' });
  }
  const values = [merchantId, start.toISOString(), end.toISOString(), profileOfCaller(ctx.caller)];
  const touches = { reads: ['balance_entries', 'merchant_accounts'] };
  const rows = await ctx.rows.query<DayRow>({ text: daysText, values, touches, heavy: true }, merchantId);
  return rows.map(({ currency, day, merchant_connector_id, ...sums }) => ({
    ...{ merchant_connector_id, currency, day: `${day}T00:00:00.000Z` },
    captured: Number(sums.captured),
    refunded: Number(sums.refunded),
    disputed: Number(sums.disputed),
    paid_out: Number(sums.paid_out),
    adjusted: Number(sums.adjusted),
    fee: Number(sums.fee),
    net: Number(sums.net),
  }));
}
