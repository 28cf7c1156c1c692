import { ConnectorCall } from '../entities/connector-call.ts';
import { type Context, withinMerchant } from '../foundation/context.ts';
import { notFound } from '../foundation/errors.ts';
import type { LookUp } from '../foundation/ports/connector.ts';
import { type DescribedClass, nounOf } from '../model/index.ts';
import { readOne } from '../reads/index.ts';
import { inTransaction } from '../writes/transactions.ts';
import { lookUpCall } from './look-up.ts';
import { recordAnswer, runCalls } from './run-calls.ts';

type Silent = Extract<LookUp, { kind: 'not_found' | 'cannot_tell' | 'unknown' }>;

/** Whether a look-up did not learn how a call ended. */
export const isSilent = (found: LookUp): found is Silent =>
  found.kind === 'not_found' || found.kind === 'cannot_tell' || found.kind === 'unknown';

/** Looks a call up at its connector, and records its outcome. Without a response nothing changes. */
export async function settleCall(ctx: Context, call: ConnectorCall): Promise<void> {
  const askedAt = ctx.ports.now();
  const found = await lookUpCall(ctx, call);
  if (!isSilent(found)) await runCalls(ctx, await recordAnswer(ctx, call, found, askedAt));
}

/**
 * Looks up every call of a payment, refund, payout or dispute whose outcome is not known, unless a process is making it now. One
 * that is decided costs one statement more, and no connector call.
 *
 * @throws {Problem} `resource_not_found`.
 */
export async function askConnector(ctx: Context, target: DescribedClass, id: string): Promise<void> {
  const found = (await readOne(ctx, target as never, id, ['merchant_id'] as never)) as {
    merchant_id: string;
  } | null;
  if (!found) throw notFound(nounOf(target));
  const own = withinMerchant(ctx, found.merchant_id);
  const calls = await inTransaction(own, (tx) =>
    tx.transaction.em.find(
      ConnectorCall,
      { merchant_id: found.merchant_id, object_id: id, status: 'intended', process_id: null },
      { orderBy: { created_at: 'asc' } },
    ),
  );
  for (const call of calls) await settleCall(own, call);
}
