import type { Connector } from '../../core/foundation/ports/connector.ts';

/**
 * How long the same call is sent again under its key. Adyen keeps keys for at least seven days, with their first
 * response; a day is reserved for calls in transit.
 */
const KEYS_KEPT_MS = 6 * 24 * 60 * 60 * 1000;

/**
 * Looks up the outcome of a call. Adyen has no search by reference: the same request under the same key gets its first
 * response, and webhooks report every outcome. An acknowledged request only waits for its webhook.
 */
export const lookUpOperation: NonNullable<Connector['lookUp']> = async (
  _access,
  { ageMs, connectorTransactionId },
) => {
  const isKeyKept = connectorTransactionId === null && ageMs < KEYS_KEPT_MS;
  return { kind: 'cannot_tell', repeat: isKeyKept ? 'safe' : 'unsafe' };
};
