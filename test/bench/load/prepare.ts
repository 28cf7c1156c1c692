import { listenRequest, merchantOf, paymentsOf, payRequest, send } from '../requests.ts';
import type { LoadMerchant } from './actions.ts';

/** What the load needs of a merchant: a payment to ask for, and an endpoint that receives its events. */
export async function prepareMerchant(
  url: string,
  { apiKey, merchantId }: { readonly apiKey: string; readonly merchantId: string },
  webhookUrl: string,
): Promise<LoadMerchant> {
  const merchant = { ...(await merchantOf({ url }, apiKey)), merchantId };
  await send({ url }, listenRequest(merchant, webhookUrl));
  return { ...merchant, paid: await paymentsOf({ url }, payRequest(merchant), 2), customers: [] };
}
