const NAME = 'switchyard.api-key';

/** The API key that the pages send, and whether it outlives the tab. */
export interface KeptKey {
  /** Empty if there is none. */
  readonly apiKey: string;
  readonly isRemembered: boolean;
}

/** The tab's own key, or else the one remembered on this device. */
export function keptKey(): KeptKey {
  const ofTab = sessionStorage.getItem(NAME);
  const ofDevice = localStorage.getItem(NAME);
  return { apiKey: ofTab ?? ofDevice ?? '', isRemembered: ofTab === null && ofDevice !== null };
}

/**
 * Keeps a key until the tab is closed, or in the browser until it is forgotten. It is in one place only, which every page of
 * this origin reads.
 */
export function keepKey({ apiKey, isRemembered }: KeptKey): void {
  forgetKey();
  if (apiKey !== '') (isRemembered ? localStorage : sessionStorage).setItem(NAME, apiKey);
}

export function forgetKey(): void {
  sessionStorage.removeItem(NAME);
  localStorage.removeItem(NAME);
}

/** Where the dashboard keeps the merchant account that the person acts in. */
const MERCHANT = 'switchyard.merchant';

/**
 * The `api-key` header of a request. Without a key a person who has signed in to the dashboard acts, in the merchant
 * account chosen there.
 */
export function keyHeader(): Record<string, string> {
  const { apiKey } = keptKey();
  if (apiKey !== '') return { 'api-key': apiKey };
  const merchantId = localStorage.getItem(MERCHANT);
  return merchantId === null ? {} : { 'switchyard-merchant': merchantId };
}
