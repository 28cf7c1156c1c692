import type { Router } from 'express';
import { openConnectorAccount } from '../../core/connector-calls/call-connector.ts';
import { MerchantAccount } from '../../core/entities/merchant-account.ts';
import type { Context } from '../../core/foundation/context.ts';
import type { Connector } from '../../core/foundation/ports/connector.ts';
import { readOne } from '../../core/reads/index.ts';
import { authenticateOperation } from './authenticate.ts';
import { authorizeOperation } from './authorize.ts';
import { cancelPayoutOperation } from './cancel-payout.ts';
import { sandboxCapabilities } from './capabilities.ts';
import { captureOperation } from './capture.ts';
import { sandboxRoutes } from './challenge-page.ts';
import type { SandboxContext } from './context.ts';
import { disputeOperations } from './disputes.ts';
import { balanceOperation } from './gift-cards.ts';
import { incrementOperation } from './increment-authorization.ts';
import { payoutOperation } from './payout.ts';
import { refundOperation } from './refund.ts';
import { reportOperations } from './reports.ts';
import { screenOperation } from './screen.ts';
import { testWebhookOperation } from './send-test-webhook.ts';
import { type SandboxWebhookSender, startWebhookSender } from './send-webhooks.ts';
import { sessionTokenOperation } from './session-token.ts';
import { settingsOf, simulateNetwork } from './settings.ts';
import { findByKey, forgetMandate } from './store.ts';
import { debitNetworksOf } from './test-cards.ts';
import { outcomeAsOf } from './transaction.ts';
import { voidOperation } from './void.ts';
import { readSignedEvents } from './webhook-signature.ts';

/**
 * The built-in connector. The card number and the account's metadata decide every outcome; no money moves. It has
 * every ability and behaves as a good connector does: it acts at most once per idempotency key, and reports later
 * decisions by signed webhooks.
 */
export function sandboxConnector(ctx: SandboxContext): Connector {
  return {
    ...sandboxCapabilities,
    debitNetworksOf,
    authorize: authorizeOperation(ctx),
    incrementAuthorization: incrementOperation(ctx),
    capture: captureOperation(ctx),
    void: voidOperation(ctx),
    refund: refundOperation(ctx),
    payout: payoutOperation(ctx),
    cancelPayout: cancelPayoutOperation(ctx),
    async forgetMethod(access, { connectorMandateId, signal }) {
      await simulateNetwork(access, signal);
      await forgetMandate(ctx, access, connectorMandateId);
    },
    authenticate: authenticateOperation(ctx),
    screen: screenOperation(ctx),
    ...disputeOperations(ctx),
    async readWebhook(access, webhook) {
      return { events: readSignedEvents(ctx.now(), access, webhook) };
    },
    sendTestWebhook: testWebhookOperation(ctx),
    async verifyCredentials({ credentials }, signal) {
      signal.throwIfAborted();
      return `${credentials.api_key}`.endsWith('wrong')
        ? { kind: 'refused', key: 'api_key', message: 'the key does not exist.' }
        : { kind: 'accepted' };
    },
    sessionToken: sessionTokenOperation(ctx),
    checkBalance: balanceOperation(ctx),
    ...reportOperations(ctx),
    async lookUp(access, { idempotencyKey, signal }) {
      await simulateNetwork(access, signal);
      if (settingsOf(access).cannotTell) return { kind: 'cannot_tell', repeat: 'unsafe' };
      const transaction = await findByKey(ctx, access, idempotencyKey);
      return transaction ? outcomeAsOf(transaction, ctx.now()) : { kind: 'not_found', repeat: 'safe' };
    },
  };
}

/** The sandbox as a service installs it: the connector, the challenge pages and the webhook sender. */
export interface Sandbox {
  readonly connector: Connector;
  /** The challenge pages. Their context must be allowed to read merchants' names. */
  routes(contextFor: (requestId: string) => Context): Router;
  start(contextFor: (requestId: string) => Context, onError: (error: unknown) => void): SandboxWebhookSender;
}

/** Puts the sandbox together. */
export function installSandbox(ctx: SandboxContext): Sandbox {
  return {
    connector: sandboxConnector(ctx),
    routes: (contextFor) =>
      sandboxRoutes(ctx, async (merchantId) => {
        const merchant = await readOne(contextFor('sandbox'), MerchantAccount, merchantId, ['merchant_name']);
        return merchant?.merchant_name ?? merchantId;
      }),
    start: (contextFor, onError) => {
      const secretOf = async (merchantId: string, accountId: string) => {
        const account = await openConnectorAccount(contextFor('sandbox'), {
          merchant_id: merchantId,
          merchant_connector_id: accountId,
        });
        return account?.access.webhookSecret ?? null;
      };
      return startWebhookSender({ ...ctx, secretOf }, onError);
    },
  };
}
