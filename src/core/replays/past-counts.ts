import { velocitySubjects } from '../entities/values/fact-types.ts';
import type { WritingContext } from '../foundation/context.ts';
import { StatementBuilder } from '../reads/statement.ts';
import type { PastLookup } from '../rules/rule-lookups.ts';
import type { VelocitySubject } from '../rules/velocity.ts';
import type { PastPayment } from './past-lookups.ts';

/** A count that rules compare. */
export type PastCount = Extract<PastLookup, { of: 'count' }>;

/** The profiles whose attempts are counted, by what their rules count by. */
export type CountedProfiles = Readonly<Record<VelocitySubject, readonly string[]>>;

/** What a payment is counted by, as the `keys` of its subject have it. */
const keyOf: Readonly<Record<VelocitySubject, string>> = {
  card: 'p.fingerprint',
  email: `lower(coalesce(p.email, p.customer ->> 'email'))`,
  ip_address: `lower(p.browser_info ->> 'ip_address')`,
  customer: 'p.customer_id',
};

/** The statuses of attempts that ended without effect, as the SQL function `count_velocity` has them. */
const WITHOUT_EFFECT = `('failure', 'authorization_failed', 'authentication_failed', 'router_declined', 'voided')`;

/** The interval in which an attempt counts: after its start and before its end, which is not after `began + within`. */
const intervals: Readonly<
  Record<PastCount['count'], (end: string) => readonly [start: string, end: string]>
> = {
  attempts: (end) => ['began', end],
  declines: (end) => ['case when declined then modified_at end', end],
  // The attempts of a payment count once: what an earlier one covers is left out.
  payments: (end) => {
    const until = `least(${end}, ended)`;
    return [`greatest(began, max(${until}) over earlier)`, until];
  },
};

/**
 * Counts the attempts before each of some payments as a confirmation at its time would have counted them, in one statement.
 *
 * Each attempt counts during an interval. For each card, e-mail address, IP address and customer, the statement sorts the
 * starts and the ends of the intervals, and finds by binary search how many had started and how many had ended: the time does
 * not depend on how often one of them was used.
 *
 * @returns The counts of each payment, in the given order of both; null without the value that a count is by.
 */
export async function countPast(
  tx: WritingContext,
  merchantId: string,
  profiles: CountedProfiles,
  counts: readonly PastCount[],
  payments: readonly PastPayment[],
): Promise<(number | null)[][]> {
  const builder = new StatementBuilder();
  const merchant = builder.parameter(merchantId, 'text');
  const used = velocitySubjects.filter((by) => counts.some((count) => count.by === by));
  const keys = used.map((by) => `${keyOf[by]} as ${by}`).join(', ');
  const times = payments.map(({ at }) => at.getTime());
  const time = (ms: number) => builder.parameter(new Date(ms).toISOString(), 'timestamptz');
  const oldest = Math.min(...times) - Math.max(...counts.map(({ ms }) => ms));
  const ids = builder.parameter(
    payments.map(({ id }) => id),
    'text[]',
  );
  const ats = builder.parameter(
    payments.map(({ at }) => at.toISOString()),
    'timestamptz[]',
  );
  const ofProfiles = used.map(
    (by) =>
      `case when a.profile_id = any(${builder.parameter(profiles[by], 'text[]')}) then ${keyOf[by]} end as ${by}`,
  );
  const tables = {
    attempts: builder.table('attempts'),
    payments: builder.table('payments'),
  };
  const text = `
    with asked as materialized (
      select s.n, s.at, ${keys} from unnest(${ids}, ${ats}) with ordinality as s (id, at, n)
      join ${tables.payments} p on p.merchant_id = ${merchant} and p.payment_id = s.id),
    counted as materialized (
      select a.payment_id, a.attempt_id, a.created_at as began, a.modified_at,
        a.connector_decision = 'declined' as declined,
        case when a.status in ${WITHOUT_EFFECT} then a.modified_at end as ended, ${ofProfiles.join(', ')}
      from ${tables.attempts} a
      join ${tables.payments} p on p.merchant_id = ${merchant} and p.payment_id = a.payment_id
      where a.merchant_id = ${merchant} and a.created_at > ${time(oldest)} and a.created_at < ${time(Math.max(...times))}),
    ${used.map((by) => sortedIntervals(by, counts)).join(', ')}
    select ${counts.map(({ by }, i) => countedIn(by, i)).join(', ')}
    from asked ${used.map((by) => `left join sorted_${by} on sorted_${by}.key = asked.${by}`).join(' ')}
    order by asked.n`;
  const found = await tx.rows.query<Record<string, number | null>>(
    { ...builder.build(text), unprepared: true },
    merchantId,
  );
  return found.map((row) => counts.map((_, i) => row[`count_${i}`]!));
}

/** The sorted starts and ends of the attempts of each card, address or customer. */
function sortedIntervals(by: VelocitySubject, counts: readonly PastCount[]): string {
  const columns: string[] = [];
  const sorted: string[] = [];
  for (const [i, { by: counted, count, ms }] of counts.entries()) {
    if (counted !== by) continue;
    const [start, end] = intervals[count](`began + interval '${ms} milliseconds'`);
    columns.push(`${start} as start_${i}, ${end} as end_${i}`);
    for (const one of [`start_${i}`, `end_${i}`])
      sorted.push(`array_agg(${one} order by ${one}) filter (where start_${i} < end_${i}) as ${one}`);
  }
  return `of_${by} as (
      select ${by} as key, ${columns.join(', ')} from counted where ${by} in (select ${by} from asked)
      window earlier as (partition by ${by}, payment_id order by began, attempt_id
        rows between unbounded preceding and 1 preceding)),
    sorted_${by} as (select key, ${sorted.join(', ')} from of_${by} group by key)`;
}

/** Started before the payment, and not ended at its time. Times have milliseconds. */
const countedIn = (by: VelocitySubject, i: number): string =>
  `case when asked.${by} is not null then
    coalesce(width_bucket(asked.at - interval '1 microsecond', sorted_${by}.start_${i})
      - width_bucket(asked.at, sorted_${by}.end_${i}), 0) end as count_${i}`;
