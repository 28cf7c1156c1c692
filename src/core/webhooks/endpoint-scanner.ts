import type { Context } from '../foundation/context.ts';
import type { EndpointKey } from '../webhook-endpoints/endpoint-health.ts';
import { type ClaimedDelivery, claimDeliveries } from './claim-deliveries.ts';
import { beforeAll, findDueEndpoints } from './due-endpoints.ts';
import { giveUpStopped } from './give-up-stopped.ts';

/** How many endpoints one look is for. */
const ENDPOINTS_MAX = 32;

/** What a look found, and whether there may be more. */
export interface ScanResult {
  readonly deliveries: readonly ClaimedDelivery[];
  /** `soon` where another process is claiming at one of the endpoints; `later` where nothing else is due. */
  readonly lookAgain: 'at_once' | 'soon' | 'later';
}

/**
 * Looks for what is due, from endpoint to endpoint and round again, so that each has its turn however much waits
 * for the others.
 */
export class EndpointScanner {
  readonly #ctx: Context;
  readonly #leaseMs: number;
  #after: EndpointKey = beforeAll;
  /** Whether this round did anything: if not, the next one would not either. */
  #did = false;
  #isContested = false;

  constructor(ctx: Context, leaseMs: number) {
    this.#ctx = ctx;
    this.#leaseMs = leaseMs;
  }

  /** Claims up to so many deliveries of the endpoints whose turn it is. */
  async look(limit: number): Promise<ScanResult> {
    const due = await findDueEndpoints(this.#ctx, this.#after, ENDPOINTS_MAX);
    let givenUp = 0;
    for (const endpoint of due.filter(({ isStopped }) => isStopped)) {
      givenUp += await giveUpStopped(this.#ctx, endpoint);
    }
    const endpoints = due.filter(({ isStopped }) => !isStopped);
    const claim = await claimDeliveries(this.#ctx, { endpoints, limit, leaseMs: this.#leaseMs });
    const { deliveries, isContested, setAside } = claim;
    this.#did ||= deliveries.length + setAside + givenUp > 0;
    this.#isContested ||= isContested;

    const served = deliveries.length < limit ? due : due.slice(0, lastOf(deliveries, due) + 1);
    const isOver = served.length === due.length && due.length < ENDPOINTS_MAX;
    this.#after = isOver ? beforeAll : served.at(-1)!;
    return { deliveries, lookAgain: isOver ? this.#endRound() : 'at_once' };
  }

  #endRound(): ScanResult['lookAgain'] {
    const again = this.#did ? 'at_once' : this.#isContested ? 'soon' : 'later';
    this.#did = false;
    this.#isContested = false;
    return again;
  }
}

/** Where, among the endpoints that something was due for, the last one stands that something was claimed of. */
function lastOf(claimed: readonly ClaimedDelivery[], due: readonly EndpointKey[]): number {
  return due.findLastIndex(({ merchantId, profileId }) =>
    claimed.some((one) => one.merchantId === merchantId && one.profileId === profileId),
  );
}
