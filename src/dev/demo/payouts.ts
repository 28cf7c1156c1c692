import { sealCards } from './seal-cards.ts';
import { type Demo, insertFrom, shares } from './statements.ts';

/** What has become of payouts, in percent. */
const statuses = {
  success: 62,
  failed: 9,
  pending: 4,
  requires_fulfillment: 5,
  requires_confirmation: 4,
  requires_payout_method_data: 3,
  cancelled: 4,
  expired: 3,
  reversed: 2,
  initiated: 2,
  requires_creation: 1,
  requires_vendor_account_creation: 0.5,
  ineligible: 0.5,
};

const underWay = `'{pending,initiated,requires_fulfillment,requires_confirmation,requires_payout_method_data,
  requires_creation,requires_vendor_account_creation}'::text[]`;

/** Payouts to customers, through the payout account of the merchant's first shop. */
export async function loadPayouts(demo: Demo): Promise<void> {
  // Each merchant's first payouts take one status each, so that even few of them show all.
  const all = demo.client.escapeLiteral(`{${Object.keys(statuses).join(',')}}`);
  await demo.client.query(`
    create temp table demo_payouts on commit drop as
    with rolled as (
      select m.merchant_id, n, hashint8extended(-n, m.seed) as k, m.customers, m.theme
      from demo_merchants m cross join lateral generate_series(1, m.payouts) n
      offset 0
    ), decided as (
      select *, case when n <= ${Object.keys(statuses).length} then (${all}::text[])[n]
                  else ${shares(statuses, 'pg_temp.u(k, 1)')} end as status
      from rolled
      offset 0
    ), dated as (
      -- What is under way is of the last days; what has expired had its time.
      select *, date_trunc('milliseconds', pg_temp.finish() - interval '2 hours' - case
          when status = any (${underWay}) then interval '6 days' * pg_temp.u(k, 2)
          when status in ('expired', 'reversed') then interval '40 days' + interval '49 days' * pg_temp.u(k, 2)
          else interval '89 days' * pg_temp.u(k, 2) end) as created
      from decided
      offset 0
    )
    select d.*, pg_temp.make_id('po', created, d.k, 3) as payout_id, shop.profile_id,
           person.j, person.currency,
           case when person.currency = 'JPY' then 1000 * pg_temp.roll(60, d.k, 4)
                else 50 * pg_temp.roll(1200, d.k, 4) end as amount,
           status = any ('{pending,initiated,success,failed,reversed}') as sent,
           status = any ('{pending,initiated,success,failed,reversed,ineligible,requires_creation,
             requires_vendor_account_creation}') as asked,
           case status when 'requires_payout_method_data' then null when 'failed' then 'card_declined'
             when 'pending' then 'waits' when 'initiated' then 'waits' else pg_temp.roll(3, d.k, 5)::text end as card,
           date_trunc('milliseconds', created + case status
             when 'requires_payout_method_data' then interval '0' when 'expired' then interval '30 days 1 minute'
             when 'reversed' then interval '1 day' * (2 + 5 * pg_temp.u(d.k, 6))
             else pg_temp.seconds(3 + 3000 * pg_temp.u(d.k, 6)) end) as updated
    from dated d
    -- The older half of the customers was there before the first payout.
    join demo_people person on person.merchant_id = d.merchant_id
      and person.j = pg_temp.roll(greatest(1, d.customers / 2), d.k, 7)
    join demo_shops shop on shop.merchant_id = d.merchant_id and shop.region = 1
    order by created`);

  // The number is kept until the money is on its way.
  await sealCards(
    demo,
    'payouts',
    `
    select merchant_id, payout_id as id, card from demo_payouts where card is not null and status in (
      'requires_confirmation', 'requires_fulfillment', 'requires_creation', 'requires_vendor_account_creation')`,
  );
  await insertFrom(demo, 'payouts', {
    columns: {
      merchant_id: 'p.merchant_id',
      payout_id: 'p.payout_id',
      amount: 'p.amount',
      currency: 'p.currency',
      // An account is chosen on confirmation, before it is asked.
      connector: `case when p.asked or p.status = 'requires_fulfillment' then 'sandbox' end`,
      merchant_connector_id: `case when p.asked or p.status = 'requires_fulfillment'
        then account.merchant_connector_id end`,
      connector_transaction_id: `case when p.sent then pg_temp.make_id('sbx', p.created, p.k, 8) end`,
      payout_type: `case when p.card is not null then 'card' end`,
      payout_method_data: `case when p.card is not null then jsonb_build_object('card', jsonb_build_object(
        'card_issuer', null, 'card_network', c.network, 'card_type', null, 'card_issuing_country', null,
        'bank_code', null, 'last4', c.last4, 'card_isin', c.isin, 'card_extended_bin', c.extended_bin,
        'card_exp_month', lpad(pg_temp.roll(12, p.k, 9)::text, 2, '0'),
        'card_exp_year', (extract(year from pg_temp.finish())::int + pg_temp.roll(4, p.k, 10))::text,
        'card_holder_name', o.name)) end`,
      billing: `case when pg_temp.u(p.k, 11) < 0.6 then o.contact end`,
      auto_fulfill: `p.status <> 'requires_fulfillment' and pg_temp.u(p.k, 12) < 0.6`,
      customer_id: 'o.customer_id',
      customer: 'o.summary',
      client_secret: 'pg_temp.secret(p.payout_id)',
      description: `pg_temp.pick('{"Commission","Marketplace sales","Bonus","Expenses","Return of a deposit"}', p.k, 13)`,
      entity_type: `'Individual'`,
      metadata: `case when pg_temp.u(p.k, 14) < 0.3 then jsonb_build_object('batch', pg_temp.roll(90, p.k, 15)) end`,
      card_number: 'sealed.box',
      status: 'p.status',
      error_code: 'f.code',
      error_message: 'f.message',
      unified_code: 'f.unified_code',
      unified_message: 'f.unified_message',
      profile_id: 'p.profile_id',
      created: 'p.created',
      updated: 'p.updated',
      priority: `pg_temp.pick('{instant,fast,regular,regular}', p.k, 16)`,
      email: 'o.email',
      name: 'o.name',
      phone: 'o.phone',
      phone_country_code: 'o.calling',
      connectors: `'["sandbox"]'`,
    },
    from: `demo_payouts p
      join demo_people o on o.merchant_id = p.merchant_id and o.j = p.j
      join connector_accounts account
        on account.merchant_id = p.merchant_id and account.connector_type = 'payout_processor'
      left join demo_cards c on c.merchant_id = p.merchant_id and c.card = p.card
      left join demo_sealed sealed on sealed.merchant_id = p.merchant_id and sealed.id = p.payout_id
      left join demo_failures f on f.flow = 'payout' and p.status = 'failed'`,
  });

  await insertFrom(demo, 'payout_attempts', {
    columns: {
      merchant_id: 'p.merchant_id',
      attempt_id: `p.payout_id || '_1'`,
      payout_id: 'p.payout_id',
      status: 'p.status',
      amount: 'p.amount',
      currency: 'p.currency',
      connector: 'p.connector',
      merchant_connector_id: 'p.merchant_connector_id',
      connector_transaction_id: 'p.connector_transaction_id',
      payment_method: `'card'`,
      error_code: 'p.error_code',
      error_message: 'p.error_message',
      unified_code: 'p.unified_code',
      unified_message: 'p.unified_message',
      created_at: 'p.created',
      modified_at: 'p.updated',
    },
    from: `demo_payouts d join payouts p on p.merchant_id = d.merchant_id and p.payout_id = d.payout_id
      where d.asked`,
  });
}
