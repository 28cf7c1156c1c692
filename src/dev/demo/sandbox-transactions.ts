import { challengeUrl, returnUrl } from './sandbox-words.ts';
import { type Demo, insertFrom } from './statements.ts';

/** The key a refund was asked for under: from it the refund is found again. */
export const refundKey = `pg_temp.make_id('call', r.created_at, hashtextextended(r.refund_id, 0), 2)`;

/** What the sandbox remembers of what it was asked for, so that it can go on from there. */
export async function loadSandboxTransactions(demo: Demo): Promise<void> {
  await loadAuthorizations(demo);
  await loadFollowUps(demo);
  await loadSandboxDisputes(demo);
  await loadSandboxEvents(demo);
}

async function loadAuthorizations(demo: Demo): Promise<void> {
  const challenged = `last and p.scenario = 'challenge'`;
  const final = `case when a.status = 'failure'
    then f.outcome || jsonb_build_object('connectorTransactionId', a.connector_transaction_id)
    else pg_temp.said('succeeded', a.connector_transaction_id)
      || jsonb_build_object('connectorMandateId', a.connector_transaction_id) end`;
  await insertFrom(demo, 'sandbox_transactions', {
    columns: {
      merchant_id: 'p.merchant_id',
      merchant_connector_id: 'a.merchant_connector_id',
      idempotency_key: `pg_temp.make_id('call', a.created_at, hashtextextended(a.attempt_id, 0), 2)`,
      transaction_id: 'a.connector_transaction_id',
      kind: `'authorize'`,
      behaviour: 'c.behaviour',
      card_last4: 'c.last4',
      amount: 'a.amount',
      currency: 'a.currency',
      // With the last capture, what is left is let go.
      authorized: `case when a.status = 'failure' then 0
        when a.status in ('charged', 'partial_charged') then p.amount_received else a.amount end`,
      // What is decided later counts from then on.
      captured: `case when a.status not in ('authentication_pending', 'pending', 'unresolved') then
        case when last then p.amount_received else 0 end when p.capture_method = 'automatic' then a.amount else 0 end`,
      refunded: 'case when last then coalesce(r.amount, 0) else 0 end',
      voided: `a.status = 'voided'`,
      first_outcome: `case when ${challenged} then pg_temp.said('requires_action', a.connector_transaction_id)
          || jsonb_build_object('redirectUrl', ${challengeUrl(demo, 'a.connector_transaction_id')})
        when a.status in ('pending', 'unresolved') then pg_temp.said('pending', a.connector_transaction_id)
        else ${final} end`,
      outcome: `case when a.status <> 'authentication_pending' then ${final} end`,
      settles_at: `case when a.status = 'authentication_pending' then null
        when a.status in ('pending', 'unresolved') then pg_temp.later(p.k)
        when ${challenged} then p.answered else a.created_at end`,
      challenge_token: `case when a.status = 'authentication_pending' then pg_temp.token(32) end`,
      return_url: returnUrl(demo),
      calls: '1',
      version: '1',
      created_at: 'a.created_at',
    },
    from: `demo_payments p
      join attempts a on a.merchant_id = p.merchant_id and a.payment_id = p.payment_id
      cross join lateral (select a.attempt_id = p.payment_id || '_' || p.tries as last) place
      -- A try that failed before the last one failed by its card, which the error is called after.
      join demo_cards c on c.merchant_id = p.merchant_id and c.card = case when last then p.card else a.error_code end
      left join demo_failures f on f.flow = 'payment' and f.code = a.error_code
      left join (select merchant_id, payment_id, sum(amount)::int8 as amount from refunds
                 where status <> 'failed' group by 1, 2) r
        on r.merchant_id = p.merchant_id and r.payment_id = p.payment_id`,
  });
}

