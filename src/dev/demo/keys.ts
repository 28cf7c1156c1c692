/** The keys of a merchant. The API key is known here alone: only its hash is stored. */
export interface DemoKeys {
  merchantId: string;
  apiKey: string;
  publishableKey: string;
}
