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
 * Each attempt counts during an interval. The statement puts the starts and ends of the intervals, and the payments, in the
 * order of their times for each card, e-mail address, IP address and customer, and adds them up: the time does not depend on
 * how often one of them was used, nor on what the planner expects.
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
  const time = (ms: number) => builder.parameter(new Date(ms).toISOString(), 'timestamptz');
  const used = velocitySubjects.filter((by) => counts.some((count) => count.by === by));
  const times = payments.map(({ at }) => at.getTime());
  const oldest = Math.min(...times) - Math.max(...counts.map(({ ms }) => ms));
  const rows = [
    builder.parameter(
      payments.map(({ id }) => id),
      'text[]',
    ),
    builder.parameter(
      payments.map(({ at }) => at.toISOString()),
      'timestamptz[]',
    ),
  ];
  // Compared by their bytes, which sorts them several times as fast.
  const keys = used.map((by) => `${keyOf[by]} collate "C" as ${by}`).join(', ');
  // By its key: how many attempts there are is not known before.
  const payment = (id: string) => `cross join lateral (
        select ${keys} from ${builder.table('payments')} p
        where p.merchant_id = ${merchant} and p.payment_id = ${id} limit 1) p`;
  const ofProfiles = used.map(
    (by) =>
      `case when a.profile_id = any(${builder.parameter(profiles[by], 'text[]')}) then p.${by} end as ${by}`,
  );
  const text = `
    with asked as materialized (
      select s.n, s.at, p.* from unnest(${rows.join(', ')}) with ordinality as s (id, at, n) ${payment('s.id')}),
    counted as materialized (
      select a.payment_id collate "C" as payment_id, a.attempt_id, a.created_at as began, a.modified_at,
        a.connector_decision = 'declined' as declined,
        case when a.status in ${WITHOUT_EFFECT} then a.modified_at end as ended, ${ofProfiles.join(', ')}
      from ${builder.table('attempts')} a ${payment('a.payment_id')}
      where a.merchant_id = ${merchant} and a.created_at > ${time(oldest)} and a.created_at < ${time(Math.max(...times))})
    ${counts.map(countsOf).join(' union all ')}`;
  const found = await tx.rows.query<{ i: number; n: number; count: number }>(
    { ...builder.build(text), unprepared: true },
    merchantId,
  );
  const counted = payments.map((): (number | null)[] => counts.map(() => null));
  for (const { count, i, n } of found) counted[n - 1]![i] = count;
  return counted;
}

/**
 * Selects one count of all payments. Of what happened in the same millisecond, ends come before payments, which come before
 * starts.
 */
function countsOf({ by, count, ms }: PastCount, i: number): string {
  const [start, end] = intervals[count](`began + interval '${ms} milliseconds'`);
  return `
    select ${i} as i, n::int, count::int from (
      select n, sum(change) over (partition by key order by at, rank rows unbounded preceding) as count from (
        select key, at, rank, change, null as n from (
          select ${by} as key, ${start} as began, ${end} as ended from counted where ${by} is not null
          window earlier as (partition by ${by}, payment_id order by began, attempt_id
            rows between unbounded preceding and 1 preceding)) a,
          lateral (values (began, 2, 1), (ended, 0, -1)) as changes (at, rank, change)
        where began < ended
        union all
        select ${by}, at, 1, 0, n from asked where ${by} is not null) events) counted
    where n is not null`;
}
