import type { Connector } from '../../core/foundation/ports/connector.ts';

/**
 * How long the same call is sent again under its key. Adyen keeps keys for at least seven days, and gives its first
 * answer as long as it does; a day is left for calls that were on their way.
 */
const KEYS_KEPT_MS = 6 * 24 * 60 * 60 * 1000;

/**
 * What became of a call. Adyen has no search by reference: the same request under the same key is answered as at
 * first, and webhooks report every outcome. What Adyen has answered already waits for its webhook alone.
 */
export const lookUpOperation: NonNullable<Connector['lookUp']> = async (
  _access,
  { ageMs, connectorTransactionId },
) => {
  const isKeyKept = connectorTransactionId === null && ageMs < KEYS_KEPT_MS;
  return { kind: 'cannot_tell', repeat: isKeyKept ? 'safe' : 'unsafe' };
};
