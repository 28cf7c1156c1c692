import type { WebhookPauseReason } from '../entities/webhook-endpoint-state.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { requirePermission } from '../foundation/permissions.ts';
import type { ValueOf } from '../model/index.ts';
import { isoTimestamp } from '../reads/statement.ts';

/** Identifies an endpoint: a further one, or a profile's own by the profile's identifier. */
export interface EndpointKey {
  readonly merchantId: string;
  readonly endpointId: string;
}

/** An endpoint with the profile that it belongs to. */
export interface OwnedEndpointKey extends EndpointKey {
  readonly profileId: string;
}

/** An endpoint's key as one text, for maps. */
export const keyText = ({ endpointId, merchantId }: EndpointKey): string =>
  JSON.stringify([merchantId, endpointId]);

/** The keys of endpoints as the two arrays that `unnest` takes. */
export const keyColumns = (keys: readonly EndpointKey[]): [string[], string[]] => [
  keys.map(({ merchantId }) => merchantId),
  keys.map(({ endpointId }) => endpointId),
];

/** Consecutive failures that trip the breaker. Until the next response it lets one attempt through at a time. */
export const TRIPS_AFTER = 5;
/**
 * Attempts in flight per endpoint, over all processes. An endpoint begins with the fewest. While more are due, each 2xx
 * response allows one more; each 5xx or 429, and each attempt without a response, halves them. While its breaker is tripped
 * there is one.
 */
export const inFlight = Object.freeze({ fewest: 8, most: 64 });

const ensureRow = `
  insert into webhook_endpoint_states (merchant_id, endpoint_id, profile_id) values ($1, $2, $3)
  on conflict do nothing`;
const lockRow = `
  select failures, resting_until, resting_since, resting_reason from webhook_endpoint_states
  where merchant_id = $1 and endpoint_id = $2 for update`;
// A scan looks at the endpoint when its pause ends, which may now be earlier.
const updateRow = `
  update webhook_endpoint_states set failures = $3, resting_until = $4, resting_since = $6, resting_reason = $7,
    due_at = case when due_at is not null then least(due_at, greatest($4::timestamptz, $5::timestamptz)) end
  where merchant_id = $1 and endpoint_id = $2`;

/** Updates an endpoint's health by a rule, under a row lock. */
export function changeHealth(
  ctx: Context,
  { endpointId, merchantId, profileId }: OwnedEndpointKey,
  rule: (health: EndpointHealth) => EndpointHealth,
): Promise<{ readonly before: EndpointHealth; readonly after: EndpointHealth }> {
  const key = [merchantId, endpointId];
  return ctx.transact(merchantId, async ({ rows }) => {
    await rows.query(
      { text: ensureRow, values: [...key, profileId], touches: { writes: ['webhook_endpoint_states'] } },
      merchantId,
    );
    const [row] = await rows.query<HealthRow>(
      { text: lockRow, values: key, touches: { reads: ['webhook_endpoint_states'] } },
      merchantId,
    );
    const before: EndpointHealth = {
      failures: row?.failures ?? 0,
      circuitOpenUntil: row?.resting_until ? new Date(row.resting_until) : null,
    };
    const after = rule(before);
    const now = ctx.ports.now();
    const { reason, since } = pauseAfter(before, after, row, now);
    const until = after.circuitOpenUntil?.toISOString() ?? null;
    const values = [...key, after.failures, until, now.toISOString(), since, reason];
    await rows.query(
      { text: updateRow, values, touches: { writes: ['webhook_endpoint_states'] } },
      merchantId,
    );
    return { before, after };
  });
}

interface HealthRow {
  readonly failures: number;
  readonly resting_until: string | null;
  readonly resting_since: string | null;
  readonly resting_reason: ValueOf<typeof WebhookPauseReason> | null;
}

