import { MERCHANT_PARAMETER } from '../../core/foundation/dashboard-link.ts';

/**
 * The credentials of the dashboard's requests. The browser sends the session's cookie; a header names the merchant account that
 * the person acts in.
 */

const KEPT_AS = 'switchyard.merchant';

/** The merchant account that the person last acted in on this device; null before the first choice. */
const keptMerchant = (): string | null => localStorage.getItem(KEPT_AS);

/**
 * The initial merchant account: the followed link's, which is then removed from the URL, or the last one used.
 */
export function firstMerchant(): string | null {
  const address = new URL(location.href);
  const linked = address.searchParams.get(MERCHANT_PARAMETER);
  if (linked === null) return keptMerchant();
  address.searchParams.delete(MERCHANT_PARAMETER);
  history.replaceState(history.state, '', address);
  keepMerchant(linked);
  return linked;
}

export function keepMerchant(merchantId: string | null): void {
  if (merchantId === null) localStorage.removeItem(KEPT_AS);
  else localStorage.setItem(KEPT_AS, merchantId);
}

/** The header of requests that act in a merchant account. */
export const merchantHeader = (merchantId: string | null): Record<string, string> =>
  merchantId === null ? {} : { 'switchyard-merchant': merchantId };

/** The connection parameters of a WebSocket, in place of headers. */
export const connectionParams = (merchantId: string | null): Record<string, unknown> => ({ merchantId });
