import { authenticationOf } from '../authentications/intend-authentication.ts';
import { settleChallenge } from '../authentications/record-authentication.ts';
import { lookUpCall } from '../connector-calls/make-call.ts';
import { openConnectorAccount } from '../connector-calls/open-account.ts';
import { recordOutcome, runCalls } from '../connector-calls/record-outcome.ts';
import type { Authentication } from '../entities/authentication.ts';
import { ConnectorCall } from '../entities/connector-call.ts';
import { Payment } from '../entities/payment.ts';
import type { LookUp } from '../foundation/connector.ts';
import { type Context, withinMerchant } from '../foundation/context.ts';
import { attemptId } from '../payments/attempts.ts';
import { type ReturnToMerchant, returnToMerchant } from '../payments/return-to-merchant.ts';
import { inTransaction, lock } from '../writes/transactions.ts';

/**
 * A customer comes back from a connector or an issuer. What came of it the connector is asked, never the
 * browser: nothing that a browser brings along is believed. Then the customer goes on to the merchant.
 *
 * @throws {Problem} `resource_not_found`.
 */
export async function completeReturn(
  ctx: Context,
  merchantId: string,
  paymentId: string,
): Promise<ReturnToMerchant> {
  const own = withinMerchant(ctx, merchantId);
  const { authentication, call } = await outstanding(own, paymentId);
  if (authentication) await completeChallenge(own, authentication);
  else if (call) await completeCall(own, call);
  return returnToMerchant(own, paymentId);
}

/** What a payment's active attempt waits for: a challenge, or a call that was answered with a redirect. */
function outstanding(
  ctx: Context,
  paymentId: string,
): Promise<{ authentication: Authentication | null; call: ConnectorCall | null }> {
  return inTransaction(ctx, async (tx) => {
    const payment = await lock(tx, Payment, paymentId);
    if (payment.status !== 'requires_customer_action') return { authentication: null, call: null };
    const authentication = await authenticationOf(tx, payment);
    const call = await tx.transaction.em.findOne(ConnectorCall, {
      merchant_id: payment.merchant_id,
      object_id: paymentId,
      part_id: attemptId(payment, payment.attempt_count),
      operation: 'authorize',
      status: 'intended',
    });
    return { authentication: authentication?.status === 'challenged' ? authentication : null, call };
  });
}

async function completeCall(ctx: Context, call: ConnectorCall): Promise<void> {
  const found = await lookUpCall(ctx, call);
  // A connector that cannot say leaves the payment as it is: the customer may still be on the way.
  if (found.kind === 'not_found' || found.kind === 'unknown') return;
  await runCalls(ctx, await recordOutcome(ctx, call, found));
}

async function completeChallenge(ctx: Context, authentication: Authentication): Promise<void> {
  const found = await lookUpChallenge(ctx, authentication);
  await runCalls(ctx, await inTransaction(ctx, (tx) => settleChallenge(tx, authentication, found)));
}

async function lookUpChallenge(
  ctx: Context,
  { authentication_id: key, merchant_connector_id: account, merchant_id: merchantId }: Authentication,
): Promise<LookUp> {
  const { access, connector } = (await openConnectorAccount(ctx, merchantId, account)) ?? {};
  if (!access || !connector?.lookUp) return { kind: 'unknown', reason: 'unreachable' };
  try {
    const work = (signal: AbortSignal) => connector.lookUp!(access, key, signal);
    return await ctx.guard.run(`${merchantId}/${account}`, work);
  } catch {
    return { kind: 'unknown', reason: 'unreachable' };
  }
}