/** Since when and why an endpoint rests after a change. A probe that fails continues the pause. */
function pauseAfter(before: EndpointHealth, after: EndpointHealth, row: HealthRow | undefined, now: Date) {
  const { circuitOpenUntil: until } = after;
  if (until === null) return { since: null, reason: null };
  const known = { since: row?.resting_since ?? null, reason: row?.resting_reason ?? null };
  if (until.getTime() === before.circuitOpenUntil?.getTime()) return known;
  const continues = isTripped(before) || (before.circuitOpenUntil !== null && before.circuitOpenUntil > now);
  return {
    since: (continues ? known.since : null) ?? now.toISOString(),
    reason: after.failures > 0 ? ('no_response' as const) : ('retry_after' as const),
  };
}

const disableRow = `
  insert into webhook_endpoint_states (merchant_id, endpoint_id, profile_id, stopped_at) values ($1, $2, $4, $3)
  on conflict (merchant_id, endpoint_id) do update set
    stopped_at = coalesce(webhook_endpoint_states.stopped_at, $3),
    due_at = case when webhook_endpoint_states.due_at is not null then least(webhook_endpoint_states.due_at, $3::timestamptz) end`;

/** Disables an endpoint until its URL is set again. */
export async function disableEndpoint(ctx: Context, key: OwnedEndpointKey): Promise<void> {
  const { endpointId, merchantId, profileId } = key;
  const values = [merchantId, endpointId, ctx.ports.now().toISOString(), profileId];
  await ctx.rows.query(
    { text: disableRow, values, touches: { writes: ['webhook_endpoint_states'] } },
    merchantId,
  );
  // Subscriptions to events are decided from cached settings.
  ctx.ports.notify({ merchantIds: new Set(), deliveries: false, settingsOf: new Set([merchantId]) });
}

const resetRows = `
  update webhook_endpoint_states set failures = 0, resting_until = null, resting_since = null, resting_reason = null,
    stopped_at = null, in_flight_max = ${inFlight.fewest},
    due_at = case when due_at is not null then least(due_at, $3::timestamptz) end
  where merchant_id = $1 and endpoint_id = coalesce($2, profile_id)`;

/**
 * Resets an endpoint's health and enables it if it was disabled. Without one it resets all of the merchant's profiles' own,
 * because profiles without a URL share the merchant account's.
 */
export async function resetEndpoint(
  tx: WritingContext,
  merchantId: string,
  endpointId: string | null,
): Promise<void> {
  const values = [merchantId, endpointId, tx.ports.now().toISOString()];
  await tx.rows.query(
    { text: resetRows, values, touches: { writes: ['webhook_endpoint_states'] } },
    merchantId,
  );
}

// An endpoint's requested pause ends at its time; an open circuit's next attempt is a probe.
const selectRows = `
  select coalesce(e.failures, 0) as failures, coalesce(e.in_flight_max, ${inFlight.fewest}) as in_flight_max,
         ${isoTimestamp('e.stopped_at')} as stopped_at,
         case when r.rests then ${isoTimestamp('e.resting_until')} end as resting_until,
         case when r.rests then ${isoTimestamp('e.resting_since')} end as resting_since,
         case when r.rests then e.resting_reason end as resting_reason
  from unnest($1::text[], $2::text[]) with ordinality as k(merchant_id, endpoint_id, place)
  left join webhook_endpoint_states e
    on e.merchant_id = k.merchant_id and e.endpoint_id = k.endpoint_id and e.merchant_id = any($1::text[])
  cross join lateral (
    select e.failures >= ${TRIPS_AFTER} or e.resting_until > $3::timestamptz as rests) r
  order by k.place`;

/**
 * Reads the health of endpoints in the keys' order, in one statement, as {@link WebhookEndpointHealth} shows it.
 *
 * @throws {Problem} `not_permitted` without `events:read`.
 */
export async function readEndpointHealth(ctx: Context, keys: readonly EndpointKey[]) {
  requirePermission(ctx, 'events:read');
  const values = [...keyColumns(keys), ctx.ports.now().toISOString()];
  return ctx.rows.query(
    { text: selectRows, values, touches: { reads: ['webhook_endpoint_states'] } },
    ctx.merchantId,
  );
}

