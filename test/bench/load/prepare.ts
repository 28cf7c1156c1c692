import { listenRequest, merchantOf, paymentsOf, payRequest, send } from '../requests.ts';
import type { LoadMerchant } from './actions.ts';

/** A merchant's objects for the load: a payment to read, and an endpoint for its events. */
export async function prepareMerchant(
  url: string,
  { apiKey, merchantId }: { readonly apiKey: string; readonly merchantId: string },
  webhookUrl: string,
): Promise<LoadMerchant> {
  const merchant = { ...(await merchantOf({ url }, apiKey)), merchantId };
  await send({ url }, listenRequest(merchant, webhookUrl));
  return { ...merchant, paid: await paymentsOf({ url }, payRequest(merchant), 2), customers: [] };
}
