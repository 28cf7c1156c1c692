import type { ConnectorAccess } from '../../core/foundation/ports/connector.ts';
import type { MovementType } from '../../core/foundation/ports/connector-settlements.ts';
import type { SandboxContext } from './context.ts';

/** A movement of an account's balance that no settlement has. */
export interface Movement {
  readonly movement_id: string;
  readonly type: MovementType;
  readonly reference: string;
  /** The authorization, or the payout. */
  readonly transaction_id: string;
  readonly gross: number;
  readonly fee: number;
  readonly currency: string;
  readonly occurred_at: string;
  readonly available_on: string;
}

/** What a dispute costs, in minor units. It is not given back. */
export const DISPUTE_FEE = 1_500;

/*
 * `said`: what the sandbox says about a transaction at the time `$3`. Money that was taken back, or captured or refunded in
 * the dashboard, is in its events.
 */
const text = `
  with own as materialized (
    select t.*, case when t.outcome is not null and t.settles_at <= $3::timestamptz then t.outcome else t.first_outcome end
      as said from sandbox_transactions t
    where t.merchant_id = $1 and t.merchant_connector_id = $2
      and t.kind in ('authorize', 'capture', 'refund', 'payout')),
  moved as (
    select o.transaction_id as movement_id, case when o.kind = 'refund' then 'refund' else 'capture' end as type,
      o.said #>> '{settlement,reference}' as reference, coalesce(o.parent_id, o.transaction_id) as transaction_id,
      case o.kind when 'authorize' then (o.said #>> '{money,captured}')::int8 when 'capture' then o.amount
        else -o.amount end as gross,
      coalesce((o.said #>> '{fee,amount}')::int8, 0) as fee, o.currency, coalesce(o.settles_at, o.created_at) as occurred_at,
      (o.said #>> '{settlement,availableOn}')::timestamptz as available_on, o.kind, o.voided
    from own o where o.said ->> 'kind' = 'succeeded' and o.said #>> '{settlement,reference}' is not null),
  reversed as (
    select m.movement_id || '_failure', m.type || '_failure', m.reference, m.transaction_id, -m.gross, 0::int8, m.currency,
      m.occurred_at, m.available_on
    from moved m where m.voided),
  paid_out as (
    select o.transaction_id, 'payout', o.transaction_id, o.transaction_id, -o.amount, 0::int8, o.currency,
      coalesce(o.settles_at, o.created_at), coalesce(o.settles_at, o.created_at)
    from own o where o.kind = 'payout' and o.said ->> 'kind' = 'succeeded'),
  told as (
    select e.event_id, e.body::jsonb as body, e.told_at from sandbox_events e
    where e.merchant_id = $1 and e.merchant_connector_id = $2 and e.told_at is not null),
  elsewhere as (
    select e.event_id, case e.body ->> 'type' when 'refund_made' then 'refund' else 'capture' end,
      e.body #>> '{settlement,reference}', e.body ->> 'connectorTransactionId',
      case e.body ->> 'type' when 'refund_made' then -1 else 1 end * (e.body ->> 'amount')::int8,
      coalesce((e.body #>> '{fee,amount}')::int8, 0), e.body ->> 'currency', (e.body ->> 'at')::timestamptz,
      (e.body #>> '{settlement,availableOn}')::timestamptz
    from told e where e.body ->> 'type' in ('capture_made', 'refund_made') and not exists (
      select from own o where o.transaction_id in (e.body ->> 'connectorCaptureId', e.body ->> 'connectorRefundId'))),
  returned as (
    select e.event_id, 'payout_failure', e.body ->> 'connectorTransactionId', e.body ->> 'connectorTransactionId', o.amount,
      0::int8, o.currency, (e.body ->> 'at')::timestamptz, (e.body ->> 'at')::timestamptz
    from told e join own o on o.transaction_id = e.body ->> 'connectorTransactionId'
    where e.body ->> 'type' = 'payout_returned'),
  disputed as (
    select d.dispute_id || p.part, p.type, d.dispute_id, d.transaction_id, p.sign * d.amount, p.fee, d.currency, d.opens_at,
      d.opens_at
    from sandbox_disputes d
    cross join (values ('', 'dispute', -1, 0::int8, true, false), ('_fee', 'fee', 0, $5::int8, true, false),
      ('_reversal', 'dispute_reversal', 1, 0, false, true), ('_again', 'dispute', -1, 0, false, false),
      ('_again_reversal', 'dispute_reversal', 1, 0, false, false)) p(part, type, sign, fee, always, at_first)
    where d.merchant_id = $1 and d.merchant_connector_id = $2
      and (p.always and (d.stage = 'pre_arbitration' or d.opens_at <= $3::timestamptz)
        or p.at_first and (d.stage = 'pre_arbitration' or d.status = 'won')
        or p.part = '_again' and d.stage = 'pre_arbitration' and d.opens_at <= $3::timestamptz
        or p.part = '_again_reversal' and d.stage = 'pre_arbitration' and d.status = 'won')),
  every_movement as (
    select movement_id, type, reference, transaction_id, gross, fee, currency, occurred_at, available_on from moved
    union all select * from reversed union all select * from paid_out union all select * from elsewhere
    union all select * from returned union all select * from disputed)
  select movement_id, type, reference, transaction_id, gross::float8 as gross, fee::float8 as fee, currency, occurred_at,
    available_on
  from every_movement m
  where m.available_on <= $3::timestamptz and not exists (
    select from sandbox_settled s where s.merchant_id = $1 and s.merchant_connector_id = $2
      and s.movement_id = m.movement_id)
  order by m.available_on, m.movement_id limit $4`;

/** The movements of an account that are available and in no settlement, the oldest first. */
export function availableMovements(
  ctx: SandboxContext,
  { merchantConnectorId, merchantId }: ConnectorAccess,
  at: Date,
  most: number,
): Promise<Movement[]> {
  const reads = ['sandbox_transactions', 'sandbox_events', 'sandbox_disputes', 'sandbox_settled'];
  const values = [merchantId, merchantConnectorId, at.toISOString(), most, DISPUTE_FEE];
  return ctx.rows.query<Movement>({ text, values, touches: { reads }, heavy: true }, merchantId);
}