/** An endpoint's recent record, as its circuit breaker sees it. */
export interface EndpointHealth {
  /** Consecutive attempts without an HTTP response. */
  readonly failures: number;
  /** No attempts are made before this moment: the circuit is open, or the endpoint sent `Retry-After`. */
  readonly circuitOpenUntil: Date | null;
}

const OPEN_MS = 15_000;
const OPEN_MAX_MS = 10 * 60_000;
/** The longest pause of all its deliveries that an endpoint may request. */
const ENDPOINT_PAUSE_MAX_MS = 60 * 60_000;

/** The health of an endpoint that took its last delivery. */
export const healthy: EndpointHealth = Object.freeze({ failures: 0, circuitOpenUntil: null });

/** Whether the circuit is open or half-open. */
export const isTripped = ({ failures }: EndpointHealth): boolean => failures >= TRIPS_AFTER;

/**
 * Health after an attempt without an HTTP response. The circuit opens after a number of them in a row, and for twice as
 * long each time the probe fails too.
 */
export function afterNoResponse(health: EndpointHealth, now: Date, random: Random): EndpointHealth {
  const { circuitOpenUntil } = health;
  // An attempt that was in flight when the circuit opened is not a failed probe.
  if (isTripped(health) && circuitOpenUntil !== null && circuitOpenUntil > now) return health;
  const failures = health.failures + 1;
  if (failures < TRIPS_AFTER) return { failures, circuitOpenUntil };
  const openMs = Math.min(OPEN_MS * 2 ** (failures - TRIPS_AFTER), OPEN_MAX_MS);
  return { failures, circuitOpenUntil: later(circuitOpenUntil, now, withJitter(openMs, random)) };
}

/** Health after a response of any status: the circuit closes, unless the endpoint requested a pause. */
export function afterResponse(
  health: EndpointHealth,
  now: Date,
  retryAfter: Date | null = null,
): EndpointHealth {
  const circuitOpenUntil = isTripped(health) ? null : health.circuitOpenUntil;
  if (retryAfter === null) return { failures: 0, circuitOpenUntil };
  const pauseMs = Math.min(retryAfter.getTime() - now.getTime(), ENDPOINT_PAUSE_MAX_MS);
  return { failures: 0, circuitOpenUntil: later(circuitOpenUntil, now, pauseMs) };
}

function later(moment: Date | null, now: Date, ms: number): Date {
  const other = new Date(now.getTime() + ms);
  return moment !== null && moment > other ? moment : other;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The delay after each failed attempt. After the last, the delivery fails. Specification: Events. */
export const retryDelaysMs: readonly number[] = Object.freeze([
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]);

/** The longest an endpoint may postpone the next attempt of a delivery. */
const DELIVERY_PAUSE_MAX_MS = 24 * HOUR;
/** Jitter: a delay grows by up to this share, so that deliveries that failed together are not retried together. */
const JITTER = 0.1;

/** A number in [0, 1). */
export type Random = () => number;

/** Draws numbers from the context's random bytes. */
export const randomFrom =
  (randomBytes: (size: number) => Uint8Array): Random =>
  () =>
    Buffer.from(randomBytes(4)).readUInt32BE() / 2 ** 32;

export const withJitter = (ms: number, random: Random): number => Math.round(ms * (1 + JITTER * random()));

export interface FailedAttempt {
  /** Counted from 1 within the delivery. */
  readonly attemptNumber: number;
  readonly failedAt: Date;
  /** The moment the endpoint's `Retry-After` names, if it sent one. */
  readonly retryAfter: Date | null;
}

/** When a delivery is due again after a failed attempt; null after the last one. */
export function nextAttemptAt(
  { attemptNumber, failedAt, retryAfter }: FailedAttempt,
  random: Random,
  delaysMs: readonly number[] = retryDelaysMs,
): Date | null {
  const delayMs = delaysMs[attemptNumber - 1];
  if (delayMs === undefined) return null;
  const now = failedAt.getTime();
  const requested = Math.min(retryAfter?.getTime() ?? now, now + DELIVERY_PAUSE_MAX_MS);
  return new Date(Math.max(now + withJitter(delayMs, random), requested));
}
