import type { LearnedCell } from '../foundation/ports/learned-routing.ts';
import type { RowSource } from '../foundation/transaction.ts';
import { type CellKeys, cellKeys, halfLives } from '../routing/learned/cells.ts';
import { feeKeys } from '../routing/learned/fees.ts';
import { findDue } from '../writes/find-due.ts';

/** Sums of attempts with the cells that they belong to. */
export type ReadCell = readonly [account: string, keys: CellKeys, sums: Partial<LearnedCell>];

/** Most attempts read at once, the latest. */
export const ATTEMPTS_MAX = { old: 100_000, settled: 50_000, recent: 20_000 } as const;

/** The profiles with an active ruleset that learns. */
export const learningProfiles = (rows: RowSource) =>
  findDue<{ merchant_id: string; profile_id: string }>(rows, {
    text: (isOfSome) => `
      select x.merchant_id, x.profile_id from business_profiles x
      where ${isOfSome('x.')} and x.active_rules is not null
        and x.active_rules::text ~ '"(success_rate|least_cost)"'`,
    values: [],
    reads: ['business_profiles'],
  });

/** The sums of the attempts with the same facts, weighted by age. */
interface AttemptSums {
  readonly account: string;
  readonly payment_method: string | null;
  readonly country: string | null;
  readonly card_network: string | null;
  readonly funding: string | null;
  readonly currency: string | null;
  readonly approved: number;
  readonly decided: number;
  readonly recent_approved: number;
  readonly recent_decided: number;
  readonly latest_approved: number;
  readonly latest_decided: number;
  readonly count: string;
  readonly oldest: Date;
  readonly charged: number;
  readonly fees: number;
  readonly fee_count: number;
}

/** What attempts say, and where reading them ended. */
export interface ReadAttempts {
  readonly cells: readonly ReadCell[];
  /** The creation of the oldest attempt read if there may be older ones in the period; else null. */
  readonly cutAt: Date | null;
}

/** PostgreSQL refuses a power that is too small for a number. */
const HALVINGS_MAX = 1000;
const weight = (halfLifeMs: number) =>
  `power(0.5::float8, least(greatest(extract(epoch from $5::timestamptz - a.created_at)::float8, 0) / ${halfLifeMs / 1000}, ${HALVINGS_MAX}))`;

/**
 * Reads the attempts of a profile that connectors decided, with the fees of their captures: those created in a period, the
 * latest of them. One look-up by index, of a bounded number of attempts.
 *
 * @param period From one time to before another.
 * @param at The time at which they are weighed.
 */
export async function readAttempts(
  rows: RowSource,
  { merchantId, profileId }: { readonly merchantId: string; readonly profileId: string },
  which: keyof typeof ATTEMPTS_MAX,
  [from, to]: readonly [from: Date, to: Date],
  at: Date,
): Promise<ReadAttempts> {
  const text = `
    select a.merchant_connector_id as account, a.payment_method, a.billing_country as country, a.card_network, f.funding,
           a.currency, sum(w.lasting) filter (where a.connector_decision = 'approved') as approved,
           sum(w.lasting) as decided, sum(w.recent) filter (where a.connector_decision = 'approved') as recent_approved,
           sum(w.recent) as recent_decided,
           sum(w.latest) filter (where a.connector_decision = 'approved') as latest_approved,
           sum(w.latest) as latest_decided, count(*) as count, min(a.created_at) as oldest,
           sum(w.lasting * c.amount) as charged, sum(w.lasting * c.fee) as fees,
           sum(w.lasting) filter (where c.fee is not null) as fee_count
    from (select merchant_id, payment_id, attempt_id, created_at, merchant_connector_id, payment_method, billing_country,
                 card_network, payment_method_type, currency, connector_decision
          from attempts
          where merchant_id = $1 and profile_id = $2 and connector_decision is not null
            and merchant_connector_id is not null
            and created_at >= $3::timestamptz and created_at < $4::timestamptz
          order by created_at desc limit ${ATTEMPTS_MAX[which]}) a
      cross join lateral (select ${weight(halfLives.lasting)} as lasting, ${weight(halfLives.recent)} as recent,
                                 ${weight(halfLives.latest)} as latest) w
      cross join lateral (
        select coalesce((
          select p.payment_method_data #>> '{card,card_type}' from payments p
          where p.merchant_id = $1 and p.payment_id = a.payment_id), a.payment_method_type) as funding) f
      left join lateral (
        select sum(k.amount)::float8 as amount, sum(k.fee)::float8 as fee from captures k
        where k.merchant_id = $1 and k.payment_id = a.payment_id and k.authorized_attempt_id = a.attempt_id
          and k.fee is not null and k.fee_currency = k.currency) c on true
    group by 1, 2, 3, 4, 5, 6`;
  const statement = {
    text,
    values: [merchantId, profileId, from.toISOString(), to.toISOString(), at.toISOString()],
    touches: { reads: ['attempts', 'captures', 'payments'] },
  };
  const found = await rows.query<AttemptSums>(statement, merchantId);
  const count = found.reduce((sum, one) => sum + Number(one.count), 0);
  const oldest = Math.min(...found.map((one) => new Date(one.oldest).getTime()));
  return { cells: found.flatMap(cellsFrom), cutAt: count >= ATTEMPTS_MAX[which] ? new Date(oldest) : null };
}

function cellsFrom(sums: AttemptSums): ReadCell[] {
  const success: ReadCell = [
    sums.account,
    cellKeys(sums),
    {
      approved: sums.approved ?? 0,
      decided: sums.decided,
      recentApproved: sums.recent_approved ?? 0,
      recentDecided: sums.recent_decided,
      latestApproved: sums.latest_approved ?? 0,
      latestDecided: sums.latest_decided,
    },
  ];
  if (!sums.fee_count || !sums.currency) return [success];
  const fees = { charged: sums.charged, fees: sums.fees, feeCount: sums.fee_count };
  return [success, [sums.account, feeKeys(sums, sums.currency), fees]];
}
