import type { Context } from '../foundation/context.ts';
import { claimByMerchant, findDue } from '../writes/find-due.ts';
import { alive } from '../writes/liveness.ts';

/** A call to look up. */
export interface CallKey {
  readonly merchantId: string;
  readonly callId: string;
}

/** A call that this process has taken to look up. */
export interface LeasedCall extends CallKey {
  /** The W3C traceparent of the request that committed it. */
  readonly traceparent: string | null;
}

/** Longer than a look-up with a repetition of its call takes: a look-up that vanishes is left to another process. */
const LEASE_DEADLINES = 4;

/** How many of the oldest calls to consider: enough to see other merchants' behind a single one's. */
const WINDOW = 1_000;

/** A process's request for calls. */
export interface CallRequest {
  readonly limit: number;
  /** Calls of one merchant in progress here at most, so that one whose connector hangs leaves room for others. */
  readonly perMerchant: number;
  /** Calls in progress by merchant. */
  readonly underWay: ReadonlyMap<string, number>;
  /** Include calls whose process is gone. */
  readonly abandoned: boolean;
}

/** The found calls whose look-up time has not changed: a changed one belongs to another process. */
const claimText = `
  with due as (
    select c.call_id from connector_calls c join unnest($2::text[], $3::timestamptz[]) as f(call_id, look_up_at)
      on f.call_id = c.call_id and f.look_up_at is not distinct from c.look_up_at
    where c.merchant_id = $1 and c.status = 'intended' and c.call_id = any($2::text[])
    for update of c skip locked)
  update connector_calls c set process_id = $4, look_up_at = $5::timestamptz
  from due where c.merchant_id = $1 and c.call_id = due.call_id and c.call_id = any($2::text[])
  returning c.merchant_id, c.call_id, c.traceparent`;

interface FoundCall {
  readonly merchant_id: string;
  readonly call_id: string;
  readonly look_up_at: string | null;
}

/**
 * Leases calls for looking up their outcome: calls that are due, and with `abandoned` also calls of processes that are gone.
 * Each is leased to one process, the oldest of each merchant in turn.
 */
export async function leaseCalls(ctx: Context, request: CallRequest): Promise<LeasedCall[]> {
  const { abandoned, limit, perMerchant, underWay } = request;
  const late = 'c.look_up_at <= $1::timestamptz';
  const gone = `c.process_id is not null and c.process_id <> all(array(${alive}))`;
  const oldest = (isDue: string, isOfSome: string, order: string) => `(
      select c.merchant_id, c.call_id, c.look_up_at from connector_calls c
      where c.status = 'intended' and ${isDue} and ${isOfSome}
        and c.merchant_id <> all(array(select merchant_id from busy where calls >= $5::int))
      ${order} limit ${WINDOW})`;
  // A scan that follows an index to the first row marks entries of settled calls as dead on its way; any other reads
  // all that were settled since the last vacuum, and the planner may prefer that for many rows. So the first due call
  // is found before the rest, and calls whose process is gone have a separate branch.
  const anyLate = (isOfSome: string) =>
    `(select true from connector_calls c where c.status = 'intended' and ${late} and ${isOfSome} order by c.look_up_at limit 1)`;
  const ofGone = (isOfSome: string) =>
    oldest(`${gone} and (c.look_up_at > $1::timestamptz or c.look_up_at is null)`, isOfSome, '');
  const find = (isOfSome: (of: 'c.') => string) => `
    with busy as (select * from unnest($3::text[], $4::int[]) as b(merchant_id, calls)),
    oldest as materialized (
      ${oldest(`${late} and ${anyLate(isOfSome('c.'))}`, isOfSome('c.'), 'order by c.look_up_at')}
      ${abandoned ? `union all ${ofGone(isOfSome('c.'))}` : ''}),
    ranked as (
      select merchant_id, call_id, look_up_at,
             coalesce(b.calls, 0) + row_number() over (partition by merchant_id order by look_up_at) as rank
      from oldest left join busy b using (merchant_id))
    select merchant_id, call_id, look_up_at from ranked
    where rank <= $5::int order by rank, look_up_at limit $2::int`;
  const now = ctx.ports.now().getTime();
  const at = new Date(now).toISOString();
  const found = await findDue<FoundCall>(ctx.rows, {
    text: find,
    values: [at, limit, [...underWay.keys()], [...underWay.values()], perMerchant],
    reads: ['connector_calls', ...(abandoned ? ['processes'] : [])],
  });
  const leasedUntil = new Date(now + LEASE_DEADLINES * ctx.ports.guard.deadlineMs).toISOString();
  const rows = await claimByMerchant(found.slice(0, limit), (merchantId, calls) =>
    ctx.rows.query<FoundCall & { traceparent: string | null }>(
      {
        text: claimText,
        values: [
          merchantId,
          calls.map(({ call_id: id }) => id),
          calls.map(({ look_up_at: time }) => time),
          ctx.ports.processId,
          leasedUntil,
        ],
        touches: { writes: ['connector_calls'] },
      },
      merchantId,
    ),
  );
  return rows.map((row) => ({
    merchantId: row.merchant_id,
    callId: row.call_id,
    traceparent: row.traceparent,
  }));
}
