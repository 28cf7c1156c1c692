import { ConnectorCall } from '../entities/connector-call.ts';
import type { CallRecord } from '../foundation/call-record.ts';
import type { Outcome } from '../foundation/connector.ts';
import { type Context, type WritingContext, withinMerchant } from '../foundation/context.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { completeCall } from './complete-call.ts';
import { recordable } from './connector-text.ts';
import { lookUpLater } from './intend.ts';
import { type CallMemory, makeCall } from './make-call.ts';

/** The first time between look-ups; each further one is twice as long, up to the most. */
const LOOK_UP_FIRST_MS = 15_000;
const LOOK_UP_MOST_MS = 60 * 60 * 1000;

const isFinal = (outcome: Outcome) => outcome.kind === 'succeeded' || outcome.kind === 'failed';

function nextLookUp(tx: WritingContext, call: ConnectorCall, outcome: Outcome): Date | null {
  // A customer at a challenge is waited for, not asked about; the session's end calls the wait off.
  if (isFinal(outcome) || outcome.kind === 'requires_action') return null;
  const waitMs = Math.min(LOOK_UP_FIRST_MS * 2 ** call.look_ups, LOOK_UP_MOST_MS);
  return new Date(tx.now().getTime() + waitMs);
}

/** Which call, and for which object: neither ever changes. */
export type CommittedCall = Pick<ConnectorCall, 'merchant_id' | 'call_id' | 'flow' | 'object_id'>;

/**
 * Applies what became of a call to its payment, refund or payout: once, whoever learns of it first. The object
 * is locked before the call, as commands do, so that the two never wait for each other.
 *
 * @returns A further call that the outcome leads to, such as a retry at another connector: committed, not made.
 */
export function recordOutcome(ctx: Context, made: CommittedCall, said: Outcome): Promise<CallRecord | null> {
  const outcome = recordable(said);
  return inTransaction(withinMerchant(ctx, made.merchant_id), async (tx) => {
    await tx.outcomeHandlers.lockObject(tx, made);
    const call = await lock(tx, ConnectorCall, made.call_id);
    if (call.status === 'completed') return null;
    call.outcome = outcome;
    call.look_up_at = nextLookUp(tx, call, outcome);
    await lookUpLater(tx, call);
    const follows = await tx.outcomeHandlers.apply(tx, call, outcome);
    // Last, because applying the outcome may look at what was asked.
    if (isFinal(outcome)) completeCall(tx, call, outcome);
    return follows;
  });
}

/** Makes a call and all that follow from it, each committed before it is made and recorded after. */
export async function runCalls(
  ctx: Context,
  first: CallRecord | null,
  memory: CallMemory | null = null,
): Promise<void> {
  for (let call = first; call !== null; ) {
    const outcome = await makeCall(ctx, call, memory);
    call = await recordOutcome(ctx, call, outcome);
  }
}
