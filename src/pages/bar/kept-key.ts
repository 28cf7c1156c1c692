const NAME = 'switchyard.api-key';

/** The API key that the pages send, and whether it outlives the tab. */
export interface KeptKey {
  /** Empty without a key. */
  readonly apiKey: string;
  readonly isRemembered: boolean;
}

/** The tab's own key, or else the device's remembered key. */
export function keptKey(): KeptKey {
  const ofTab = sessionStorage.getItem(NAME);
  const ofDevice = localStorage.getItem(NAME);
  return { apiKey: ofTab ?? ofDevice ?? '', isRemembered: ofTab === null && ofDevice !== null };
}

/**
 * Stores a key until the tab is closed, or in the browser until it is forgotten. It is stored in one place only, shared by
 * all pages of this origin.
 */
export function keepKey({ apiKey, isRemembered }: KeptKey): void {
  forgetKey();
  if (apiKey !== '') (isRemembered ? localStorage : sessionStorage).setItem(NAME, apiKey);
}

export function forgetKey(): void {
  sessionStorage.removeItem(NAME);
  localStorage.removeItem(NAME);
}

/** The dashboard's storage item for the current merchant account. */
const MERCHANT = 'switchyard.merchant';

/**
 * The `api-key` header of a request. Without a key, requests use the dashboard's session and merchant account.
 */
export function keyHeader(): Record<string, string> {
  const { apiKey } = keptKey();
  if (apiKey !== '') return { 'api-key': apiKey };
  const merchantId = localStorage.getItem(MERCHANT);
  return merchantId === null ? {} : { 'switchyard-merchant': merchantId };
}
