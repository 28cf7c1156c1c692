import type { Context } from '../foundation/context.ts';
import type { EndpointKey } from '../webhook-endpoints/endpoint-health.ts';
import { DISABLED_MESSAGE } from './decide-retry.ts';
import { beforeAll, type DuePlace, findDueEndpoints } from './due-endpoints.ts';
import { type LeasedDelivery, type LeaseResult, leaseDeliveries, lockEndpoints } from './lease-deliveries.ts';

/** How many endpoints one step covers. */
const ENDPOINTS_MAX = 32;

/** The deliveries leased by one step of a scan, and when to take the next. */
export interface ScanResult {
  readonly deliveries: readonly LeasedDelivery[];
  /** `soon` if another process was leasing from one of the endpoints; `later` if nothing else is due. */
  readonly scanAgain: 'at_once' | 'soon' | 'later';
}

const nothing: LeaseResult = Object.freeze({ deliveries: [], deferred: 0, isContested: false });

/** Scans endpoints for due deliveries round-robin, so that a backlog at one does not starve the others. */
export class EndpointScanner {
  readonly #ctx: Context;
  readonly #leaseMs: number;
  readonly #byMerchant: boolean;
  #after: DuePlace = beforeAll;
  /** When the round began: endpoints that become due later wait for the next round, so that a round ends. */
  #roundBegan = new Date(0);
  /** Whether this round leased, deferred or failed anything; if not, repeating it now would not either. */
  #madeProgress = false;
  #isContested = false;

  /** @param byMerchant Whether a step covers only the endpoints of one merchant, whose rows are on one node of a cluster. */
  constructor(ctx: Context, leaseMs: number, byMerchant = false) {
    this.#ctx = ctx;
    this.#leaseMs = leaseMs;
    this.#byMerchant = byMerchant;
  }

  /** Leases up to `limit` deliveries from the next endpoints. */
  async next(limit: number): Promise<ScanResult> {
    if (this.#after === beforeAll) this.#roundBegan = this.#ctx.ports.now();
    const found = await findDueEndpoints(this.#ctx, this.#roundBegan, this.#after, ENDPOINTS_MAX);
    const due = this.#byMerchant ? ofFirstMerchant(found) : found;
    let failed = 0;
    for (const endpoint of due.filter(({ isDisabled }) => isDisabled)) {
      failed += await failPendingDeliveries(this.#ctx, endpoint);
    }
    const endpoints = due.filter(({ isDisabled }) => !isDisabled);
    const request = { endpoints, limit, leaseMs: this.#leaseMs, settled: due };
    const leased = due.length > 0 ? await leaseDeliveries(this.#ctx, request) : nothing;
    const { deliveries, deferred, isContested } = leased;
    this.#madeProgress ||= deliveries.length + deferred + failed > 0;
    this.#isContested ||= isContested;

    const served = deliveries.length < limit ? due : due.slice(0, lastServed(deliveries, due) + 1);
    const isRoundOver = served.length === found.length && found.length < ENDPOINTS_MAX;
    this.#after = isRoundOver ? beforeAll : served.at(-1)!;
    return { deliveries, scanAgain: isRoundOver ? this.#endRound() : 'at_once' };
  }

  #endRound(): ScanResult['scanAgain'] {
    const again = this.#madeProgress ? 'at_once' : this.#isContested ? 'soon' : 'later';
    this.#madeProgress = false;
    this.#isContested = false;
    return again;
  }
}

/** The endpoints before the first of another merchant. */
function ofFirstMerchant<Key extends EndpointKey>(endpoints: readonly Key[]): readonly Key[] {
  const end = endpoints.findIndex(({ merchantId }) => merchantId !== endpoints[0]!.merchantId);
  return end === -1 ? endpoints : endpoints.slice(0, end);
}

/** The index of the last due endpoint that a delivery was leased from. */
function lastServed(leased: readonly LeasedDelivery[], due: readonly EndpointKey[]): number {
  return due.findLastIndex(({ endpointId, merchantId }) =>
    leased.some((delivery) => delivery.merchantId === merchantId && delivery.endpointId === endpointId),
  );
}

/** How many deliveries one transaction fails, to keep it short. */
const BATCH_MAX = 1_000;

const text = `
  with given_up as (
    delete from pending_deliveries q using webhook_endpoint_states h
    where h.merchant_id = $1 and h.endpoint_id = $2 and h.stopped_at is not null
      and q.merchant_id = $1 and q.delivery_id = any(array(
        select p.delivery_id from pending_deliveries p
        where p.merchant_id = $1 and p.endpoint_id = $2 and (p.lease is null or p.leased_until <= $3::timestamptz)
        limit ${BATCH_MAX}))
    returning q.event_id, q.delivery_id
  ), failed as (
    update webhook_deliveries d set status = 'failed', error_message = $4, next_attempt_at = null,
      completed_at = $3::timestamptz, failed_at = $3::timestamptz
    from given_up q
    where d.merchant_id = $1 and d.event_id = q.event_id and d.delivery_id = q.delivery_id
    returning d.delivery_id
  )
  select delivery_id from failed`;

/**
 * Fails a batch of a disabled endpoint's pending deliveries. They can be redelivered.
 *
 * @returns How many failed.
 */
async function failPendingDeliveries(ctx: Context, endpoint: EndpointKey): Promise<number> {
  const { endpointId, merchantId } = endpoint;
  const now = ctx.ports.now();
  const values = [merchantId, endpointId, now.toISOString(), DISABLED_MESSAGE];
  const failed = await ctx.transact(merchantId, async ({ rows, writes }) => {
    if ((await lockEndpoints(rows, [endpoint])).length === 0) return 0;
    const found = await rows.query<{ delivery_id: string }>(
      {
        text,
        values,
        touches: {
          reads: ['webhook_endpoint_states'],
          writes: ['pending_deliveries', 'webhook_deliveries'],
        },
      },
      merchantId,
    );
    // By values, with the commit: a cluster stores rows that an INSERT selects from another part on every node.
    const update = { merchant_id: merchantId, object_type: 'webhook_delivery', recorded_at: now };
    for (const { delivery_id: object_id } of found) writes.insert('updates', { ...update, object_id });
    return found.length;
  });
  if (failed > 0) ctx.ports.notify({ merchantIds: new Set([merchantId]), deliveries: false });
  return failed;
}
