import type { WatchedKind } from '../entities/notification.ts';
import { DISPUTE_DAYS_MAX, RATE_HOURS_MAX } from '../entities/values/notification-rules.ts';
import { ruleDefaults } from '../entities/values/rule-defaults.ts';
import type { Permission } from '../foundation/permissions.ts';
import { NOT_SENT_CODE } from '../foundation/ports/connector.ts';

/** The SQL condition that a row belongs to a merchant, by the table's name in the statement. */
type IsOf = (table: string) => string;

/** The query for a kind of condition, over all merchants at once; on a cluster, per merchant that may meet it. */
export interface WatchedCondition {
  readonly kind: WatchedKind;
  /** The permission that a person needs to receive it by e-mail. */
  readonly permission: Permission;
  readonly reads: readonly string[];
  /**
   * Selects the objects that meet the condition, with the columns of {@link FoundCondition}; `$1` is the present time,
   * `$2` the identifier of the first call to examine. Starts from recently changed objects or an index of open ones, so
   * that idle merchants cost nothing.
   *
   * @param isOf The condition at each of its tables that selects a merchant, or `true`.
   */
  readonly text: (isOf: IsOf) => string;
  /** The FROM clause for the rows of merchants that may meet the condition. */
  readonly begins: string;
  readonly looksAtCalls?: boolean;
}

/** Minutes without attempts after which a profile's success rate condition ends. */
const ACTIVE_MINUTES = 60;
/** The period of calls examined, and the number of consecutive calls without a response, as in the circuit breaker. */
const CALLS_MINUTES = 10;
const CALLS_FAILED = 5;
const CALLS_MAX = 5_000;
/** The time for which a failed payout needs attention. */
const PAYOUT_DAYS = 7;

const setting = (name: keyof typeof ruleDefaults) =>
  `coalesce((m.notification_rules ->> '${name}')::int, ${ruleDefaults[name]})`;
const isOn = (name: string) => `coalesce((m.notification_rules ->> '${name}_enabled')::boolean, true)`;
const byEmail = (name: string) =>
  `coalesce((m.notification_rules ->> '${name}_by_email')::boolean, true) as by_email`;
const none = (...columns: (keyof typeof types)[]) =>
  columns.map((column) => `null::${types[column]} as ${column}`).join(', ');
const types = {
  payment_id: 'text',
  connector: 'text',
  merchant_connector_id: 'text',
  due_at: 'timestamptz',
  error_code: 'text',
  value: 'int',
  threshold: 'int',
} as const;

const ago = (minutes: number) => `$1::timestamptz - interval '${minutes} minutes'`;

const attempts = `stats_totals x
    where x.object_type = 'attempt' and x.period = 'quarter_hour' and x.starts_at >= ${ago(ACTIVE_MINUTES)}
      and x.starts_at <= $1::timestamptz and x.profile_id is not null and x.count > 0`;
// The index condition cannot use a merchant's hours, so it uses the range that rules allow.
const successRate = (isOf: IsOf) => `
  select a.merchant_id, a.profile_id as object_id, a.profile_id, ${byEmail('success_rate')},
    (100 * s.approved / s.decided)::int as value, r.below as threshold,
    ${none('payment_id', 'connector', 'merchant_connector_id', 'due_at', 'error_code')}
  from (
    select distinct x.merchant_id, x.profile_id from ${attempts} and ${isOf('x')}) a
  join merchant_accounts m on m.merchant_id = a.merchant_id and ${isOn('success_rate')}
  cross join lateral (select ${setting('success_rate_below')} as below,
    ${setting('success_rate_attempts')} as attempts, ${setting('success_rate_hours')} as hours) r
  cross join lateral (
    select sum(t.count) as decided, coalesce(sum(t.count) filter (where t.connector_decision = 'approved'), 0) as approved
    from stats_totals t
    where t.merchant_id = a.merchant_id and ${isOf('t')} and t.object_type = 'attempt' and t.period = 'quarter_hour'
      and t.starts_at > $1::timestamptz - make_interval(hours => r.hours)
      and t.starts_at > ${ago(RATE_HOURS_MAX * 60)} and t.starts_at <= $1::timestamptz
      and t.profile_id = a.profile_id and t.connector_decision in ('approved', 'declined')) s
  where s.decided >= r.attempts and 100 * s.approved < r.below * s.decided`;

// An endpoint pauses without a response, and is disabled by 410; an endpoint that refuses only has deliveries to retry.
const endpoints = `webhook_endpoint_states x
    where (x.stopped_at is not null or x.resting_since is not null or x.due_at is not null)`;
const webhooks = (isOf: IsOf) => `
  select e.merchant_id, e.endpoint_id as object_id, e.profile_id, ${byEmail('webhooks_failing')},
    greatest(extract(epoch from $1::timestamptz - e.since) / 60, 0)::int as value,
    ${setting('webhooks_failing_minutes')} as threshold,
    ${none('payment_id', 'connector', 'merchant_connector_id', 'due_at', 'error_code')}
  from (
    select merchant_id, endpoint_id, profile_id, stopped_at as since, true as stopped
    from webhook_endpoint_states x where stopped_at is not null and ${isOf('x')}
    union all
    select merchant_id, endpoint_id, profile_id, resting_since, false
    from webhook_endpoint_states x
    where resting_since is not null and resting_reason = 'no_response' and stopped_at is null and ${isOf('x')}
    union all
    select s.merchant_id, s.endpoint_id, s.profile_id, w.since, false
    from webhook_endpoint_states s
    cross join lateral (
      select min(d.created_at) as since from pending_deliveries d
      where d.merchant_id = s.merchant_id and ${isOf('d')} and d.endpoint_id = s.endpoint_id
        and d.attempt_count > 0) w
    where s.due_at is not null and s.stopped_at is null and s.resting_since is null and w.since is not null
      and ${isOf('s')} and not exists (
        select from webhook_deliveries d
        where d.merchant_id = s.merchant_id and ${isOf('d')} and d.endpoint_id = s.endpoint_id and d.status = 'delivered'
          and d.created_at > w.since)) e
  join merchant_accounts m on m.merchant_id = e.merchant_id and ${isOn('webhooks_failing')}
  where e.stopped or e.since <= $1::timestamptz - make_interval(mins => ${setting('webhooks_failing_minutes')})`;

