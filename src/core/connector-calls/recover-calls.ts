import { ConnectorCall } from '../entities/connector-call.ts';
import { type ConnectorFailure, type LookUp, NOT_SENT_CODE, type Outcome } from '../foundation/connector.ts';
import { type Context, withinMerchant } from '../foundation/context.ts';
import { decryptField } from '../writes/apply-changes.ts';
import { inTransaction } from '../writes/transactions.ts';
import { scheduleLookUp } from './commit-call.ts';
import type { CardlessRequest } from './forget-cards.ts';
import { lookUpCall } from './look-up.ts';
import { makeCall, recordOutcome, runCalls } from './run-calls.ts';

/** A look-up this long overdue is assumed lost with the process that had started it. */
const LOST_AFTER_MS = 60_000;
/** The most look-ups that one run reschedules; the next run takes the rest. */
const BATCH_MAX = 500;

/**
 * Finds the outcome of a call that has none recorded: asks the connector, and if it never received the call and may
 * safely be sent it again, does so under the same idempotency key, so that it happens at most once. Several
 * processes may do this at the same time; the first to learn the outcome applies it.
 */
export async function recoverCall(ctx: Context, merchantId: string, callId: string): Promise<void> {
  const own = withinMerchant(ctx, merchantId);
  const call = await inTransaction(own, async (tx) => {
    const key = { merchant_id: merchantId, call_id: callId };
    const found = await tx.transaction.em.findOne(ConnectorCall, key);
    if (found?.status !== 'intended') return null;
    found.look_ups += 1;
    return found;
  });
  if (!call) return;
  const found = await lookUpCall(own, call);
  const isUnsent = found.kind === 'not_found' && found.repeat === 'safe';
  const outcome = isUnsent ? await repeatCall(own, call) : (outcomeOf(found) ?? notLearned);
  await runCalls(own, await recordOutcome(own, call, outcome));
}

/** The connector never got the call, and what it would need is erased. */
const tooLateToSend: Outcome = Object.freeze({
  kind: 'failed',
  code: NOT_SENT_CODE,
  message: 'The connector never received the request, and its card number has been erased meanwhile.',
});

const notLearned: Outcome = Object.freeze({ kind: 'unknown', reason: 'interrupted' });

const outcomeOf = (found: LookUp): Outcome | null =>
  found.kind === 'not_found' || found.kind === 'cannot_tell' ? null : found;

/**
 * Sends a call again. A failure may be of the repeat alone: it was not sent either, or the connector has the first
 * request after all and refuses another one under its key. Then only what a look-up finds counts.
 */
async function repeatCall(ctx: Context, call: ConnectorCall): Promise<Outcome> {
  if ((decryptField(ctx, call, 'request') as Partial<CardlessRequest>).isCardErased) return tooLateToSend;
  const outcome = await makeCall(ctx, call, null);
  if (outcome.kind !== 'failed' || provesFailure(ctx, call, outcome)) return outcome;
  return outcomeOf(await lookUpCall(ctx, call)) ?? { kind: 'unknown', reason: 'repeat_refused' };
}

/** Whether the failure of a repeat is the call's: the connector has a transaction for it, or got the same request. */
function provesFailure(ctx: Context, call: ConnectorCall, failure: ConnectorFailure): boolean {
  if (failure.code === NOT_SENT_CODE) return false;
  if (failure.connectorTransactionId) return true;
  const { card } = decryptField(ctx, call, 'request') as { card?: object | null };
  const lacksCode = call.operation === 'authorize' && Boolean(card);
  return !lacksCode;
}

/**
 * Reschedules overdue look-ups. A job whose process was killed, or that failed too often, would otherwise stay
 * undone for hours or forever, and the payment with it. Repeating a look-up that was not lost changes nothing.
 *
 * @returns How many were rescheduled.
 */
export async function requeueOverdue(ctx: Context): Promise<number> {
  const text = `select merchant_id, call_id from connector_calls
                where status = 'intended' and look_up_at <= $1::timestamptz order by look_up_at limit ${BATCH_MAX}`;
  const before = new Date(ctx.now().getTime() - LOST_AFTER_MS).toISOString();
  type CallKey = Pick<ConnectorCall, 'merchant_id' | 'call_id'>;
  const overdue = await ctx.rows.query<CallKey>({ text, values: [before] }, null);
  for (const { call_id, merchant_id } of overdue) {
    await inTransaction(withinMerchant(ctx, merchant_id), async (tx) => {
      const call = await tx.transaction.em.findOne(ConnectorCall, { merchant_id, call_id });
      if (call?.status === 'intended' && call.look_up_at) await scheduleLookUp(tx, call);
    });
  }
  return overdue.length;
}
