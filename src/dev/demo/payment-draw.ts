import { DAYS, HISTORY_DAYS, SESSION_DAYS } from './calendar.ts';
import {
  captureMethod,
  lastAttemptStatus,
  paymentReached,
  paymentStatus,
  scenario,
} from './payment-rules.ts';
import type { Demo } from './statements.ts';

/**
 * Decides everything about every payment that another table follows from: when, who, what, how it went.
 * Each step adds columns to the one before; materialized, so that a hash is worked out once.
 */
export async function drawPayments({ client }: Demo): Promise<void> {
  await client.query(`
    create temp table demo_payments on commit drop as
    with rolled as (
      select m.merchant_id, m.theme, m.customers, m.guests, n, hashint8extended(n, m.seed) as k,
             make_interval(secs => ${(DAYS + HISTORY_DAYS - 1) * 86_400}.0 / m.customers) as step
      from demo_merchants m cross join lateral generate_series(1, m.payments) n
      offset 0
    ), dated as (
      -- Business grows a little, most of it is done around noon, and none in the last two hours, so that
      -- what follows a payment does not end up in the future.
      select *, date_trunc('milliseconds', least(
          pg_temp.start() + interval '1 day' * (floor(${DAYS} * power(pg_temp.u(k, 10), 0.85))
            + (pg_temp.u(k, 11) + pg_temp.u(k, 12)) / 2),
          pg_temp.finish() - interval '2 hours' * (1 + pg_temp.u(k, 13)))) as created
      from rolled
      offset 0
    ), placed as (
      select d.*, ${paymentStatus} as status,
             -- Whoever came before may pay: the earlier, the more often.
             least(customers, floor(extract(epoch from created - pg_temp.start() + interval '${HISTORY_DAYS} days')
               / extract(epoch from step))::int) as customers_so_far
      from (select *, pg_temp.finish() - created as age from dated) d
      offset 0
    ), reached as (
      select *, ${paymentReached} as reached,
             case when pg_temp.u(k, 14) < 0.65 and customers_so_far > 0
               then 1 + floor(customers_so_far * power(pg_temp.u(k, 15), 1.5))::int
               else -pg_temp.roll(guests, k, 16) end as j,
             pg_temp.roll(10, k, 17) as p1, pg_temp.pick('{1,1,1,1,2,3}', k, 18)::int as q1,
             case when pg_temp.u(k, 19) < 0.35 then 1 + floor(power(pg_temp.u(k, 20), 2) * 3)::int end as q2
      from placed
      offset 0
    ), shaped as (
      select *, ${scenario} as scenario, ${captureMethod} as capture_method from reached
      offset 0
    ), tried as (
      select *, reached in ('confirmed', 'authorized') as confirmed_once,
             -- An attempt begins when the payment is confirmed.
             case when reached not in ('confirmed', 'authorized') then 0
                  when scenario not in ('clean', 'card_declined') or status = 'processing' then 1
                  when pg_temp.u(k, 21) < 0.88 then 1 when pg_temp.u(k, 21) < 0.98 then 2 else 3 end as tries
      from shaped
      offset 0
    ), timed as (
      select *, tries > 1 and scenario = 'clean' and pg_temp.u(k, 22) < 0.6 as retried_by_itself,
             date_trunc('milliseconds', created + pg_temp.seconds(5 + 400 * power(pg_temp.u(k, 23), 2)))
               as first_confirmed,
             date_trunc('milliseconds', pg_temp.seconds(40 + 260 * pg_temp.u(k, 24))) as pause,
             date_trunc('milliseconds', pg_temp.seconds(case scenario
               when 'challenge' then 25 + 150 * pg_temp.u(k, 25) else 0.4 + 2 * pg_temp.u(k, 25) end)) as answer_time
      from tried
      offset 0
    ), priced as (
      select t.*, person.customer_id, person.currency, person.region, shop.profile_id,
             case when confirmed_once then case when retried_by_itself then shop.spare_id else shop.main_id end
               end as merchant_connector_id,
             shop.main_id, one.name as product1, one.price as price1, two.name as product2, two.price as price2,
             one.price * q1 + coalesce(two.price * q2, 0) as amount,
             -- A failed try takes a second. The service goes on at once, a customer after a pause.
             case when tries <= 1 then first_confirmed
               else first_confirmed + (tries - 1) * interval '1 second'
                 + (tries - 1 - retried_by_itself::int) * pause end as last_started
      from timed t
      join demo_people person on person.merchant_id = t.merchant_id and person.j = t.j
      join demo_shops shop on shop.merchant_id = t.merchant_id and shop.region = person.region
      join demo_prices one on one.theme = t.theme and one.currency = person.currency and one.p = p1
      left join demo_prices two on q2 is not null and two.theme = t.theme and two.currency = person.currency
        and two.p = 1 + p1 % 10
      offset 0
    ), summed as (
      select *, pg_temp.u(k, 30) < 0.35 as ships,
             case when pg_temp.u(k, 30) < 0.3 then parcel.cost end as shipping_cost,
             case when region = 1 and pg_temp.u(k, 31) < 0.6 then round(amount * 0.08)::int8 end as order_tax_amount,
             case when confirmed_once and pg_temp.u(k, 32) < 0.03 then round(amount * 0.015)::int8 end as surcharge
      from priced cross join lateral (select case currency when 'JPY' then 800 when 'SEK' then 7900
        else pg_temp.pick('{490,690,990}', k, 33)::int8 end as cost) parcel
      offset 0
    ), settled as (
      select *, amount + coalesce(shipping_cost, 0) + coalesce(order_tax_amount, 0) + coalesce(surcharge, 0)
               as net_amount,
             last_started + answer_time as answered
      from summed
      offset 0
    ), ended as (
      select *, date_trunc('milliseconds', case
               when status = 'expired' then created + interval '${SESSION_DAYS} days' + pg_temp.seconds(60 * pg_temp.u(k, 34))
               when reached = 'nothing' and status <> 'cancelled' then created
               when reached = 'method' and status <> 'cancelled' then first_confirmed
               when status = 'cancelled' or capture_method <> 'automatic'
                 and status in ('succeeded', 'partially_captured', 'partially_captured_and_capturable')
                 then answered + pg_temp.u(k, 35) * least(interval '3 days', pg_temp.finish() - answered)
               else answered end) as updated,
             case status when 'succeeded' then net_amount
               when 'partially_captured' then floor(net_amount * (0.3 + 0.5 * pg_temp.u(k, 36)))::int8
               when 'partially_captured_and_capturable' then floor(net_amount * (0.3 + 0.5 * pg_temp.u(k, 36)))::int8
               else 0 end as amount_received,
             ${lastAttemptStatus} as attempt_status,
             case when status = 'cancelled' then pg_temp.pick(
               '{requested_by_customer,requested_by_customer,duplicate,out_of_stock}', k, 37) end as cancellation_reason
      from settled
      offset 0
    )
    select e.*, pg_temp.make_id('pay', e.created, e.k, 40) as payment_id, saved.payment_method_id,
           case when status = 'requires_capture' then net_amount
                when status = 'partially_captured_and_capturable' then net_amount - amount_received
                else 0 end as amount_capturable,
           case when reached <> 'nothing' then case
             when retried_by_itself then 'processing_error'
             when scenario not in ('clean', 'refunded') then scenario
             else coalesce(saved.card, pg_temp.roll(3, e.k, 41)::text) end end as card,
           case when status = 'failed' then case scenario when 'challenge' then 'authentication_failed'
             else scenario end end as failure,
           case when reached <> 'nothing' then coalesce(saved.kind, pg_temp.pick('{credit,credit,debit}', e.k, 42))
             end as kind,
           coalesce(saved.exp_month, lpad(pg_temp.roll(12, e.k, 46)::text, 2, '0')) as exp_month,
           coalesce(saved.exp_year, (extract(year from pg_temp.finish())::int + pg_temp.roll(4, e.k, 47))::text)
             as exp_year,
           case when scenario in ('challenge', 'frictionless') or region = 2 and pg_temp.u(e.k, 43) < 0.3
             then 'three_ds' else 'no_three_ds' end as authentication_type,
           case when confirmed_once then pg_temp.make_id('sbx', last_started, e.k, 44) end as connector_transaction_id,
           -- Of three tries.
           first_confirmed + interval '1 second' + pause as second_started,
           -- How many captures there were: what is captured automatically has none.
           case when amount_received = 0 or capture_method = 'automatic' then 0 when capture_method = 'manual' then 1
                else pg_temp.roll(2, e.k, 68) + (status = 'succeeded')::int end as parts
    from ended e
    -- Whoever has a saved card pays with it more often than not, where the card is one without surprises.
    left join demo_methods saved on saved.merchant_id = e.merchant_id and saved.j = e.j and saved.seq = 1
      and saved.created < e.created and confirmed_once and tries = 1 and scenario in ('clean', 'refunded')
      and pg_temp.u(e.k, 45) < 0.6
    -- In time order here, so in all tables made from here.
    order by e.created`);
}