/** Captures, voids and refunds of authorizations, and payouts: they have no sums of their own. */
async function loadFollowUps(demo: Demo): Promise<void> {
  const paid = `p.connector_transaction_id as parent_id, p.currency, p.card, p.merchant_connector_id`;
  await insertFrom(demo, 'sandbox_transactions', {
    columns: {
      merchant_id: 't.merchant_id',
      merchant_connector_id: 't.merchant_connector_id',
      idempotency_key: 't.key',
      transaction_id: 't.id',
      parent_id: 't.parent_id',
      kind: 't.kind',
      behaviour: 'c.behaviour',
      card_last4: 'c.last4',
      amount: 't.amount',
      currency: 't.currency',
      authorized: '0',
      captured: '0',
      refunded: '0',
      voided: 'false',
      first_outcome: `case when t.later is null then final else pg_temp.said('pending', t.id) end`,
      outcome: 'final',
      settles_at: 'coalesce(t.later, t.at)',
      calls: '1',
      version: '1',
      created_at: 't.at',
    },
    from: `(
        select p.merchant_id, 'capture' as kind, c.created_at as at, c.connector_capture_id as id,
               pg_temp.make_id('call', c.created_at, hashtextextended(c.capture_id, 0), 2) as key,
               c.amount, ${paid}, null::text as failure, null::timestamptz as later
        from captures c join demo_payments p on p.merchant_id = c.merchant_id and p.payment_id = c.payment_id
        union all
        select p.merchant_id, 'void', p.updated, pg_temp.make_id('sbx', p.updated, p.k, 76),
               pg_temp.make_id('call', p.updated, p.k, 77), 0, ${paid}, null, null
        from demo_payments p where p.status = 'cancelled' and p.tries > 0
        union all
        select p.merchant_id, 'refund', r.created_at,
               pg_temp.make_id('sbx', r.created_at, hashtextextended(r.refund_id, 0), 3), ${refundKey},
               r.amount, ${paid}, r.error_code,
               case when r.status in ('pending', 'review') then pg_temp.later(hashtextextended(r.refund_id, 0)) end
        from refunds r join demo_payments p on p.merchant_id = r.merchant_id and p.payment_id = r.payment_id
        union all
        select d.merchant_id, 'payout', o.created, o.connector_transaction_id,
               pg_temp.make_id('call', o.created, d.k, 17), o.amount, null, o.currency, d.card, o.merchant_connector_id,
               o.error_code, case when o.status in ('pending', 'initiated') then pg_temp.later(d.k) end
        from demo_payouts d join payouts o on o.merchant_id = d.merchant_id and o.payout_id = d.payout_id
        where d.sent
      ) t
      join demo_cards c on c.merchant_id = t.merchant_id and c.card = t.card
      left join demo_failures f on f.flow in ('refund', 'payout') and f.code = t.failure
      cross join lateral (select case when t.failure is null then pg_temp.said('succeeded', t.id)
        else f.outcome || jsonb_build_object('connectorTransactionId', t.id) end as final) said`,
  });
}

/** The sandbox has no words for an objection that lapsed or was withdrawn; either way it is decided. */
async function loadSandboxDisputes(demo: Demo): Promise<void> {
  await insertFrom(demo, 'sandbox_disputes', {
    columns: {
      merchant_id: 'd.merchant_id',
      merchant_connector_id: 'd.merchant_connector_id',
      dispute_id: 'd.connector_dispute_id',
      transaction_id: 'p.connector_transaction_id',
      amount: 'd.amount',
      currency: 'd.currency',
      status: `case d.dispute_status when 'dispute_expired' then 'lost' when 'dispute_cancelled' then 'won'
        else substr(d.dispute_status, 9) end`,
      opens_at: 'd.connector_created_at',
      respond_by: 'd.challenge_required_by',
    },
    from: 'disputes d join demo_payments p on p.merchant_id = d.merchant_id and p.payment_id = d.payment_id',
  });
}

/** What the sandbox will tell of what it has not decided yet. */
async function loadSandboxEvents(demo: Demo): Promise<void> {
  await insertFrom(demo, 'sandbox_events', {
    columns: {
      merchant_id: 't.merchant_id',
      merchant_connector_id: 't.merchant_connector_id',
      event_id: `t.transaction_id || '_outcome'`,
      body: `jsonb_build_object('id', t.transaction_id || '_outcome', 'type', 'outcome',
        'at', to_char(t.settles_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'idempotencyKey', t.idempotency_key,
        'outcome', t.outcome)::text`,
      next_at: 't.settles_at',
      tries: '0',
    },
    from: `sandbox_transactions t join demo_merchants m on m.merchant_id = t.merchant_id
      where t.settles_at > pg_temp.finish()`,
  });
}
