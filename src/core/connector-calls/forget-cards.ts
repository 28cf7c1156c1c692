import { ConnectorCall } from '../entities/connector-call.ts';
import { type Context, withinMerchant } from '../foundation/context.ts';
import { decryptField, encryptField } from '../writes/apply-changes.ts';
import { findDue } from '../writes/find-due.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { holdsPerson, withoutPerson } from './run-calls.ts';

/** Maximum retention of a card number or other payment details while a call's outcome is unknown. */
export const CARD_KEPT_MAX_MS = 7 * 24 * 60 * 60_000;

const BATCH_SIZE = 500;

/**
 * Erases cards, accounts and wallets, and who the customer is, from calls whose outcome is unknown after {@link CARD_KEPT_MAX_MS}. By then they
 * are looked up still, but never sent again.
 */
export async function forgetCards(ctx: Context): Promise<void> {
  const text = (isOfSome: () => string) => `select merchant_id, call_id, created_at from connector_calls
                where status = 'intended' and operation in ('authorize', 'fulfill')
                  and created_at <= $1::timestamptz and (created_at, call_id) > ($2::timestamptz, $3)
                  and ${isOfSome()}
                order by created_at, call_id limit ${BATCH_SIZE}`;
  type CallKey = { merchant_id: string; call_id: string; created_at: string };
  const before = new Date(ctx.ports.now().getTime() - CARD_KEPT_MAX_MS).toISOString();
  let last = ['-infinity', ''];
  let batch: CallKey[];
  do {
    const found = await findDue<CallKey>(ctx.rows, {
      text,
      values: [before, ...last],
      reads: ['connector_calls'],
    });
    // In order, unless a cluster was asked node by node.
    batch = found
      .toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))
      .slice(0, BATCH_SIZE);
    for (const { call_id, merchant_id } of batch) await forgetCard(withinMerchant(ctx, merchant_id), call_id);
    const end = batch.at(-1);
    if (end) last = [new Date(end.created_at).toISOString(), end.call_id];
  } while (batch.length === BATCH_SIZE);
}

function forgetCard(ctx: Context, callId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const call = await lock(tx, ConnectorCall, callId);
    const request = decryptField(tx, call, 'request') as Record<string, unknown>;
    if (call.status !== 'intended' || !holdsPerson(request)) return;
    encryptField(tx, call, 'request', withoutPerson(request));
  });
}
