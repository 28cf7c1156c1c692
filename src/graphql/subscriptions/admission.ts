import type { IncomingMessage } from 'node:http';
import type { Caller } from '../../core/foundation/context.ts';
import { Problem } from '../../core/foundation/errors.ts';
import type { KeyAuthentication } from '../../http/request.ts';
import { type Connection, closings, tooManyConnections } from './connection.ts';

/** Limits on live connections, per process: two processes behind a load balancer allow twice as much. */
export const subscriptionLimits = Object.freeze({
  /** Connections per key. A dashboard needs one for each of its open windows. */
  connectionsPerKey: 20,
  /** All connections, including those that have not authenticated yet. Each costs some 50 KB. */
  connections: 2_000,
  /** Subscriptions per connection. A page follows a few lists and the objects opened from them. */
  subscriptionsPerConnection: 20,
  /** Subscriptions per key. Each reads the objects it sends by its own query. */
  subscriptionsPerKey: 100,
  /** Bytes of an incoming message: the same as of an HTTP request body. */
  messageBytes: 64 * 1024,
  /** Time to authenticate after connecting. */
  initMs: 5_000,
  /** Interval of WebSocket pings. A peer that has not responded by the next one is disconnected. */
  keepAliveMs: 15_000,
  /** Interval at which keys are checked again: how long a connection may outlive its key. */
  keyCheckMs: 60_000,
  /** Outgoing bytes buffered per client before it is disconnected. It loses nothing: it resumes after its cursor. */
  backlogBytes: 1024 * 1024,
  /** Time for a client to read a message. */
  stallMs: 15_000,
  /** Time for a peer to complete the closing handshake. */
  closingMs: 2_000,
});

export type SubscriptionLimits = { readonly [Name in keyof typeof subscriptionLimits]: number };

/** Counts something per key, up to a maximum. */
export class Quota {
  readonly #max: number;
  readonly #counts = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Takes one; false if the key already has the maximum. */
  take(key: string): boolean {
    const count = this.#counts.get(key) ?? 0;
    if (count >= this.#max) return false;
    this.#counts.set(key, count + 1);
    return true;
  }

  release(key: string): void {
    const count = (this.#counts.get(key) ?? 0) - 1;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}

export interface AdmissionParts extends KeyAuthentication {
  readonly limits: SubscriptionLimits;
  readonly connections: Quota;
  readonly onError: (error: unknown) => void;
}

/**
 * Authenticates a connection, or closes it without saying why. The key comes in the first message, as browsers cannot
 * set headers here, or in the header `api-key`. Unlike a cookie, a browser never sends it by itself, so the origin
 * need not be checked.
 *
 * @returns False for a connection that is not admitted.
 */
export async function admit(
  connection: Connection,
  params: Readonly<Record<string, unknown>> | undefined,
  { headers }: IncomingMessage,
  { authenticate, limits, connections, onError }: AdmissionParts,
): Promise<boolean> {
  const key = [params?.['api-key'], params?.apiKey, headers['api-key']].find(
    (candidate) => typeof candidate === 'string' && candidate !== '',
  ) as string | undefined;
  const caller = await authenticate(key).catch((error: unknown) => {
    if (!isInvalidKey(error)) connection.end(closings.unavailable);
    return null;
  });
  // A connection that closed meanwhile must not take from the quota: nothing would release it.
  const isOpen = connection.readyState === connection.OPEN;
  const isMerchant = caller?.kind === 'api_key' || caller?.kind === 'admin_key';
  if (!isOpen || !isMerchant) return false;
  if (!connections.take(keyOf(caller))) {
    connection.end(tooManyConnections(limits.connectionsPerKey));
    return false;
  }
  connection.caller = caller;
  // A revoked or expired key ends its connections; a failure to check it does not.
  const checkKey = () =>
    authenticate(key).catch((error: unknown) => {
      if (isInvalidKey(error)) connection.end(closings.forbidden);
      else onError(error);
    });
  const keyCheck = setInterval(checkKey, limits.keyCheckMs);
  connection.once('close', () => clearInterval(keyCheck));
  return true;
}

const isInvalidKey = (error: unknown) => error instanceof Problem && error.code === 'invalid_api_key';

/** What quotas count a caller's key under. */
export function keyOf(caller: Caller): string {
  return caller.kind === 'api_key' ? JSON.stringify([caller.merchantId, caller.keyId]) : caller.kind;
}
