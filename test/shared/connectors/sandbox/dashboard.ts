import type { SandboxContext } from '../../../../src/connectors/sandbox/context.ts';
import { type StoredEvent, storedEvent } from '../../../../src/connectors/sandbox/events.ts';
import { takeEffect } from '../../../../src/connectors/sandbox/take-effect.ts';
import type { SandboxTransaction } from '../../../../src/connectors/sandbox/transaction.ts';
import type { ConnectorEvent } from '../../../../src/core/foundation/ports/connector.ts';
import type { Dashboard } from '../conformance/harness.ts';

type Made = Extract<ConnectorEvent, { type: 'capture_made' | 'refund_made' | 'authorization_ended' }>;
type Body = Made extends infer Event ? (Event extends Made ? Omit<Event, 'id' | 'at'> : never) : never;

/** A person's actions in a sandbox dashboard: the sandbox's own events, effective at once and sent when due. */
export function dashboardOf(ctx: SandboxContext): Dashboard {
  const find = async (id: string): Promise<SandboxTransaction> => {
    const text = 'select to_jsonb(t) as row from sandbox_transactions t where transaction_id = $1';
    const statement = { text, values: [id], touches: { reads: ['sandbox_transactions'] } };
    const [found] = await ctx.rows.query<{ row: SandboxTransaction }>(statement, null);
    return found!.row;
  };
  let count = 0;
  const happen = async (transaction: SandboxTransaction, body: Body): Promise<boolean> => {
    const at = ctx.now();
    count += 1;
    const id = `${transaction.transaction_id}_${body.type}_there_${count}`;
    const event = storedEvent(transaction, { ...body, id, at });
    await write(ctx, event);
    return (await takeEffect(ctx, event)) !== null;
  };
  const capturableOf = ({ authorized, captured, voided }: SandboxTransaction) =>
    voided ? 0 : authorized - captured;

  return {
    capture: async (connectorTransactionId, amount, isFinal) => {
      const transaction = await find(connectorTransactionId);
      const capturable = capturableOf(transaction);
      // The sandbox's own final capture takes the whole rest.
      if (amount > capturable || (isFinal && amount < capturable)) return false;
      const connectorCaptureId = `${connectorTransactionId}_capture_${count}`;
      await writeCapture(ctx, transaction, connectorCaptureId, amount);
      return happen(transaction, {
        ...{ type: 'capture_made', connectorTransactionId, amount, currency: transaction.currency },
        ...{ connectorCaptureId, final: isFinal },
      });
    },
    refund: async (connectorTransactionId, amount) => {
      const transaction = await find(connectorTransactionId);
      if (transaction.voided || amount > transaction.captured - transaction.refunded) return false;
      return happen(transaction, {
        ...{ type: 'refund_made', connectorTransactionId, amount, currency: transaction.currency },
        ...{
          connectorRefundId: `${connectorTransactionId}_refund_${count}`,
          status: 'succeeded',
          reason: null,
        },
      });
    },
    void: async (connectorTransactionId) => {
      const transaction = await find(connectorTransactionId);
      if (capturableOf(transaction) === 0) return false;
      return happen(transaction, {
        type: 'authorization_ended',
        connectorTransactionId,
        reason: 'cancelled',
      });
    },
    books: async (id) => {
      const transaction = await find(id);
      const { captured, refunded } = transaction;
      return { captured, refunded, capturable: capturableOf(transaction) };
    },
  };
}

/** The sandbox sums the captures that were not reversed. */
async function writeCapture(
  ctx: SandboxContext,
  authorization: SandboxTransaction,
  id: string,
  amount: number,
): Promise<void> {
  const outcome = { kind: 'succeeded', connectorTransactionId: id };
  const capture: SandboxTransaction = {
    ...authorization,
    ...{ idempotency_key: id, transaction_id: id, parent_id: authorization.transaction_id, kind: 'capture' },
    ...{ amount, authorized: 0, captured: 0, refunded: 0, version: 1, first_outcome: outcome, outcome },
  } as SandboxTransaction;
  const text = `insert into sandbox_transactions
    select t.* from jsonb_populate_record(null::sandbox_transactions, $1::jsonb) t`;
  const values = [JSON.stringify(capture)];
  await ctx.rows.query({ text, values, touches: { writes: ['sandbox_transactions'] } }, capture.merchant_id);
}

async function write(ctx: SandboxContext, event: StoredEvent): Promise<void> {
  const text = `insert into sandbox_events
    select e.* from jsonb_populate_record(null::sandbox_events, $1::jsonb) e`;
  const values = [JSON.stringify(event)];
  await ctx.rows.query({ text, values, touches: { writes: ['sandbox_events'] } }, event.merchant_id);
}
