import { type Demo, insertFrom, shares } from './statements.ts';

/**
 * Money given back on payments that succeeded: all of it, a part, or two parts. Whether a refund fails or
 * waits is up to the card, as the sandbox has it.
 */
export async function loadRefunds(demo: Demo): Promise<void> {
  // Some of those that wait are looked at by someone; the others settle after up to three days.
  const status = `case p.scenario when 'refund_fails' then 'failed'
    when 'waits' then case when pg_temp.u(p.k, 91) < 0.15 then 'review'
      when settles >= pg_temp.finish() then 'pending' else 'succeeded' end
    else 'succeeded' end`;
  await insertFrom(demo, 'refunds', {
    columns: {
      merchant_id: 'p.merchant_id',
      refund_id: `pg_temp.make_id('ref', at, p.k, 92 + i)`,
      payment_id: 'p.payment_id',
      amount: `case when p.extent = 'full' then p.net_amount
        when i = 1 then greatest(1, floor(p.net_amount * (0.1 + 0.4 * pg_temp.u(p.k, 95)))::int8)
        else greatest(1, floor(p.net_amount * (0.1 + 0.3 * pg_temp.u(p.k, 96)))::int8) end`,
      currency: 'p.currency',
      status,
      reason: `pg_temp.pick('{"Customer changed their mind","Item returned","Item arrived damaged","Sent twice","Delivered late"}', p.k, 97 + i)`,
      error_code: 'f.code',
      error_message: 'f.message',
      unified_code: 'f.unified_code',
      unified_message: 'f.unified_message',
      metadata: `case when pg_temp.u(p.k, 100) < 0.2
        then jsonb_build_object('ticket', 'T-' || pg_temp.roll(99999, p.k, 101)) end`,
      created_at: 'at',
      updated_at: `case when p.scenario <> 'waits' then at + interval '1 second'
        when settles < pg_temp.finish() then settles else at end`,
      connector: `'sandbox'`,
      profile_id: 'p.profile_id',
      merchant_connector_id: 'p.merchant_connector_id',
    },
    from: `(select *, ${shares({ full: 60, part: 30, parts: 10 }, 'pg_temp.u(k, 90)')} as extent
       from demo_payments where status = 'succeeded'
         and scenario in ('refunded', 'waits', 'refund_fails')) p
      cross join lateral generate_series(1, case p.extent when 'parts' then 2 else 1 end) i
      cross join lateral (select date_trunc('milliseconds', p.updated + power(pg_temp.u(p.k, 102 + i), 2)
          * least(interval '20 days', pg_temp.finish() - p.updated - interval '1 minute')) as at) made
      cross join lateral (select date_trunc('milliseconds', at + interval '1 day' * (1 + 2 * pg_temp.u(p.k, 105)))
          as settles) later
      left join demo_failures f on f.flow = 'refund' and p.scenario = 'refund_fails'
      order by made.at`,
  });
}

const reasons = [
  { code: '10.4', words: 'Fraud, card absent' },
  { code: '13.1', words: 'Merchandise not received' },
  { code: '13.3', words: 'Not as described' },
  { code: '13.6', words: 'Credit not processed' },
];

/** Objections to payments with the card that brings one about. Old ones are decided or answered. */
export async function loadDisputes(demo: Demo): Promise<void> {
  const young = { dispute_opened: 60, dispute_challenged: 25, dispute_accepted: 10, dispute_cancelled: 5 };
  const old = {
    dispute_won: 36,
    dispute_lost: 30,
    dispute_accepted: 15,
    dispute_expired: 12,
    dispute_challenged: 4,
    dispute_cancelled: 3,
  };
  const list = (of: 'code' | 'words') =>
    demo.client.escapeLiteral(`{${reasons.map((reason) => `"${reason[of]}"`).join(',')}}`);
  await insertFrom(demo, 'disputes', {
    columns: {
      merchant_id: 'merchant_id',
      dispute_id: `pg_temp.make_id('dsp', at, k, 110)`,
      payment_id: 'payment_id',
      dispute_stage: `case
        when dispute_status in ('dispute_challenged', 'dispute_won', 'dispute_lost')
          then ${shares({ dispute: 80, pre_arbitration: 20 }, 'pg_temp.u(k, 111)')}
        else ${shares({ pre_dispute: 35, dispute: 65 }, 'pg_temp.u(k, 111)')} end`,
      dispute_status: 'dispute_status',
      connector_status: `case dispute_status when 'dispute_opened' then 'needs_response'
        when 'dispute_challenged' then 'under_review'
        when 'dispute_accepted' then 'lost' else substr(dispute_status, 9) end`,
      connector_dispute_id: `connector_transaction_id || '_dispute'`,
      connector_reason: `pg_temp.pick(${list('words')}, k, 113)`,
      connector_reason_code: `pg_temp.pick(${list('code')}, k, 113)`,
      challenge_required_by: `at + interval '14 days'`,
      connector_created_at: `at - interval '2 seconds'`,
      connector_updated_at: `changed - interval '2 seconds'`,
      created_at: 'at',
      updated_at: 'changed',
      amount: 'net_amount',
      currency: 'currency',
      connector: `'sandbox'`,
      profile_id: 'profile_id',
      merchant_connector_id: 'merchant_connector_id',
    },
    from: `(select *, date_trunc('milliseconds', case dispute_status when 'dispute_opened' then at
              when 'dispute_expired' then at + interval '14 days 1 minute'
              else at + pg_temp.u(k, 114) * least(interval '13 days', pg_temp.finish() - at) end) as changed
       from (select *, case when at > pg_temp.finish() - interval '15 days'
               then ${shares(young, 'pg_temp.u(k, 115)')} else ${shares(old, 'pg_temp.u(k, 115)')} end as dispute_status
             from (select *, date_trunc('milliseconds', updated + interval '1 minute' + (0.1 + 0.9 * pg_temp.u(k, 116))
                     * least(interval '20 days', pg_temp.finish() - updated - interval '2 minutes')) as at
                   from demo_payments where scenario = 'disputed') opened) standing) d
      order by d.at`,
  });
}