const openDisputes = `disputes x
    where x.dispute_status = 'dispute_opened' and x.deadline > $1::timestamptz
      and x.deadline <= $1::timestamptz + interval '${DISPUTE_DAYS_MAX} days'`;
const disputes = (isOf: IsOf) => `
  select d.merchant_id, d.dispute_id as object_id, d.profile_id, ${byEmail('dispute_due')},
    (extract(epoch from d.deadline - $1::timestamptz) / 86400)::int as value, ${setting('dispute_due_days')} as threshold,
    d.payment_id, d.connector, d.merchant_connector_id, d.deadline as due_at, ${none('error_code')}
  from (select * from ${openDisputes} and ${isOf('x')}) d
  join merchant_accounts m on m.merchant_id = d.merchant_id and ${isOn('dispute_due')}
  where d.deadline <= $1::timestamptz + make_interval(days => ${setting('dispute_due_days')})`;

const unreached = (of: string) =>
  `(${of}outcome ->> 'code' = '${NOT_SENT_CODE}' or ${of}outcome ->> 'reason' in ('timed_out', 'unreachable'))`;

// Each process has its own circuits; the recorded calls show all of them.
const calls = `stats_totals x
    where x.object_type in ('attempt', 'refund', 'payout') and x.period = 'quarter_hour'
      and x.starts_at >= ${ago(ACTIVE_MINUTES)} and x.starts_at <= $1::timestamptz and x.count > 0`;
const circuits = (isOf: IsOf) => `
  select t.merchant_id, a.merchant_connector_id as object_id, c.profile_id, ${byEmail('circuit_open')},
    a.failed as value, ${CALLS_FAILED} as threshold, ${none('payment_id')}, c.connector_name as connector,
    a.merchant_connector_id, ${none('due_at', 'error_code')}
  from (
    select distinct x.merchant_id from ${calls} and ${isOf('x')}) t
  join merchant_accounts m on m.merchant_id = t.merchant_id and ${isOn('circuit_open')}
  cross join lateral (
    select k.merchant_connector_id, (count(*) filter (where k.unreached and k.place < k.answered))::int as failed
    from (
      select r.*, coalesce(min(r.place) filter (where not r.unreached) over (partition by r.merchant_connector_id),
        ${CALLS_MAX + 1}) as answered
      from (
        select w.merchant_connector_id, coalesce(${unreached('w.')}, false) as unreached,
          row_number() over (partition by w.merchant_connector_id order by w.call_id desc) as place
        from (
          select call_id, merchant_connector_id, outcome from connector_calls l
          where merchant_id = t.merchant_id and ${isOf('l')} and call_id > $2 and created_at >= ${ago(CALLS_MINUTES)}
            and outcome is not null
          order by call_id desc limit ${CALLS_MAX}) w) r) k
    group by k.merchant_connector_id) a
  join connector_accounts c on c.merchant_id = t.merchant_id and c.merchant_connector_id = a.merchant_connector_id
    and ${isOf('c')}
  where a.failed >= ${CALLS_FAILED}`;

const failedPayouts = `payouts x
    where x.status in ('failed', 'ineligible') and x.updated >= $1::timestamptz - interval '${PAYOUT_DAYS} days'`;
const payouts = (isOf: IsOf) => `
  select p.merchant_id, p.payout_id as object_id, p.profile_id, ${byEmail('payout_failed')},
    ${none('value', 'threshold', 'payment_id')}, p.connector, p.merchant_connector_id, ${none('due_at')},
    left(p.error_code, 100) as error_code
  from (select * from ${failedPayouts} and ${isOf('x')}) p
  join merchant_accounts m on m.merchant_id = p.merchant_id and ${isOn('payout_failed')}`;

/** The identifier that starts the period of examined calls. */
export const CALLS_MS = CALLS_MINUTES * 60_000;

/** The conditions, by their kinds. */
export const conditions: readonly WatchedCondition[] = Object.freeze([
  {
    kind: 'success_rate_fell',
    permission: 'payments:read',
    reads: ['stats_totals'],
    text: successRate,
    begins: attempts,
  },
  {
    kind: 'webhooks_failing',
    permission: 'events:read',
    reads: ['webhook_endpoint_states', 'pending_deliveries', 'webhook_deliveries'],
    text: webhooks,
    begins: endpoints,
  },
  {
    kind: 'dispute_due',
    permission: 'disputes:read',
    reads: ['disputes'],
    text: disputes,
    begins: openDisputes,
  },
  {
    kind: 'circuit_open',
    permission: 'connectors:read',
    reads: ['stats_totals', 'connector_calls', 'connector_accounts'],
    text: circuits,
    begins: calls,
    looksAtCalls: true,
  },
  {
    kind: 'payout_failed',
    permission: 'payouts:read',
    reads: ['payouts'],
    text: payouts,
    begins: failedPayouts,
  },
]);
