import { openConnectorAccount } from '../connector-calls/call-connector.ts';
import { ConnectorAccount } from '../entities/connector-account.ts';
import type { Context } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import { requireOutgoingCalls } from '../foundation/outgoing-calls.ts';
import { guardKey } from '../foundation/ports/connector.ts';
import { urlPath } from '../foundation/url-path.ts';
import * as f from '../model/fields.ts';
import { enumeration, ValueObject, type ValueOf } from '../model/index.ts';
import { recordAudit } from '../writes/outbox/audit-log.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { readWebhookStatus } from './webhook-status.ts';

export const WebhookTestOutcome = enumeration('WebhookTestOutcome', 'Result of a test webhook.', {
  verified: 'It reached the service with a valid signature of the account.',
  refused: 'It reached the service, which refused it: the secret is missing or different.',
  unreachable: 'It did not reach the service: the connector cannot reach the address.',
});

/** The outcome of a test webhook, as both faces show it. */
@ValueObject({ about: 'Result of a test webhook from a connector.' })
export class ConnectorWebhookTest {
  @f.Enumeration(() => WebhookTestOutcome, 'The result.', { required: true, example: 'verified' })
  outcome!: ValueOf<typeof WebhookTestOutcome>;
  @f.Text('Address that it was sent to.', {
    required: true,
    max: 2048,
    example: 'https://pay.example.com/webhooks/mer_01JZ5V0G7N4S8X2T6W9Y3B1C5D/mca_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  url!: string;
  @f.Integer('HTTP status of the response; null without a response.', {
    min: 100,
    maximum: 599,
    example: 200,
  })
  http_status?: number | null;
  @f.Text('Reason for the refusal or failure; null if it was verified.') reason?: string | null;
}

/** The address to which a connector sends an account's webhooks. */
export const webhookAddress = (
  ctx: Context,
  account: { readonly merchant_id: string; readonly merchant_connector_id: string },
): string =>
  ctx.ports.publicUrl() + urlPath`/webhooks/${account.merchant_id}/${account.merchant_connector_id}`;

/**
 * Has a connector send a test webhook to an account.
 *
 * @throws {Problem} `resource_not_found`; `unexpected_state` for a connector that cannot send one; `outgoing_calls_off`:
 *   the webhook would go to the public address, which a copied database may share with the original.
 */
export async function testConnectorWebhook(ctx: Context, accountId: string): Promise<ConnectorWebhookTest> {
  if (ctx.transaction) throw new Error('A connector is never called inside a transaction.');
  const account = await inTransaction(ctx, async (tx) => {
    const { connector_name, merchant_connector_id, merchant_id } = await lock(
      tx,
      ConnectorAccount,
      accountId,
    );
    requireOutgoingCalls(tx.ports);
    // Checked before the command is recorded, so that a refusal does not use up the idempotency key.
    if (!tx.ports.connectors.find(connector_name)?.sendTestWebhook) {
      throw new Problem(
        'unexpected_state',
        `${connector_name} cannot send test webhooks on request. Check when the last webhook was received.`,
      );
    }
    const changes = [{ field: 'test_webhook', before: null, after: true, concealed: false }];
    const of = { merchantId: merchant_id, objectType: 'connector_account', objectId: merchant_connector_id };
    recordAudit(tx, { ...of, changes });
    return { merchant_connector_id, merchant_id };
  });
  const opened = await openConnectorAccount(ctx, account);
  if (!opened?.connector.sendTestWebhook) throw notFound('connector account');
  const { access, connector } = opened;
  const url = webhookAddress(ctx, account);
  const send = () =>
    ctx.ports.guard.run(guardKey(account), (signal) => connector.sendTestWebhook!(access, { url, signal }));
  const labels = { connector: connector.name, operation: 'sendTestWebhook' };
  const status = await ctx.ports
    .observe({ kind: 'connector_call', labels }, send, () => 'answered')
    .catch(() => null);
  if (status === null) {
    const reason = 'The address did not respond.';
    return { outcome: 'unreachable', url, http_status: null, reason };
  }
  if (status >= 200 && status < 300) return { outcome: 'verified', url, http_status: status, reason: null };
  if (status !== 401) {
    const reason = `The address responded with ${status}: it may not belong to this service.`;
    return { outcome: 'unreachable', url, http_status: status, reason };
  }
  const [known] = await readWebhookStatus(ctx, [account]);
  return { outcome: 'refused', url, http_status: status, reason: known?.refused_because ?? null };
}
