import { ConnectorCall } from '../entities/connector-call.ts';
import { Payment } from '../entities/payment.ts';
import { type Context, withinMerchant } from '../foundation/context.ts';
import type { PaymentMethodDetails } from '../foundation/payment-method-details.ts';
import {
  type ConnectorFailure,
  type LookUp,
  NOT_SENT_CODE,
  type Outcome,
} from '../foundation/ports/connector.ts';
import type { Money } from '../foundation/ports/connector-requests.ts';
import { readOne } from '../reads/index.ts';
import { decryptField } from '../writes/apply-changes.ts';
import { inTransaction } from '../writes/transactions.ts';
import { lookUpCall } from './look-up.ts';
import { asAsked, isFinal, makeCall, mustArrive, recordAnswer, runCalls } from './run-calls.ts';

/**
 * Finds the outcome of a call that has none recorded: asks the connector, and if it never received the call and a
 * repetition is safe, sends it again under the same idempotency key, so that it takes effect at most once. Several
 * processes may do this at the same time; the first to learn the outcome applies it.
 *
 * @returns Whether the outcome is known now, and the call need not be looked up again.
 */
export async function recoverCall(ctx: Context, merchantId: string, callId: string): Promise<boolean> {
  const own = withinMerchant(ctx, merchantId);
  const call = await inTransaction(own, async (tx) => {
    const key = { merchant_id: merchantId, call_id: callId };
    const found = await tx.transaction.em.findOne(ConnectorCall, key);
    if (found?.status !== 'intended') return null;
    found.look_ups += 1;
    return found;
  });
  if (!call) return true;
  const askedAt = ctx.ports.now();
  const found = await lookUpCall(own, call);
  const mayRepeat = (found.kind === 'not_found' || found.kind === 'cannot_tell') && found.repeat === 'safe';
  const outcome = mayRepeat ? await repeatInTime(own, call, found.kind) : (outcomeOf(found) ?? notLearned);
  const request = decryptField(own, call, 'request') as Partial<Money>;
  await runCalls(own, await recordAnswer(own, call, outcome, askedAt));
  return isFinal(asAsked(call.operation, request, outcome));
}

/** Sends a call again, unless it is too late: then a call that the connector certainly lacks has failed. */
async function repeatInTime(
  ctx: Context,
  call: ConnectorCall,
  found: 'not_found' | 'cannot_tell',
): Promise<Outcome> {
  if (!(await isTooLate(ctx, call))) return repeatCall(ctx, call);
  return found === 'not_found' ? tooLate : notLearned;
}

const notLearned: Outcome = Object.freeze({ kind: 'unknown', reason: 'interrupted' });

const outcomeOf = (found: LookUp): Outcome | null =>
  found.kind === 'not_found' || found.kind === 'cannot_tell' ? null : found;

/**
 * Sends a call again. A failure may concern only the repetition: it was not sent either, or the connector has the
 * first request and refuses another under its key. Then only a look-up's result counts.
 */
async function repeatCall(ctx: Context, call: ConnectorCall): Promise<Outcome> {
  const { outcome } = await makeCall(ctx, call, null);
  if (outcome.kind !== 'failed' || provesFailure(ctx, call, outcome)) return outcome;
  return outcomeOf(await lookUpCall(ctx, call)) ?? { kind: 'unknown', reason: 'repeat_refused' };
}

/** Whether the failure of a repeat is the call's: the connector has a transaction for it, or got the same request. */
function provesFailure(ctx: Context, call: ConnectorCall, failure: ConnectorFailure): boolean {
  if (failure.code === NOT_SENT_CODE) return false;
  if (failure.connectorTransactionId) return true;
  const { method } = decryptField(ctx, call, 'request') as { method?: PaymentMethodDetails | null };
  const lacksCode = call.operation === 'authorize' && method?.kind === 'card';
  return !lacksCode;
}

/** A call that never reached its connector is not sent any more after this time. */
const SEND_WITHIN_MS = 10 * 60_000;

/**
 * Whether it is too late to send a call: customers do not expect a charge hours after its process was killed, after the
 * payment's session ended, or after a cancellation. It is never too late for refunds, voids and the like.
 */
async function isTooLate(ctx: Context, call: ConnectorCall): Promise<boolean> {
  if (mustArrive(decryptField(ctx, call, 'request') as Record<string, unknown>)) return false;
  const now = ctx.ports.now();
  if (now.getTime() - call.created_at.getTime() > SEND_WITHIN_MS) return true;
  if (call.operation !== 'authorize') return false;
  const payment = await readOne(ctx, Payment, call.object_id, ['expires_on', 'status']);
  if (payment?.status === 'cancelled' || payment?.status === 'expired') return true;
  return payment?.expires_on != null && new Date(payment.expires_on) <= now;
}

/** Unlike a call that was not sent at once, it is not retried at another account. */
const tooLate: Outcome = Object.freeze({
  kind: 'failed',
  code: 'call_expired',
  message: 'The request never reached the connector, and it is too late to send it.',
});
