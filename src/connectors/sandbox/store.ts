import type { ConnectorAccess } from '../../core/foundation/connector.ts';
import { disputeEvent, type SandboxDispute } from './dispute.ts';
import { outcomeEvent } from './event.ts';
import type { SandboxParts } from './parts.ts';
import type { SandboxTransaction } from './transaction.ts';

/** What a request does: a transaction, the change to its authorization, the dispute that comes of it. */
export interface Effect {
  readonly transaction: SandboxTransaction;
  readonly parent?: {
    readonly seen: SandboxTransaction;
    readonly becomes: Partial<SandboxTransaction>;
  };
  readonly dispute?: SandboxDispute | null;
}

const BY_KEY = 'merchant_id = $1 and merchant_connector_id = $2 and idempotency_key = $3';

async function one(
  parts: SandboxParts,
  merchantId: string | null,
  text: string,
  values: readonly unknown[],
): Promise<SandboxTransaction | null> {
  const [found] = await parts.rows.query({ text, values }, merchantId);
  return (found?.row as SandboxTransaction | undefined) ?? null;
}

/** The transaction that was made under a key. */
export function findByKey(parts: SandboxParts, access: ConnectorAccess, key: string) {
  const text = `select to_jsonb(t) as row from sandbox_transactions t where ${BY_KEY}`;
  return one(parts, access.merchantId, text, [access.merchantId, access.merchantConnectorId, key]);
}

/** The same, counting that it was asked for once more. */
export function hearAgain(parts: SandboxParts, access: ConnectorAccess, key: string) {
  const text = `update sandbox_transactions t set calls = calls + 1 where ${BY_KEY} returning to_jsonb(t) as row`;
  return one(parts, access.merchantId, text, [access.merchantId, access.merchantConnectorId, key]);
}

/** A transaction of an account by its identifier. */
export function findById(parts: SandboxParts, access: ConnectorAccess, transactionId: string) {
  const text = `select to_jsonb(t) as row from sandbox_transactions t
    where merchant_id = $1 and merchant_connector_id = $2 and transaction_id = $3`;
  return one(parts, access.merchantId, text, [access.merchantId, access.merchantConnectorId, transactionId]);
}

/** A transaction by its identifier alone, as the customer's browser has it. */
export function findAnywhere(parts: SandboxParts, transactionId: string) {
  const text = 'select to_jsonb(t) as row from sandbox_transactions t where transaction_id = $1';
  return one(parts, null, text, [transactionId]);
}

const change = `
  changed as (
    update sandbox_transactions t
    set authorized = b.authorized, captured = b.captured, refunded = b.refunded, voided = b.voided,
      outcome = b.outcome, settles_at = b.settles_at, challenge_token = b.challenge_token,
      version = t.version + 1
    from jsonb_populate_record(null::sandbox_transactions, $4::jsonb) b
    where t.merchant_id = b.merchant_id and t.transaction_id = b.transaction_id and t.version = b.version
      and not exists (select from sandbox_transactions k join asked a using
        (merchant_id, merchant_connector_id, idempotency_key))
    returning 1
  ),`;

/**
 * Writes an effect in one statement, so that all of it happens or nothing. Answers the transaction under its
 * key: the one written, or, with `calls` above 1, one that another request has written meanwhile.
 *
 * @returns Null when the authorization is not as it was seen any more: then look again and decide anew.
 */
export function write(parts: SandboxParts, effect: Effect): Promise<SandboxTransaction | null> {
  const { transaction, parent, dispute } = effect;
  const { merchant_id, created_at, settles_at } = transaction;
  const events = [
    ...(settles_at !== null && settles_at > created_at
      ? [outcomeEvent(transaction, new Date(settles_at))]
      : []),
    ...(dispute ? [disputeEvent(dispute, new Date(dispute.opens_at))] : []),
  ];
  const text = `
    with asked as (
      select (jsonb_populate_record(null::sandbox_transactions, $1::jsonb)).*
    ),
    ${parent ? change : ''}
    made as (
      insert into sandbox_transactions select * from asked ${parent ? 'where exists (select from changed)' : ''}
      on conflict (merchant_id, merchant_connector_id, idempotency_key)
        do update set calls = sandbox_transactions.calls + 1
      returning *
    ),
    disputed as (
      insert into sandbox_disputes
      select d.* from jsonb_populate_recordset(null::sandbox_disputes, $2::jsonb) d
      where exists (select from made where calls = 1)
    ),
    noted as (
      insert into sandbox_events
      select e.* from jsonb_populate_recordset(null::sandbox_events, $3::jsonb) e
      where exists (select from made where calls = 1)
    )
    select to_jsonb(made) as row from made`;
  return one(parts, merchant_id, text, [
    JSON.stringify(transaction),
    JSON.stringify(dispute ? [dispute] : []),
    JSON.stringify(events),
    ...(parent ? [JSON.stringify({ ...parent.seen, ...parent.becomes })] : []),
  ]);
}
