import { encodeTime } from 'ulid';
import type { Context } from '../foundation/context.ts';
import { requirePermission } from '../foundation/permissions.ts';
import { NOT_SENT_CODE } from '../foundation/ports/connector.ts';
import type { AccountKey } from './call-connector.ts';

const HOUR_MS = 60 * 60_000;
/** The most calls of a merchant that are counted, so that a busy one costs no more. */
const CALLS_MAX = 5_000;

/** Outcomes of an account's calls in the last hour. */
export interface CallCounts {
  readonly calls: number;
  readonly failures: number;
  readonly timeouts: number;
}

// Identifiers begin with the time, so the primary key finds the latest calls without another index.
const countRows = `
  with accounts as (
         select * from unnest($1::text[], $2::text[]) with ordinality as a(merchant_id, merchant_connector_id, place)),
       recent as materialized (
         select m.merchant_id, c.* from (select distinct merchant_id from accounts) m cross join lateral (
           select merchant_connector_id,
                  coalesce(outcome ->> 'reason' = 'timed_out' or duration_ms >= $5::int, false) as timed_out,
                  coalesce(outcome ->> 'code' = $6 or outcome ->> 'reason' = 'unreachable', false) as unreachable
           from connector_calls
           where merchant_id = m.merchant_id and merchant_id = any($1::text[]) and call_id > $3 and created_at >= $4::timestamptz
           order by call_id desc limit ${CALLS_MAX}) c)
  select count(r.merchant_connector_id)::int as calls,
         (count(*) filter (where r.unreachable and not r.timed_out))::int as failures,
         (count(*) filter (where r.timed_out))::int as timeouts
  from accounts a left join recent r using (merchant_id, merchant_connector_id)
  group by a.place order by a.place`;

/**
 * Counts the calls of the last hour to some accounts, made by any process, in the order of the accounts and in one
 * statement. Of a merchant it looks at the latest {@link CALLS_MAX} calls.
 *
 * @throws {Problem} `not_permitted` without `connectors:read`.
 */
export function countRecentCalls(ctx: Context, accounts: readonly AccountKey[]): Promise<CallCounts[]> {
  requirePermission(ctx, 'connectors:read');
  const since = ctx.ports.now().getTime() - HOUR_MS;
  const values = [
    accounts.map(({ merchant_id }) => merchant_id),
    accounts.map(({ merchant_connector_id }) => merchant_connector_id),
    `call_${encodeTime(since)}`,
    new Date(since).toISOString(),
    ctx.ports.guard.deadlineMs,
    NOT_SENT_CODE,
  ];
  return ctx.rows.query<CallCounts>(
    { text: countRows, values, touches: { reads: ['connector_calls'] } },
    ctx.merchantId,
  );
}
