import type { ConnectorAccess } from '../../core/foundation/ports/connector.ts';
import { eventsAfterwards } from './afterwards.ts';
import type { SandboxContext } from './context.ts';
import { disputeEvent, type SandboxDispute } from './disputes.ts';
import { outcomeEvent } from './events.ts';
import { finalFrom, type SandboxTransaction } from './transaction.ts';

/**
 * The rows that a request writes: its transaction, the change to the parent authorization, and the dispute it opens.
 */
export interface Effect {
  readonly transaction: SandboxTransaction;
  readonly parent?: {
    /** As read; the write fails if its version has changed since. */
    readonly before: SandboxTransaction;
    readonly changes: Partial<SandboxTransaction>;
  };
  readonly dispute?: SandboxDispute | null;
}

async function queryOne(
  ctx: SandboxContext,
  merchantId: string | null,
  text: string,
  values: readonly unknown[],
  writes: readonly string[] = [],
): Promise<SandboxTransaction | null> {
  const touches = { reads: ['sandbox_transactions'], writes };
  const [found] = await ctx.rows.query<{ row: SandboxTransaction }>({ text, values, touches }, merchantId);
  return found?.row ?? null;
}

/** The transaction with this idempotency key. */
export function findByKey(ctx: SandboxContext, access: ConnectorAccess, key: string) {
  const text = `select to_jsonb(t) as row from sandbox_transactions t
    where merchant_id = $1 and merchant_connector_id = $2 and idempotency_key = $3`;
  return queryOne(ctx, access.merchantId, text, [access.merchantId, access.merchantConnectorId, key]);
}

/** The account's transaction with this identifier. */
export function findById(
  ctx: SandboxContext,
  access: Pick<ConnectorAccess, 'merchantId' | 'merchantConnectorId'>,
  transactionId: string,
) {
  const text = `select to_jsonb(t) as row from sandbox_transactions t
    where merchant_id = $1 and merchant_connector_id = $2 and transaction_id = $3`;
  return queryOne(ctx, access.merchantId, text, [
    access.merchantId,
    access.merchantConnectorId,
    transactionId,
  ]);
}

/**
 * The sum of an authorization's captures that were not taken back. It is `captured`, unless that is no more than was
 * refunded: then some of it may have been taken back.
 */
export async function standingCaptures(
  ctx: SandboxContext,
  { captured, merchant_connector_id, merchant_id, refunded, transaction_id }: SandboxTransaction,
): Promise<number> {
  if (captured > refunded || refunded === 0) return captured;
  const text = `select coalesce(sum(amount), 0)::float8 as standing from sandbox_transactions
    where merchant_id = $1 and merchant_connector_id = $2 and parent_id = $3 and kind = 'capture' and not voided
      and outcome->>'kind' = 'succeeded'`;
  const values = [merchant_id, merchant_connector_id, transaction_id];
  const touches = { reads: ['sandbox_transactions'] };
  const [found] = await ctx.rows.query<{ standing: number }>({ text, values, touches }, merchant_id);
  return found!.standing;
}

/** A transaction of any account, for the challenge pages: a browser knows only the identifier. */
export function findInAnyAccount(ctx: SandboxContext, transactionId: string) {
  const text = 'select to_jsonb(t) as row from sandbox_transactions t where transaction_id = $1';
  return queryOne(ctx, null, text, [transactionId]);
}

/** Deletes the mandate that an authorization of the account set up. */
export async function forgetMandate(
  ctx: SandboxContext,
  { merchantConnectorId, merchantId }: ConnectorAccess,
  transactionId: string,
): Promise<void> {
  const text = `update sandbox_transactions set forgotten = true, version = version + 1
    where merchant_id = $1 and merchant_connector_id = $2 and transaction_id = $3`;
  const values = [merchantId, merchantConnectorId, transactionId];
  await ctx.rows.query({ text, values, touches: { writes: ['sandbox_transactions'] } }, merchantId);
}

const REPEATED = `
  repeated as (
    select 1 from sandbox_transactions t join requested using (merchant_id, merchant_connector_id, idempotency_key)
    where t.merchant_id = $1::jsonb ->> 'merchant_id'
  )`;

const updateParent = (after: string) => `
  changed as (
    update sandbox_transactions t
    set authorized = b.authorized, captured = b.captured, refunded = b.refunded, voided = b.voided,
      outcome = b.outcome, settles_at = b.settles_at, challenge_token = b.challenge_token,
      version = t.version + 1
    from jsonb_populate_record(null::sandbox_transactions, ${after}) b
    where t.merchant_id = b.merchant_id and t.merchant_id = $1::jsonb ->> 'merchant_id'
      and t.transaction_id = b.transaction_id and t.version = b.version
      and not exists (select from repeated)
    returning 1
  )`;

/**
 * Writes an effect atomically, in one statement, and resolves with the transaction under its key. `calls` above 1
 * means that an earlier request with the same key wrote it, and this one had no effect.
 *
 * @returns null if the parent authorization has changed since it was read; read it again and decide anew.
 */
export function writeEffect(ctx: SandboxContext, effect: Effect): Promise<SandboxTransaction | null> {
  const { transaction, parent, dispute } = effect;
  const { merchant_id } = transaction;
  const now = ctx.now();
  const finalAt = finalFrom(transaction, now);
  const afterwards = eventsAfterwards(transaction, finalAt);
  const events = [
    ...(finalAt > now ? [outcomeEvent(transaction, finalAt)] : []),
    ...(dispute ? [disputeEvent(dispute, new Date(dispute.opens_at))] : []),
    ...afterwards,
  ];
  const isFirst = 'exists (select from written where calls = 1)';
  const values = [JSON.stringify(transaction)];
  const parameter = (value: unknown) => `$${values.push(JSON.stringify(value))}::jsonb`;
  const changed = parent
    ? `${REPEATED}, ${updateParent(parameter({ ...parent.before, ...parent.changes }))},`
    : '';
  const disputed = dispute
    ? `, disputed as (
      insert into sandbox_disputes
      select d.* from jsonb_populate_record(null::sandbox_disputes, ${parameter(dispute)}) d where ${isFirst}
      returning 1
    )`
    : '';
  const told =
    events.length > 0
      ? `, events as (
      insert into sandbox_events
      select e.* from jsonb_populate_recordset(null::sandbox_events, ${parameter(events)}) e where ${isFirst}
      returning 1
    )`
      : '';
  // In FROM the function is called once; in the list of columns it would be, for each of them.
  const text = `
    with requested as (
      select * from jsonb_populate_record(null::sandbox_transactions, $1::jsonb)
    ),
    ${changed}
    written as (
      insert into sandbox_transactions select * from requested
      ${parent ? 'where exists (select from changed) or exists (select from repeated)' : ''}
      on conflict (merchant_id, merchant_connector_id, idempotency_key)
        do update set calls = sandbox_transactions.calls + 1
      returning *
    )${disputed}${told}
    select to_jsonb(written) as row from written`;
  const writes = [
    'sandbox_transactions',
    ...(dispute ? ['sandbox_disputes'] : []),
    ...(events.length > 0 ? ['sandbox_events'] : []),
  ];
  return queryOne(ctx, merchant_id, text, values, writes);
}
