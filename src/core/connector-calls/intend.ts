import { ConnectorCall } from '../entities/connector-call.ts';
import type { CallOperation } from '../foundation/call-record.ts';
import type { WritingContext } from '../foundation/context.ts';
import { encryptField } from '../writes/apply-changes.ts';

/** What is to be asked of which connector account, and for what. */
export interface Intention {
  readonly flow: ConnectorCall['flow'];
  readonly operation: CallOperation;
  readonly objectId: string;
  /** The attempt or capture that the call is the doing of. */
  readonly partId?: string | null;
  readonly account: { readonly merchant_connector_id: string; readonly connector_name: string };
  /** Everything the connector is told, so that it can be told again. */
  readonly request: Readonly<Record<string, unknown>>;
}

/** A call that nobody settled is looked into after this many deadlines: then whoever made it is gone. */
const DEADLINES_TO_WAIT = 3;

/**
 * Commits to asking a connector, with the rest of the transaction. The call itself is made when that has been
 * committed, never before.
 */
export async function intend(
  tx: WritingContext,
  merchantId: string,
  intention: Intention,
): Promise<ConnectorCall> {
  const now = tx.now();
  const call = Object.assign(new ConnectorCall(), {
    merchant_id: merchantId,
    call_id: tx.ids.make('call'),
    flow: intention.flow,
    operation: intention.operation,
    object_id: intention.objectId,
    part_id: intention.partId ?? null,
    merchant_connector_id: intention.account.merchant_connector_id,
    connector: intention.account.connector_name,
    status: 'intended',
    look_ups: 0,
    look_up_at: new Date(now.getTime() + DEADLINES_TO_WAIT * tx.guard.deadlineMs),
    created_at: now,
  });
  encryptField(tx, call, 'request', intention.request);
  tx.transaction.em.persist(call);
  await lookUpLater(tx, call);
  return call;
}

/** Queues the question what became of a call, at the time that the call says; a settled one is not asked about. */
export async function lookUpLater(tx: WritingContext, call: ConnectorCall): Promise<void> {
  const { call_id: key, look_up_at: runAt } = call;
  if (!runAt) await tx.jobs.remove(tx, key);
  else {
    const payload = { merchantId: call.merchant_id, callId: key };
    await tx.jobs.add(tx, { name: 'look_up_call', payload, runAt, key });
  }
}
