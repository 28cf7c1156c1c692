import { recordChallenge } from '../authentications/record-authentication.ts';
import { authenticationOf } from '../authentications/start-authentication.ts';
import { settleCall } from '../connector-calls/ask-connector.ts';
import { callConnector } from '../connector-calls/call-connector.ts';
import { lookUpAuthentication } from '../connector-calls/look-up.ts';
import { recordAnswer, runCalls } from '../connector-calls/run-calls.ts';
import type { Authentication } from '../entities/authentication.ts';
import { ConnectorCall } from '../entities/connector-call.ts';
import { Payment } from '../entities/payment.ts';
import type { RedirectResponse } from '../entities/values/payment-parts.ts';
import { type Context, isCustomersKey, type WritingContext, withinMerchant } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import type { ActionRequired, Outcome } from '../foundation/ports/connector.ts';
import { activeAttemptId, attemptId } from '../payments/attempt/attempts.ts';
import { confirmPayment } from '../payments/authorize/confirm-payment.ts';
import { RETURNING_ATTEMPT } from '../payments/customer/customer-session.ts';
import { type ReturnToMerchant, returnToMerchant } from '../payments/customer/return-to-merchant.ts';
import type { PaymentConfirmation } from '../payments/payment-inputs.ts';
import { expirePayment } from '../payments/void/expire-payments.ts';
import { readOne } from '../reads/index.ts';
import { applyChanges } from '../writes/apply-changes.ts';
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

/**
 * Confirms a payment. If it waits for its customer, and the merchant passes the redirect's parameters in
 * `feature_metadata.redirect_response`, it is completed instead: apps receive the customer's return themselves. The
 * parameters are trusted as little as a browser's in {@link completeReturn}.
 *
 * @throws {Problem} `parameters_exclusive` for other changes beside it; and what {@link confirmPayment} throws.
 */
export async function confirmOrComplete(
  ctx: Context,
  paymentId: string,
  input: PaymentConfirmation,
): Promise<void> {
  const { client_secret: _, feature_metadata, ...others } = input;
  const response = feature_metadata?.redirect_response;
  if (!response || isCustomersKey(ctx.caller.kind)) return confirmPayment(ctx, paymentId, input);
  const waiting = await readOne(ctx, Payment, paymentId, ['merchant_id', 'status']);
  if (waiting?.status !== 'requires_customer_action') return confirmPayment(ctx, paymentId, input);
  const own = withinMerchant(ctx, waiting.merchant_id);
  const { authentication, call, isOver } = await findPending(own, paymentId, null, (tx, payment) => {
    const [param] = Object.keys(others);
    if (param) throw new Problem('parameters_exclusive', exclusive(param), { param });
    applyChanges(tx, payment, { feature_metadata });
    payment.updated = tx.ports.now();
  });
  if (isOver) await expirePayment(own, paymentId);
  else if (authentication) await completeChallenge(own, authentication);
  else if (call) await completeAuthorization(own, call, returnedIn(response));
  else await confirmPayment(ctx, paymentId, input);
}

const exclusive = (param: string) =>
  `Give either feature_metadata.redirect_response, to complete the payment, or ${param}, not both.`;

/** The parameters of a redirect: of its query, and the texts of its body. */
function returnedIn({ json_payload: body, param }: RedirectResponse): Record<string, string> {
  const texts = Object.entries(body ?? {}).filter(([, value]) => typeof value === 'string');
  const { [RETURNING_ATTEMPT]: _, ...parameters } = {
    ...Object.fromEntries(new URLSearchParams(param ?? '')),
    ...(Object.fromEntries(texts) as Record<string, string>),
  };
  return parameters;
}

/** The attempt and call with which a payment waits for its customer. */
interface Pending {
  readonly authentication: Authentication | null;
  readonly call: ConnectorCall | null;
  /** Whether its session is over, and nobody has ended it yet. */
  readonly isOver: boolean;
}

/**
 * The pending step of the payment's active attempt: a challenge, or an authorization that redirected the customer. None
 * if the customer comes back from a former attempt, or after the session: its parameters would complete a step that has ended.
 *
 * @param number The number of the attempt that the customer comes back from; null for the active one.
 * @param change Changes the payment if it waits.
 */
function findPending(
  ctx: Context,
  paymentId: string,
  number: string | null,
  change?: (tx: WritingContext, payment: Payment) => void,
): Promise<Pending> {
  return inTransaction(ctx, async (tx) => {
    const payment = await lock(tx, Payment, paymentId);
    const isActive = number === null || attemptId(payment, Number(number)) === activeAttemptId(payment);
    const waits = payment.status === 'requires_customer_action';
    const isOver = waits && payment.expires_on <= tx.ports.now();
    if (!waits || !isActive || isOver) return { authentication: null, call: null, isOver };
    const found = await authenticationOf(tx, payment);
    const authentication = found?.status === 'challenged' ? found : null;
    const call = await tx.transaction.em.findOne(ConnectorCall, {
      merchant_id: payment.merchant_id,
      object_id: paymentId,
      part_id: activeAttemptId(payment),
      operation: 'authorize',
      status: 'intended',
    });
    if (authentication || call) change?.(tx, payment);
    return { authentication, call, isOver };
  });
}

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
  const outcome = goesOn ? await completeAction(ctx, call, waiting, returned) : null;
  // If the connector does not know either, nothing changes: the customer may still be at the challenge.
  if (outcome) await runCalls(ctx, await recordAnswer(ctx, call, outcome, askedAt));
  else await settleCall(ctx, call);
}

/** Null without a conclusive response. */
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
  const own: Context = { ...ctx, followsUp: true };
  await runCalls(ctx, await inTransaction(own, (tx) => recordChallenge(tx, authentication, outcome)));
}
