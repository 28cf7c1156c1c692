import type { IncomingMessage } from 'node:http';
import type { Caller } from '../../core/foundation/context.ts';
import { Problem } from '../../core/foundation/errors.ts';
import type { KeyAuthentication } from '../../http/request.ts';
import { type Connection, closings, type KeyState, tooManyConnections } from './connection.ts';
import type { SubscriptionLimits } from './limits.ts';

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
  /** Takes one of all connections; false if there are as many as allowed. */
  readonly takePlace: (connection: Connection) => boolean;
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
  request: IncomingMessage,
  { authenticate, clientAddress, limits, connections, takePlace, onError }: AdmissionParts,
): Promise<boolean> {
  const key = [params?.['api-key'], params?.apiKey, request.headers['api-key']].find(
    (candidate) => typeof candidate === 'string' && candidate !== '',
  ) as string | undefined;
  const address = clientAddress(request);
  connection.hasShownKey = key !== undefined;
  const caller = await authenticate(key, address).catch((error: unknown) => {
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
  if (!takePlace(connection)) {
    connections.release(keyOf(caller));
    connection.end(closings.full);
    return false;
  }
  connection.caller = caller;
  // A key that is revoked, expired or no longer allowed here ends its connections; a failure to check it does not.
  connection.checkKey = async (): Promise<KeyState> => {
    try {
      await authenticate(key, address);
      return 'valid';
    } catch (error) {
      if (!isInvalidKey(error)) {
        onError(error);
        return 'unknown';
      }
      connection.end(closings.forbidden);
      return 'invalid';
    }
  };
  const keyCheck = setInterval(connection.checkKey, limits.keyCheckMs);
  connection.once('close', () => clearInterval(keyCheck));
  return true;
}

const isInvalidKey = (error: unknown) =>
  error instanceof Problem && (error.code === 'invalid_api_key' || error.code === 'address_not_allowed');

/** What quotas count a caller's key under. */
export function keyOf(caller: Caller): string {
  return caller.kind === 'api_key' ? JSON.stringify([caller.merchantId, caller.keyId]) : caller.kind;
}
