import type { Authentication } from '../entities/authentication.ts';
import type { ConnectorCall } from '../entities/connector-call.ts';
import type { Context } from '../foundation/context.ts';
import type { LookUp, Outcome } from '../foundation/ports/connector.ts';
import type { LookUpRequest, Money } from '../foundation/ports/connector-requests.ts';
import { decryptField } from '../writes/apply-changes.ts';
import { type AccountKey, callConnector } from './call-connector.ts';

/** The subject of a look-up, and the account to ask. */
type Subject = AccountKey & Omit<LookUpRequest, 'signal' | 'ageMs'> & { readonly since: Date };

const idOf = (holder: object | null | undefined): string | null => {
  const { connectorTransactionId: id } = (holder ?? {}) as { connectorTransactionId?: unknown };
  return typeof id === 'string' ? id : null;
};

const moneyOf = (request: Partial<Money>): Money | null => {
  const { amount, currency } = request;
  return amount === undefined || currency === undefined ? null : { amount, currency };
};

/** Asks the connector for the outcome of a committed call. */
export function lookUpCall(ctx: Context, call: ConnectorCall): Promise<LookUp> {
  const request = decryptField(ctx, call, 'request') as object;
  return lookUp(ctx, {
    merchant_id: call.merchant_id,
    merchant_connector_id: call.merchant_connector_id,
    operation: call.operation,
    idempotencyKey: call.call_id,
    reference: call.part_id ?? call.object_id,
    connectorTransactionId: idOf(call.outcome as Outcome | null),
    parentTransactionId: idOf(request),
    money: moneyOf(request),
    since: call.created_at,
  });
}

/** Asks the authentication connector for the outcome of a challenge. */
export function lookUpAuthentication(ctx: Context, authentication: Authentication): Promise<LookUp> {
  return lookUp(ctx, {
    merchant_id: authentication.merchant_id,
    merchant_connector_id: authentication.merchant_connector_id,
    operation: 'authenticate',
    idempotencyKey: authentication.authentication_id,
    reference: authentication.payment_id,
    connectorTransactionId: authentication.response?.threeDsServerTransactionId ?? null,
    parentTransactionId: null,
    money: null,
    since: authentication.created_at,
  });
}

/** No response, or an impossible one, is inconclusive. */
async function lookUp(ctx: Context, subject: Subject): Promise<LookUp> {
  const { merchant_connector_id, merchant_id, since, ...request } = subject;
  const account = { merchant_id, merchant_connector_id };
  const ageMs = Math.max(0, ctx.ports.now().getTime() - since.getTime());
  const result = await callConnector(ctx, account, 'lookUp', (connector, access, signal) =>
    connector.lookUp(access, { ...request, ageMs, signal }),
  );
  return result.kind === 'answered' ? result.value : { kind: 'cannot_tell', repeat: 'unsafe' };
}
