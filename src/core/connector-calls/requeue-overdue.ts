import { ConnectorCall } from '../entities/connector-call.ts';
import { type Context, withinMerchant } from '../foundation/context.ts';
import { inTransaction } from '../writes/transactions.ts';
import { lookUpLater } from './intend.ts';

/** How long after its time a look-up is taken to have been lost with the process that had begun it. */
const LOST_AFTER_MS = 60_000;
/** How many calls one run takes on; what is left is the next run's. */
const BATCH_MAX = 500;

/**
 * Queues the look-ups anew that are overdue: a job that a process had taken when it was killed, or that failed
 * too often, would stay undone for hours or for good, and the payment with it. One that was not lost after all
 * is done twice, which changes nothing.
 *
 * @returns How many were queued.
 */
export async function requeueOverdue(ctx: Context): Promise<number> {
  const text = `select merchant_id, call_id from connector_calls
                where status = 'intended' and look_up_at <= $1::timestamptz order by look_up_at limit ${BATCH_MAX}`;
  const before = new Date(ctx.now().getTime() - LOST_AFTER_MS).toISOString();
  const overdue = await ctx.rows.query({ text, values: [before] }, null);
  for (const { call_id: callId, merchant_id: merchantId } of overdue) {
    await inTransaction(withinMerchant(ctx, merchantId as string), async (tx) => {
      const key = { merchant_id: merchantId as string, call_id: callId as string };
      const call = await tx.transaction.em.findOne(ConnectorCall, key);
      if (call?.status === 'intended' && call.look_up_at) await lookUpLater(tx, call);
    });
  }
  return overdue.length;
}
