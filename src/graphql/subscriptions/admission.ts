import type { IncomingMessage } from 'node:http';
import type { Caller } from '../../core/foundation/context.ts';
import { Problem } from '../../core/foundation/errors.ts';
import type { KeyAuthentication } from '../../http/request.ts';
import { type Connection, closings, tooManyConnections } from './connection.ts';
import type { Quota, SubscriptionLimits } from './limits.ts';

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
  if (!caller || !isOpen || caller.kind === 'publishable_key') return false;
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
