import type { Logger } from 'pino';
import { requireAllowedAddress } from '../core/access/allowed-addresses.ts';
import type { Caller } from '../core/foundation/context.ts';

/** Rejects a key that is used from where it may not be, and logs it: somebody may have stolen it. */
export function refuseElsewhere(caller: Caller, address: string, logger: Logger): void {
  try {
    requireAllowedAddress(caller, address);
  } catch (error) {
    const { merchantId: merchant_id, keyId: key_id } = caller as Extract<Caller, { kind: 'api_key' }>;
    logger.warn({ merchant_id, key_id, address }, 'API key used from an address that it does not allow');
    throw error;
  }
}
