import { ConnectorAccount } from '../entities/connector-account.ts';
import type { Connector, ConnectorAccess } from '../foundation/connector.ts';
import { type Context, withinMerchant } from '../foundation/context.ts';
import { readUnmasked } from '../reads/index.ts';

type Json = Record<string, unknown>;

/** A connector with the access to one account at it. */
export interface OpenedAccount {
  readonly connector: Connector;
  readonly access: ConnectorAccess;
}

/**
 * Opens a connector account for calling it: its credentials are in the clear in what is returned and nowhere
 * else. Null when the account is gone or this service does not have the connector.
 */
export async function openConnectorAccount(
  ctx: Context,
  merchantId: string,
  merchantConnectorId: string,
): Promise<OpenedAccount | null> {
  const account = await readUnmasked(
    withinMerchant(ctx, merchantId),
    ConnectorAccount,
    merchantConnectorId,
    columns,
  );
  const connector = account && ctx.connectors.find(account.connector_name as string);
  if (!account || !connector) return null;
  const details = account.connector_account_details as Json | null;
  const webhook = account.connector_webhook_details as Json | null;
  return {
    connector,
    access: {
      merchantId,
      merchantConnectorId,
      credentials: (details?.connector_account_details as Json | undefined) ?? details ?? {},
      webhookSecret: typeof webhook?.merchant_secret === 'string' ? webhook.merchant_secret : null,
      metadata: (account.metadata as Json | null) ?? {},
      testMode: account.test_mode as boolean,
    },
  };
}

const columns = [
  'connector_name',
  'connector_account_details',
  'connector_webhook_details',
  'metadata',
  'test_mode',
] as const;
