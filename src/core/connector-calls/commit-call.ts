import { ConnectorCall } from '../entities/connector-call.ts';
import type { CallOperation } from '../foundation/call-record.ts';
import type { WritingContext } from '../foundation/context.ts';
import { outgoingCallsOff } from '../foundation/outgoing-calls.ts';
import { offFor } from '../foundation/ports/connector.ts';
import { encryptFieldInUse } from '../writes/apply-changes.ts';

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

/** A call without an outcome after this many deadlines is looked up: its process must be gone. */
const DEADLINES_TO_WAIT = 3;

/**
 * Commits a connector call together with the rest of the transaction. The call is sent only after the commit.
 *
 * @throws {Problem} `outgoing_calls_off` while the connector is not called, unless the call follows from a connector's report,
 * which has to be recorded.
 */
export async function commitCall(
  tx: WritingContext,
  merchantId: string,
  { flow, operation, objectId, partId = null, account, request }: NewCall,
): Promise<ConnectorCall> {
  const off = tx.followsUp ? null : offFor(tx.ports, account.connector_name);
  if (off !== null) throw outgoingCallsOff(off);
  const now = tx.ports.now();
  const call = Object.assign(new ConnectorCall(), {
    merchant_id: merchantId,
    call_id: tx.ports.ids.make('call'),
    flow,
    operation,
    object_id: objectId,
    part_id: partId,
    merchant_connector_id: account.merchant_connector_id,
    connector: account.connector_name,
    status: 'intended',
    process_id: tx.ports.processId,
    traceparent: tx.ports.traceparent(),
    look_ups: 0,
    look_up_at: new Date(now.getTime() + DEADLINES_TO_WAIT * tx.ports.guard.deadlineMs),
    created_at: now,
  });
  encryptFieldInUse(tx, call, 'request', request);
  tx.transaction.em.persist(call);
  return call;
}
