import type { Values } from './insert.ts';
import { signedWebhook } from './scripted-connector.ts';
import type { SeededMerchant } from './seed.ts';
import { seedMerchant } from './seed.ts';
import type { TestService } from './service.ts';

const SECRET = 'whsec_of_the_test';
let transactions = 0;

/** A merchant with an account at the scripted connector, and verbs that need one. */
export interface ShopWithConnector extends SeededMerchant {
  readonly account: string;
  /** A payment that was charged: its identifier and its transaction at the connector. */
  paid(values?: Values): Promise<{ paymentId: string; transactionId: string }>;
  /** Sends events as the connector does, and answers the status. */
  webhook(events: readonly object[], secret?: string): Promise<number>;
}

export async function shopWithConnector(service: TestService): Promise<ShopWithConnector> {
  const shop = await seedMerchant(service);
  const account = await shop.connector({
    connector_name: 'scripted',
    connector_webhook_details: { merchant_secret: SECRET },
  });
  return {
    ...shop,
    account,
    paid: async (values = {}) => {
      transactions += 1;
      const transactionId = `txn_${transactions}`;
      const through = { connector: 'scripted', merchant_connector_id: account };
      const transaction = { ...through, connector_transaction_id: transactionId };
      const paymentId = await shop.payment({
        profile_id: shop.profileId,
        attempt_count: 1,
        ...transaction,
        ...values,
      });
      await shop.attempt(paymentId, { attempt_id: `${paymentId}_1`, ...transaction });
      return { paymentId, transactionId };
    },
    webhook: async (events, secret = SECRET) => {
      const url = `${service.url}/webhooks/${shop.merchantId}/${account}`;
      return (await fetch(url, signedWebhook(secret, events))).status;
    },
  };
}
