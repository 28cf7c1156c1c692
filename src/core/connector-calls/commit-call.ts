import { ConnectorCall } from '../entities/connector-call.ts';
import type { CallOperation } from '../foundation/call-record.ts';
import type { WritingContext } from '../foundation/context.ts';
import { encryptField } from '../writes/apply-changes.ts';

/** A connector call to commit. */
export interface NewCall {
  readonly flow: ConnectorCall['flow'];
  readonly operation: CallOperation;
  readonly objectId: string;
  /** The attempt, increment or capture this call executes. */
  readonly partId?: string | null;
  readonly account: { readonly merchant_connector_id: string; readonly connector_name: string };
  /** The whole request, so that it can be repeated after a crash. */
  readonly request: Readonly<Record<string, unknown>>;
}

/** A call still without an outcome after this many deadlines is looked up: the process that made it is gone. */
const DEADLINES_TO_WAIT = 3;

/**
 * Commits a connector call together with the rest of the transaction. The call is sent only after the commit.
 */
export async function commitCall(
  tx: WritingContext,
  merchantId: string,
  { flow, operation, objectId, partId = null, account, request }: NewCall,
): Promise<ConnectorCall> {
  const now = tx.now();
  const call = Object.assign(new ConnectorCall(), {
    merchant_id: merchantId,
    call_id: tx.ids.make('call'),
    flow,
    operation,
    object_id: objectId,
    part_id: partId,
    merchant_connector_id: account.merchant_connector_id,
    connector: account.connector_name,
    status: 'intended',
    look_ups: 0,
    look_up_at: new Date(now.getTime() + DEADLINES_TO_WAIT * tx.guard.deadlineMs),
    created_at: now,
  });
  encryptField(tx, call, 'request', request);
  tx.transaction.em.persist(call);
  await scheduleLookUp(tx, call);
  return call;
}

/** Schedules a call's next look-up at its `look_up_at`, or cancels it if that is null. */
export async function scheduleLookUp(tx: WritingContext, call: ConnectorCall): Promise<void> {
  const { call_id: key, look_up_at: runAt } = call;
  if (!runAt) await tx.jobs.remove(tx, key);
  else {
    const payload = { merchantId: call.merchant_id, callId: key };
    await tx.jobs.add(tx, { name: 'look_up_call', payload, runAt, key });
  }
}
