import { recordChallenge } from '../authentications/record-authentication.ts';
import { authenticationOf } from '../authentications/start-authentication.ts';
import { callConnector } from '../connector-calls/call-connector.ts';
import { lookUpAuthentication, lookUpCall } from '../connector-calls/look-up.ts';
import { recordAnswer, runCalls } from '../connector-calls/run-calls.ts';
import type { Authentication } from '../entities/authentication.ts';
import { ConnectorCall } from '../entities/connector-call.ts';
import { Payment } from '../entities/payment.ts';
import { type Context, withinMerchant } from '../foundation/context.ts';
import type { ActionRequired, LookUp, Outcome } from '../foundation/ports/connector.ts';
import { activeAttemptId, attemptId } from '../payments/attempts.ts';
import { RETURNING_ATTEMPT } from '../payments/customer-session.ts';
import { expirePayment } from '../payments/expire-payments.ts';
import { type ReturnToMerchant, returnToMerchant } from '../payments/return-to-merchant.ts';
import { inTransaction, lock } from '../writes/transactions.ts';

/**
 * Completes a customer's redirect back from a connector or an issuer, then builds the redirect to the merchant.
 * Only the connector uses the browser's parameters, and verifies them with its vendor: nothing else trusts them.
 *
 * @param returned The parameters of the address and of the form.
 *
 * @throws {Problem} `resource_not_found`.
 */
export async function completeReturn(
  ctx: Context,
  merchantId: string,
  paymentId: string,
  returned: Readonly<Record<string, string>>,
): Promise<ReturnToMerchant> {
  const own = withinMerchant(ctx, merchantId);
  const { [RETURNING_ATTEMPT]: number = '1', ...parameters } = returned;
  const { authentication, call, isOver } = await findPending(own, paymentId, number);
  if (isOver) await expirePayment(own, paymentId);
  else if (authentication) await completeChallenge(own, authentication);
  else if (call) await completeAuthorization(own, call, parameters);
  return returnToMerchant(own, paymentId);
}

/** What a payment waits for its customer with. */
interface Pending {
  readonly authentication: Authentication | null;
  readonly call: ConnectorCall | null;
  /** Whether its session is over, and nobody has ended it yet. */
  readonly isOver: boolean;
}

/**
 * The pending step of the payment's active attempt: a challenge, or an authorization that redirected the customer. None
 * if the customer comes back from a former attempt, or after the session: its parameters would complete what has ended.
 *
 * @param number The number of the attempt that the customer comes back from.
 */
function findPending(ctx: Context, paymentId: string, number: string): Promise<Pending> {
  return inTransaction(ctx, async (tx) => {
    const payment = await lock(tx, Payment, paymentId);
    const isActive = attemptId(payment, Number(number)) === activeAttemptId(payment);
    const waits = payment.status === 'requires_customer_action';
    const isOver = waits && payment.expires_on <= tx.ports.now();
    if (!waits || !isActive || isOver) return { authentication: null, call: null, isOver };
    const authentication = await authenticationOf(tx, payment);
    const call = await tx.transaction.em.findOne(ConnectorCall, {
      merchant_id: payment.merchant_id,
      object_id: paymentId,
      part_id: activeAttemptId(payment),
      operation: 'authorize',
      status: 'intended',
    });
    return { authentication: authentication?.status === 'challenged' ? authentication : null, call, isOver };
  });
}

type Silent = Extract<LookUp, { kind: 'not_found' | 'cannot_tell' | 'unknown' }>;

const isSilent = (found: LookUp): found is Silent =>
  found.kind === 'not_found' || found.kind === 'cannot_tell' || found.kind === 'unknown';

/** Completes the action with the redirect's parameters if the connector needs them, or else looks the outcome up. */
async function completeAuthorization(
  ctx: Context,
  call: ConnectorCall,
  returned: Readonly<Record<string, string>>,
): Promise<void> {
  const askedAt = ctx.ports.now();
  const waiting = call.outcome as Outcome | null;
  const connector = ctx.ports.connectors.find(call.connector);
  const goesOn = waiting?.kind === 'requires_action' && connector?.completeAction !== undefined;
  const outcome =
    (goesOn && (await completeAction(ctx, call, waiting, returned))) || (await lookUpCall(ctx, call));
  // If the connector cannot tell, leave the payment as it is: the customer may still be at the challenge.
  if (isSilent(outcome)) return;
  await runCalls(ctx, await recordAnswer(ctx, call, outcome, askedAt));
}

/** Null without a response, or with one that is inconclusive. */
async function completeAction(
  ctx: Context,
  call: ConnectorCall,
  { connectorTransactionId, resume = null }: ActionRequired,
  returned: Readonly<Record<string, string>>,
): Promise<Outcome | null> {
  const result = await callConnector(ctx, call, 'completeAction', (connector, access, signal) =>
    connector.completeAction(access, {
      idempotencyKey: call.call_id,
      reference: call.part_id ?? call.object_id,
      connectorTransactionId,
      resume,
      returned,
      signal,
    }),
  );
  return result.kind === 'answered' && result.value.kind !== 'unknown' ? result.value : null;
}

async function completeChallenge(ctx: Context, authentication: Authentication): Promise<void> {
  const outcome = await lookUpAuthentication(ctx, authentication);
  await runCalls(ctx, await inTransaction(ctx, (tx) => recordChallenge(tx, authentication, outcome)));
}
