import type { CallRecord } from '../foundation/call-record.ts';
import type {
  AuthorizeRequest,
  CallBasics,
  CaptureRequest,
  Connector,
  ConnectorAccess,
  LookUp,
  Outcome,
  PayoutRequest,
  RefundRequest,
  VoidRequest,
} from '../foundation/connector.ts';
import { NotSentError } from '../foundation/connector-guard.ts';
import type { Context } from '../foundation/context.ts';
import { decryptField } from '../writes/apply-changes.ts';
import { openConnectorAccount } from './open-account.ts';

/** What a request knows and nothing keeps: it ends with the request. */
export interface CallMemory {
  readonly cvc: string | null;
}

/** The failure of a call that certainly never reached its connector. */
export const NOT_SENT_CODE = 'connector_unreachable';

const notSent = (message: string): Outcome => ({ kind: 'failed', code: NOT_SENT_CODE, message });

function ask(
  connector: Connector,
  operation: CallRecord['operation'],
  access: ConnectorAccess,
  request: CallBasics & Record<string, unknown>,
): Promise<Outcome> | undefined {
  switch (operation) {
    case 'authorize':
      return connector.authorize?.(access, request as unknown as AuthorizeRequest);
    case 'capture':
      return connector.capture?.(access, request as unknown as CaptureRequest);
    case 'void':
      return connector.void?.(access, request as unknown as VoidRequest);
    case 'refund':
      return connector.refund?.(access, request as unknown as RefundRequest);
    case 'fulfill':
      return connector.payout?.(access, request as unknown as PayoutRequest);
  }
}

/** The card of a request with its CVC, where the request that brought it is still at work. */
function withCvc(request: Record<string, unknown>, memory: CallMemory | null): Record<string, unknown> {
  const card = request.card as Record<string, unknown> | null | undefined;
  return card ? { ...request, card: { ...card, cvc: memory?.cvc ?? null } } : request;
}

/**
 * Makes an intended call, outside any transaction. It never throws for what the connector does: no answer is
 * the outcome `unknown`, and a call that certainly was not sent has failed.
 */
export async function makeCall(ctx: Context, call: CallRecord, memory: CallMemory | null): Promise<Outcome> {
  if (ctx.transaction) throw new Error('A connector is never called inside a transaction.');
  const reached = await openConnectorAccount(ctx, call.merchant_id, call.merchant_connector_id);
  if (!reached) return notSent('The connector account is not there any more.');
  const { access, connector } = reached;
  const request = withCvc(decryptField(ctx, call, 'request') as Record<string, unknown>, memory);
  try {
    return await ctx.guard.run(accountKey(call), async (signal) => {
      const basics = { ...request, idempotencyKey: call.call_id, reference: call.object_id, signal };
      return (
        (await ask(connector, call.operation, access, basics)) ??
        notSent(`${connector.name} cannot ${call.operation}.`)
      );
    });
  } catch (error) {
    if (error instanceof NotSentError) return notSent('The connector could not be reached.');
    const timedOut = error instanceof DOMException && error.name === 'TimeoutError';
    return { kind: 'unknown', reason: timedOut ? 'timed_out' : 'unreachable' };
  }
}

/** Asks a connector what became of a call. A connector that cannot be asked leaves it unknown. */
export async function lookUpCall(ctx: Context, call: CallRecord): Promise<LookUp> {
  const reached = await openConnectorAccount(ctx, call.merchant_id, call.merchant_connector_id);
  const { access, connector } = reached ?? {};
  if (!access || !connector?.lookUp) return { kind: 'unknown', reason: 'unreachable' };
  try {
    return await ctx.guard.run(accountKey(call), (signal) => connector.lookUp!(access, call.call_id, signal));
  } catch {
    return { kind: 'unknown', reason: 'unreachable' };
  }
}

const accountKey = (call: CallRecord) => `${call.merchant_id}/${call.merchant_connector_id}`;
