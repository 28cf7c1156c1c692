import { openSealed } from '../apply-changes.ts';
import { ConnectorAccount } from '../connector-accounts/connector-account.ts';
import { type Context, withinMerchant } from '../context.ts';
import { inTransaction } from '../transactions.ts';
import type { Connector, ConnectorAccess } from './port.ts';

type Json = Record<string, unknown>;

/** A connector with the access to one account at it. */
export interface Reached {
  readonly connector: Connector;
  readonly access: ConnectorAccess;
}

/**
 * Opens a connector account for calling it: its credentials are in the clear in what is returned and nowhere
 * else. Null when the account is gone or this service does not have the connector.
 */
export async function reach(
  ctx: Context,
  merchantId: string,
  merchantConnectorId: string,
): Promise<Reached | null> {
  // What is read here has nothing to do with the work that a claim is for.
  const { claim: _claim, ...plain } = withinMerchant(ctx, merchantId);
  return inTransaction(plain, async (tx) => {
    const account = await tx.transaction.em.findOne(ConnectorAccount, {
      merchant_id: merchantId,
      merchant_connector_id: merchantConnectorId,
    });
    const connector = account && tx.connectors.find(account.connector_name);
    if (!account || !connector) return null;
    const details = openSealed(tx, account, 'connector_account_details') as Json | null;
    const webhook = openSealed(tx, account, 'connector_webhook_details') as Json | null;
    return {
      connector,
      access: {
        merchantId,
        merchantConnectorId,
        credentials: (details?.connector_account_details as Json | undefined) ?? details ?? {},
        webhookSecret: typeof webhook?.merchant_secret === 'string' ? webhook.merchant_secret : null,
        metadata: (account.metadata as Json | null) ?? {},
        testMode: account.test_mode,
      },
    };
  });
}
