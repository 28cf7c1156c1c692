import { ConnectorCall } from '../entities/connector-call.ts';
import { type Context, withinMerchant } from '../foundation/context.ts';
import { inTransaction } from '../writes/transactions.ts';
import { lookUpCall, makeCall } from './make-call.ts';
import { recordOutcome, runCalls } from './record-outcome.ts';

/**
 * Finds out what became of a call whose outcome nobody recorded: the connector is asked, and where it never
 * heard of the call, the call is made under the same key, so that it can only happen once. Several processes
 * may do this at once; the first to learn the outcome applies it.
 */
export async function recoverCall(ctx: Context, merchantId: string, callId: string): Promise<void> {
  const own = withinMerchant(ctx, merchantId);
  const call = await inTransaction(own, async (tx) => {
    const found = await tx.transaction.em.findOne(ConnectorCall, {
      merchant_id: merchantId,
      call_id: callId,
    });
    if (found?.status !== 'intended') return null;
    found.look_ups += 1;
    return found;
  });
  if (!call) return;
  const found = await lookUpCall(own, call);
  const outcome = found.kind === 'not_found' ? await makeCall(own, call, null) : found;
  await runCalls(own, await recordOutcome(own, call, outcome));
}
