-- What must hold between transactions, whatever happened: every row that comes back is a violation.
-- $1: the tables of states, as [{of, from, to}], from null for a state to begin in.
-- $2: the status of a payment by that of its active attempt, as {attempt: payment}.
-- $3: the statuses that an attempt does not leave.
-- $4: the merchants whose rows are checked, or null for all.
-- Rows that were put into the database by hand have no history, or one with identifiers made up; only objects
-- whose history the service began are held to all rules.
with
  payments as (select * from public.payments where $4::text[] is null or merchant_id = any($4)),
  attempts as (select * from public.attempts where $4::text[] is null or merchant_id = any($4)),
  captures as (select * from public.captures where $4::text[] is null or merchant_id = any($4)),
  refunds as (select * from public.refunds where $4::text[] is null or merchant_id = any($4)),
  disputes as (select * from public.disputes where $4::text[] is null or merchant_id = any($4)),
  payouts as (select * from public.payouts where $4::text[] is null or merchant_id = any($4)),
  connector_calls as (select * from public.connector_calls where $4::text[] is null or merchant_id = any($4)),
  status_changes as (select * from public.status_changes where $4::text[] is null or merchant_id = any($4)),
  events as (select * from public.events where $4::text[] is null or merchant_id = any($4)),
  webhook_deliveries as (select * from public.webhook_deliveries where $4::text[] is null or merchant_id = any($4)),
  pending_deliveries as (select * from public.pending_deliveries where $4::text[] is null or merchant_id = any($4)),
  sandbox_transactions as (select * from public.sandbox_transactions where $4::text[] is null or merchant_id = any($4)),
  stats_totals as (select * from public.stats_totals where $4::text[] is null or merchant_id = any($4)),
  stats_changes as (select * from public.stats_changes where $4::text[] is null or merchant_id = any($4)),
  stats_progress as (select * from public.stats_progress where $4::text[] is null or merchant_id = any($4)),
  search_entries as (select * from public.search_entries where $4::text[] is null or merchant_id = any($4)),
  search_changes as (select * from public.search_changes where $4::text[] is null or merchant_id = any($4)),
  payment_metadata as (select * from public.payment_metadata where $4::text[] is null or merchant_id = any($4)),
  evidence_contents as (select * from public.evidence_contents where $4::text[] is null or merchant_id = any($4)),
  payment_methods as (select * from public.payment_methods where $4::text[] is null or merchant_id = any($4)),
  customers as (select * from public.customers where $4::text[] is null or merchant_id = any($4)),
  mandates as (select * from public.mandates where $4::text[] is null or merchant_id = any($4)),
  business_profiles as (select * from public.business_profiles where $4::text[] is null or merchant_id = any($4)),
  connector_accounts as (select * from public.connector_accounts where $4::text[] is null or merchant_id = any($4)),
  api_keys as (select * from public.api_keys where $4::text[] is null or merchant_id = any($4)),
  team_members as (select * from public.team_members where $4::text[] is null or merchant_id = any($4)),
  invitations as (select * from public.invitations where $4::text[] is null or merchant_id = any($4)),
  balance_entries as (select * from public.balance_entries where $4::text[] is null or merchant_id = any($4)),
  merchant_accounts as (select * from public.merchant_accounts where $4::text[] is null or merchant_id = any($4)),
  balance_backfills as (select * from public.balance_backfills where $4::text[] is null or merchant_id = any($4)),
  webhook_endpoint_states as (select * from public.webhook_endpoint_states where $4::text[] is null or merchant_id = any($4)),
  steps_allowed as (select * from jsonb_to_recordset($1::jsonb) as t("of" text, "from" text, "to" text)),
  payment_by_attempt as (select key as attempt_status, value as payment_status from jsonb_each_text($2::jsonb)),
  steps as (
    select c.*,
      lag(to_status) over object as previous,
      row_number() over object as place,
      lead(change_id) over object is null as is_last,
      count(*) filter (where from_status is null) over (partition by merchant_id, object_type, object_id) as beginnings
    from status_changes c
    window object as (partition by merchant_id, object_type, object_id order by sequence)
  ),
  born as (
    select merchant_id, object_type, object_id from status_changes
    where from_status is null and change_id ~ '^chg_[0-9A-Z]{26}$'
  ),
  -- Attempts and captures have no timeline: their histories begin with their first change. Those of a payment whose history
  -- the service began are held to all rules, and so is every history with a beginning.
  parts as (
    select a.merchant_id, 'payment attempt' as object_type, a.attempt_id as object_id from attempts a
      join born b on b.merchant_id = a.merchant_id and b.object_type = 'payment' and b.object_id = a.payment_id
    union all select c.merchant_id, 'capture', c.capture_id from captures c
      join born b on b.merchant_id = c.merchant_id and b.object_type = 'payment' and b.object_id = c.payment_id
  ),
  held as (
    select s.* from steps s where s.beginnings > 0
      or (s.merchant_id, s.object_type, s.object_id) in (select merchant_id, object_type, object_id from parts)
  ),
  pay as (
    select p.* from payments p
    join born b on b.merchant_id = p.merchant_id and b.object_type = 'payment' and b.object_id = p.payment_id
  ),
  att as (
    select a.*, p.status as payment_status, p.attempt_count, p.amount_received,
      a.status = any($3::text[]) as is_over,
      a.attempt_id = coalesce(p.reference_id, p.payment_id || '_' || p.attempt_count) as is_followed,
      -- Its money goes back to the customer, and its payment does not follow it.
      p.reversals @> jsonb_build_array(jsonb_build_object('attempt_id', a.attempt_id)) as is_reversed,
      substring(a.attempt_id from '_([0-9]+)$')::int as number
    from attempts a join pay p using (merchant_id, payment_id)
  ),
  po as (
    select p.* from payouts p
    join born b on b.merchant_id = p.merchant_id and b.object_type = 'payout' and b.object_id = p.payout_id
  ),
  ref as (
    select r.* from refunds r
    join born b on b.merchant_id = r.merchant_id and b.object_type = 'refund' and b.object_id = r.refund_id
  ),
  -- What each object has moved at a balance, of merchants whose reconciliation is active; `since` it has entries.
  moved as (
    select m.since, o.* from (
      select merchant_id, case when exists (
          select from balance_backfills b where b.merchant_id = a.merchant_id and b.kind = 'past' and b.status = 'done')
        then '-infinity' else recon_since end as since
      from merchant_accounts a where is_recon_enabled and recon_status = 'active') m
    join (
      select c.merchant_id, 'capture' as kind, c.capture_id as object_id, c.created_at as at, c.currency,
        case c.status when 'charged' then c.amount else 0 end as gross, c.fee, c.fee_currency
      from captures c join pay p using (merchant_id, payment_id)
      union all
      -- A refund that has not failed has left the balance once its connector has accepted it.
      select merchant_id, 'refund', refund_id, created_at, currency,
        case when status = 'succeeded' or status in ('pending', 'review') and connector_refund_id is not null then -amount else 0 end,
        fee, fee_currency
      from ref
      union all
      select merchant_id, 'dispute', dispute_id, created_at, currency,
        case when dispute_status not in ('dispute_won', 'dispute_cancelled')
            and (dispute_stage <> 'pre_dispute' or dispute_status = 'dispute_lost') then -amount else 0 end, null, null
      from disputes d
      join born b using (merchant_id) where b.object_type = 'dispute' and b.object_id = d.dispute_id
      union all
      select merchant_id, 'payout', payout_id, created, currency, case status when 'success' then -amount else 0 end, null, null
      from po
      union all
      select a.merchant_id, 'attempt', a.attempt_id, a.created_at, a.currency, 0, (a.connector_metadata ->> 'fee_amount')::int8,
        a.connector_metadata ->> 'fee_currency'
      from attempts a join pay p using (merchant_id, payment_id)
      where a.status in ('failure', 'authorization_failed', 'authentication_failed', 'router_declined')
    ) o using (merchant_id)
  ),
  -- The same by the entries, apart from adjustments, which belong to differences.
  booked as (
    select merchant_id, kind, object_id, currency, sum(gross) as gross, sum(fee) as fee
    from balance_entries e
    cross join lateral (values ('capture', capture_id, 'capture'), ('refund', refund_id, 'refund'),
      ('dispute', dispute_id, 'dispute'), ('payout', payout_id, 'payout'), ('attempt', attempt_id, '')) o(kind, object_id, types)
    where object_id is not null and (type = 'fee' or starts_with(type, types))
    group by 1, 2, 3, 4
  ),
  countable as (
    select merchant_id, 'payment' as object_type, created as at, amount, amount_received as captured,
      amount_capturable as capturable, amount_refunded as refunded, jsonb_build_array(currency, status, connector,
        payment_method, null, profile_id, error_code, null, null, null, null, null, null, null, null, first_attempt_failed) as dimensions from payments
    union all select a.merchant_id, type, a.created_at, a.amount, null, null, null, jsonb_build_array(a.currency, a.status,
        a.connector, a.payment_method, a.payment_method_type, a.profile_id, a.error_code, a.unified_code,
        a.authentication_type, a.connector_decision, case type when 'attempt_detail' then a.card_network end,
        case type when 'attempt_detail' then a.billing_country end,
        case type when 'attempt_detail' then a.issuer_error_code end, null, null, null)
      from attempts a, unnest(array['attempt', 'attempt_detail']) type
    union all select merchant_id, 'refund', created_at, amount, null, null, null, jsonb_build_array(currency, status,
        connector, payment_method, null, profile_id, error_code, null, null, null, null, null, null, null, null, null)
      from refunds
    union all select merchant_id, 'dispute', created_at, amount, null, null, null, jsonb_build_array(currency,
        dispute_status, connector, payment_method, null, profile_id, null, null, null, null, null, null, null, null, null, null) from disputes
    union all select merchant_id, 'payout', created, amount, null, null, null, jsonb_build_array(currency, status,
        connector, payout_type, null, profile_id, error_code, null, null, null, null, null, null, null, null, null) from payouts
    union all select merchant_id, 'connector_call', created_at, duration_ms, null, null, null, jsonb_build_array(null,
        null, connector, null, null, null, null, null, null, null, null, null, null, operation, duration_band, null)
      from connector_calls where duration_ms is not null
  ),
  periods(period) as (values ('month'), ('day'), ('hour'), ('quarter_hour')),
  -- What is counted, less what there is.
  statistics as (
    select period, merchant_id, object_type, starts_at, count, coalesce(amount, duration_ms) as amount, amount_captured as captured,
      amount_capturable as capturable, amount_refunded as refunded, jsonb_build_array(currency, status, connector,
        payment_method, payment_method_type, profile_id, error_code, unified_code, authentication_type,
        connector_decision, card_network, billing_country, issuer_error_code, operation, duration_band, first_attempt_failed) as dimensions
    from stats_totals
    union all
    select period, merchant_id, type, case period when 'quarter_hour' then date_bin('15 minutes', starts_at, '2000-01-01Z') else date_trunc(period, starts_at, 'UTC') end, count, coalesce(amount, duration_ms), amount_captured,
      amount_capturable, amount_refunded, jsonb_build_array(currency, status, connector, payment_method,
        payment_method_type, profile_id, error_code, unified_code, authentication_type, connector_decision,
        case type when 'attempt_detail' then card_network end, case type when 'attempt_detail' then billing_country end,
        case type when 'attempt_detail' then issuer_error_code end, operation, duration_band,
        first_attempt_failed)
    from (
        select c.* from stats_changes c left join stats_progress p using (merchant_id, object_type)
        where p.counted_until is null or c.starts_at < p.counted_until) recorded, periods,
      unnest(case object_type when 'attempt' then array['attempt', 'attempt_detail'] else array[object_type] end) type
    union all
    select period, merchant_id, object_type, case period when 'quarter_hour' then date_bin('15 minutes', at, '2000-01-01Z') else date_trunc(period, at, 'UTC') end, -1, -amount, -captured, -capturable,
      -refunded, dimensions
    from countable c, periods
    -- The rest is counted from the objects themselves.
    where not exists (
      select from stats_progress p
      where p.merchant_id = c.merchant_id and p.object_type = replace(c.object_type, '_detail', '') and c.at >= p.counted_until)
  ),
  -- A second opinion on the words of each table's objects.
  searchable as (
    select merchant_id, 'payments' as source, payment_id as id, created as at,
      search_words(concat_ws(' ', payment_id, description, connector_transaction_id, feature_metadata ->> 'search_tags', reference_id,
        merchant_order_reference_id), 'A') || search_words(concat_ws(' ', email, name), 'D') as words,
      contact_phones(phone, null, billing, shipping) as phones from payments
    union all select merchant_id, 'refunds', refund_id, created_at,
      search_words(concat_ws(' ', refund_id, payment_id, reason, connector_refund_id), 'A'), '' from refunds
    union all select merchant_id, 'disputes', dispute_id, created_at,
      search_words(concat_ws(' ', dispute_id, payment_id, connector_dispute_id, connector_reason), 'A'), '' from disputes
    union all select merchant_id, 'payouts', payout_id, created,
      search_words(concat_ws(' ', payout_id, customer_id, description, connector_transaction_id), 'A')
        || search_words(concat_ws(' ', email, name), 'D'),
      contact_phones(phone, phone_country_code, billing) from payouts
    union all select merchant_id, 'customers', customer_id, created_at,
      search_words(customer_id, 'A') || search_words(concat_ws(' ', name, email, description), 'D')
        || phone_words(phone, phone_country_code), '' from customers
    union all select merchant_id, 'payment_methods', payment_method_id, created,
      search_words(concat_ws(' ', customer_id, payment_method_id), 'A'), '' from payment_methods
    union all select merchant_id, 'mandates', mandate_id, created_at,
      search_words(concat_ws(' ', mandate_id, customer_id), 'A'), '' from mandates
    union all select merchant_id, 'business_profiles', profile_id, created_at,
      search_words(concat_ws(' ', profile_id, profile_name), 'A'), '' from business_profiles
    union all select merchant_id, 'connector_accounts', merchant_connector_id, created_at,
      search_words(concat_ws(' ', connector_name, connector_label, merchant_connector_id), 'A'), '' from connector_accounts
    union all select merchant_id, 'api_keys', key_id, created_at, search_words(concat_ws(' ', key_id, name), 'A'), '' from api_keys
    union all select merchant_id, 'team_members', person_id, joined_at, search_words(concat_ws(' ', email, name), 'A'), ''
      from team_members
    union all select merchant_id, 'invitations', invitation_id, created_at, search_words(email, 'A'), '' from invitations
  ),
  present as (
    select merchant_id, 'payment' as object_type, payment_id as object_id, status from payments
    union all select merchant_id, 'payment attempt', attempt_id, status from attempts
    union all select merchant_id, 'capture', capture_id, status from captures
    union all select merchant_id, 'refund', refund_id, status from refunds
    union all select merchant_id, 'payout', payout_id, status from payouts
    union all select merchant_id, 'dispute', dispute_id, dispute_status from disputes
  ),
  terminal as (
    select merchant_id, payment_id as object_id from pay
    where status in ('succeeded', 'failed', 'cancelled', 'partially_captured', 'expired')
    union all select merchant_id, refund_id from ref where status in ('succeeded', 'failed')
    union all select merchant_id, payout_id from po where status in ('success', 'failed', 'cancelled', 'expired', 'ineligible', 'reversed')
  ),
  at_sandbox as (
    select c.object_id, c.part_id, c.operation, c.flow, c.status as call_status, c.outcome as known, t.*
    from connector_calls c
    join sandbox_transactions t on t.merchant_id = c.merchant_id and t.idempotency_key = c.call_id
      and t.merchant_connector_id = c.merchant_connector_id
  ),
  -- Payments of which everything asked is known: their sums and the sandbox's must be the same.
  quiet as (
    select p.* from pay p
    where not exists (
      select from connector_calls c where c.merchant_id = p.merchant_id and c.status = 'intended'
        and (c.object_id = p.payment_id or c.object_id in (
          select refund_id from refunds r where r.merchant_id = p.merchant_id and r.payment_id = p.payment_id)))
  ),
  -- Of the deliveries of one object to one endpoint, what is with those before each.
  in_order as (
    select d.*, max(completed_at) over before as over_before, bool_or(status = 'pending') over before as waits_before
    from webhook_deliveries d join events e using (merchant_id, event_id) where not redelivery
    window before as (partition by d.merchant_id, d.endpoint_id, d.object_id order by e.sequence
                      rows between unbounded preceding and 1 preceding)
  )

-- Sums
select 'the refunds that did not fail are amount_refunded' as rule, p.merchant_id, p.payment_id as object_id,
  format('%s, not %s', sum(r.amount) filter (where r.status <> 'failed'), p.amount_refunded) as detail
from payments p join refunds r using (merchant_id, payment_id)
group by p.merchant_id, p.payment_id, p.amount_refunded
having coalesce(sum(r.amount) filter (where r.status <> 'failed'), 0) <> p.amount_refunded

union all
select 'no more is refunded than was received', merchant_id, payment_id,
  format('%s of %s', amount_refunded, amount_received)
from payments where amount_refunded > amount_received

union all
select 'received and capturable are within the net amount', merchant_id, payment_id,
  format('%s + %s of %s', amount_received, amount_capturable, net_amount)
from payments where amount_received + amount_capturable > net_amount

union all
select 'the net amount is the sum of its parts', merchant_id, payment_id, format('%s of %s', net_amount, amount)
from pay
where net_amount <> amount + coalesce(shipping_cost, 0) + coalesce(order_tax_amount, 0)
  + coalesce((surcharge_details->>'surcharge_amount')::bigint, 0)
  + coalesce((surcharge_details->>'tax_amount')::bigint, 0)

union all
-- What was refunded before a capture was taken back stays received.
select 'what was captured is what was received', p.merchant_id, p.payment_id,
  format('%s, not %s', sum(c.amount) filter (where c.status = 'charged'), p.amount_received)
from pay p left join captures c using (merchant_id, payment_id)
group by p.merchant_id, p.payment_id, p.amount_received, p.amount_refunded
having greatest(coalesce(sum(c.amount) filter (where c.status = 'charged'), 0), p.amount_refunded)
  <> p.amount_received

union all
select 'a payment is paid from its first capture that is charged', p.merchant_id, p.payment_id,
  format('%s, not %s', p.paid_at, min(c.captured_at))
from pay p left join captures c using (merchant_id, payment_id)
group by p.merchant_id, p.payment_id, p.paid_at
-- A failed capture leaves the time of the first.
having (p.paid_at is null) <> (count(*) filter (where c.status = 'charged') = 0) or p.paid_at > min(c.captured_at)

union all
select 'a capture says when it was charged', c.merchant_id, c.capture_id, format('%s: %s', c.status, c.captured_at)
from captures c join pay p using (merchant_id, payment_id)
where (c.captured_at is null) <> (c.status <> 'charged')

union all
select 'what is left of a payment is what was received, less refunds and fees', merchant_id, payment_id,
  format('%s: %s - %s - %s - %s %s', net, amount_received, amount_refunded, amount_disputed, fee, fee_currency)
from payments
where net is distinct from case when fee_currency = currency then amount_received - amount_refunded - amount_disputed - fee end
  or (fee is null) <> (fee_currency is null)

union all
select 'a payment has the fees of its captures and refunds', p.merchant_id, p.payment_id,
  format('%s, not %s', p.fee, sum(c.fee))
from pay p join (
  select merchant_id, payment_id, fee, fee_currency from captures where fee is not null
  union all
  select merchant_id, payment_id, fee, fee_currency from refunds where fee <> 0
) c using (merchant_id, payment_id)
group by p.merchant_id, p.payment_id, p.fee
having p.fee is distinct from case when count(distinct c.fee_currency) = 1 then sum(c.fee) end

union all
select 'what is captured automatically is received as a whole', merchant_id, payment_id,
  format('%s: %s of %s', status, amount_received, net_amount)
from pay
where capture_method = 'automatic'
  and amount_received <> case when status = 'succeeded' then net_amount else amount_refunded end
  -- An issuer may approve a part, which is then all there is.
  and not (status = 'partially_captured' and amount_received between 1 and net_amount - 1)

union all
select 'only what is authorized can be captured', merchant_id, payment_id, format('%s: %s', status, amount_capturable)
from pay
where amount_capturable > 0
  and status not in ('requires_capture', 'processing', 'requires_merchant_action', 'partially_captured_and_capturable')

union all
select 'a failed payment keeps no card or account', merchant_id, payment_id, status
from pay where status = 'failed' and (card_number is not null or method_data is not null or brought_data is not null)

-- Attempts
union all
select 'one attempt at most is under way', merchant_id, payment_id, string_agg(attempt_id, ', ')
from att where not is_over and not is_reversed group by merchant_id, payment_id having count(*) > 1

union all
select 'attempts are counted from 1 without a gap', p.merchant_id, p.payment_id,
  format('%s counted, %s there, highest %s', p.attempt_count, count(a.number), max(a.number))
from pay p left join att a using (merchant_id, payment_id)
group by p.merchant_id, p.payment_id, p.attempt_count
having count(a.number) <> p.attempt_count or coalesce(max(a.number), 0) <> p.attempt_count

union all
select 'a payment follows its active attempt', a.merchant_id, a.payment_id,
  format('payment %s, attempt %s', a.payment_status, a.status)
from att a join payment_by_attempt t on t.attempt_status = a.status
where a.is_followed and not a.is_reversed
  and a.payment_status <> case
    -- The rest of an authorization stays capturable when one of several captures fails.
    when a.status in ('capture_failed', 'void_failed') and a.amount_received > 0 then 'partially_captured_and_capturable'
    when a.payment_status = 'expired' and a.status in ('authentication_failed', 'voided') then 'expired'
    -- A confirmation that is blocked ends the open challenge, and begins no attempt.
    when a.status = 'voided' and a.payment_status in ('failed', 'requires_payment_method', 'requires_confirmation')
      and exists (
        select from steps s
        where s.merchant_id = a.merchant_id and s.object_type = 'payment' and s.object_id = a.payment_id
          and s.from_status = 'requires_customer_action' and s.to_status = 'failed' and s.cause = 'confirm'
      ) then a.payment_status
    -- A failed payment that was given another method waits for its next attempt, and may end while it waits.
    when t.payment_status = 'failed' and a.payment_status in ('requires_payment_method', 'requires_confirmation')
      then a.payment_status
    when t.payment_status = 'failed' and a.payment_status in ('cancelled', 'expired') and exists (
      select from steps s
      where s.merchant_id = a.merchant_id and s.object_type = 'payment' and s.object_id = a.payment_id and s.is_last
        and s.from_status in ('requires_payment_method', 'requires_confirmation')
    ) then a.payment_status
    else t.payment_status end

-- Refunds go to where the payment says that its money is.
union all
select 'a payment shows the account and transaction of its active attempt', merchant_id, payment_id,
  format('payment %s at %s, attempt %s at %s', p.connector_transaction_id, p.merchant_connector_id,
    a.connector_transaction_id, a.merchant_connector_id)
from pay p join att a using (merchant_id, payment_id)
where a.is_followed
  and (p.connector, p.merchant_connector_id, p.connector_transaction_id)
    is distinct from (a.connector, a.merchant_connector_id, a.connector_transaction_id)

union all
select 'an attempt that its connector approved says when', merchant_id, attempt_id, status
from att
where authorized_at is null and status in ('authorized', 'charged', 'partial_charged', 'partial_charged_and_chargeable',
    'capture_initiated', 'capture_failed', 'void_failed', 'unresolved')
  or authorized_at is not null and status in ('started', 'authentication_pending', 'authentication_successful',
    'authentication_failed')

union all
select 'what no connector was asked for is not decided by one', merchant_id, payment_id, status
from pay
where attempt_count = 0
  and status not in ('requires_payment_method', 'requires_confirmation', 'cancelled', 'expired')
  -- A rule or the blocklist refuses before any is asked.
  and not (status = 'failed' and error_code = 'blocked')

-- Card numbers
union all
select 'a payment that is over keeps no card number', merchant_id, payment_id, status
from pay
where (card_number is not null or method_data is not null)
  and (status in ('succeeded', 'cancelled', 'expired', 'partially_captured')
    or (status = 'failed' and manual_retry_allowed is not true))

union all
select 'a payout that is over keeps no card number', merchant_id, payout_id, status
from po where (card_number is not null or method_data is not null) and status in ('success', 'failed', 'cancelled')

-- Histories
union all
select 'a history begins once', merchant_id, object_id, format('%s, %s times', object_type, beginnings)
from steps where beginnings > 1 and place = 1

union all
select 'each step of a history goes on from the one before', merchant_id, object_id,
  format('%s: %s after %s', object_type, from_status, previous)
from held where from_status is distinct from previous and (beginnings > 0 or place > 1)

union all
select 'each step is in the table of states', s.merchant_id, s.object_id,
  format('%s: %s to %s', s.object_type, s.from_status, s.to_status)
from steps s
where s.object_type in (select "of" from steps_allowed)
  and not exists (select from steps_allowed a
    where a."of" = s.object_type and a."from" is not distinct from s.from_status and a."to" = s.to_status)

union all
select 'a history ends with the status that there is', s.merchant_id, s.object_id,
  format('%s: %s, not %s', s.object_type, s.to_status, o.status)
from held s join present o using (merchant_id, object_type, object_id)
where s.is_last and o.status <> s.to_status

-- Calls
union all
select 'a completed call has an outcome and says when', merchant_id, call_id, outcome::text
from connector_calls
where (status = 'completed') <> (completed_at is not null)
  or (status = 'completed' and coalesce(outcome->>'kind', '') not in ('succeeded', 'failed'))

union all
select 'somebody will find out about every call', merchant_id, call_id, outcome::text
from connector_calls
where (status = 'completed' and look_up_at is not null)
  or (status = 'intended' and look_up_at is null and coalesce(outcome->>'kind', '') <> 'requires_action')

union all
select 'nothing that is over waits for a connector', c.merchant_id, c.object_id, format('%s %s', c.operation, c.call_id)
from connector_calls c join terminal t using (merchant_id, object_id)
where c.status = 'intended'
  -- A payment that ended during 3-D Secure asks once more what became of it.
  and (c.operation <> 'authorize' or c.look_up_at is null)
  and not exists (select from att a where a.merchant_id = c.merchant_id and a.attempt_id = c.part_id and a.is_reversed)
  -- An attempt that another has replaced is voided on its own.
  and not exists (select from attempts a
    where a.merchant_id = c.merchant_id and a.attempt_id = c.part_id and a.status = 'voided' and c.operation = 'void')

union all
select 'of one object no two calls of a kind are under way', merchant_id, object_id, operation
from connector_calls c where status = 'intended'
-- Each attempt that was replaced, or whose money goes back, has calls of its own.
group by merchant_id, object_id, operation, case
  when operation in ('refund', 'void') then part_id
  when operation = 'authorize' then (select attempt_id from attempts a
    where a.merchant_id = c.merchant_id and a.attempt_id = c.part_id and a.status = 'voided') end
having count(*) > 1

union all
select 'a payout that arrived was sent once', p.merchant_id, p.payout_id, count(c.call_id)::text
from po p left join connector_calls c on c.merchant_id = p.merchant_id and c.object_id = p.payout_id
  and c.operation = 'fulfill' and c.status = 'completed' and c.outcome->>'kind' = 'succeeded'
where p.status in ('success', 'reversed')
group by p.merchant_id, p.payout_id having count(c.call_id) <> 1

-- The sandbox
union all
select 'the sandbox paid out once for a payout that arrived, and never for another', p.merchant_id, p.payout_id,
  format('%s: %s times', p.status, count(t.object_id))
from po p left join at_sandbox t on t.merchant_id = p.merchant_id and t.object_id = p.payout_id
  and t.operation = 'fulfill' and t.outcome->>'kind' = 'succeeded'
where p.connector = 'sandbox' and p.status not in ('initiated', 'pending')
group by p.merchant_id, p.payout_id, p.status
having count(t.object_id) <> case when p.status in ('success', 'reversed') then 1 else 0 end

union all
select 'the sandbox received what the payment did', p.merchant_id, p.payment_id,
  format('%s there, %s here', sum(t.captured), p.amount_received)
from quiet p join at_sandbox t on t.merchant_id = p.merchant_id and t.object_id = p.payment_id
  and t.operation = 'authorize' and not p.reversals @> jsonb_build_array(jsonb_build_object('attempt_id', t.part_id))
  -- A customer who is still at the challenge has not paid.
  and t.outcome is not null
group by p.merchant_id, p.payment_id, p.amount_received
having sum(t.captured) filter (where not t.voided) <> p.amount_received

union all
select 'the sandbox gave back what the payment did', p.merchant_id, p.payment_id,
  format('%s there, %s here', sum(t.refunded), p.amount_refunded)
from quiet p join at_sandbox t on t.merchant_id = p.merchant_id and t.object_id = p.payment_id
  and t.operation = 'authorize' and not p.reversals @> jsonb_build_array(jsonb_build_object('attempt_id', t.part_id))
group by p.merchant_id, p.payment_id, p.amount_refunded
having sum(t.refunded) <> p.amount_refunded

union all
select 'the sandbox holds no money of a payment that ended without', p.merchant_id, p.payment_id,
  format('%s: %s held', p.status, t.authorized)
from quiet p join at_sandbox t on t.merchant_id = p.merchant_id and t.object_id = p.payment_id
  and t.operation = 'authorize'
where p.status in ('cancelled', 'expired', 'failed') and t.authorized > t.refunded and not t.voided
  and t.outcome->>'kind' = 'succeeded'
  -- An authorization that lapsed holds nothing, whatever it was for.
  and coalesce((t.outcome->>'captureBefore')::timestamptz > p.updated, true)

-- Webhooks
union all
select 'a delivery is of its event', d.merchant_id, d.delivery_id, d.event_id
from webhook_deliveries d join events e using (merchant_id, event_id)
where (d.event_type, d.object_id, d.profile_id) is distinct from (e.event_type, e.object_id, e.profile_id)
  or d.payment_id is distinct from e.payment_id

union all
select 'deliveries of an object are queued in the order of its events', merchant_id, delivery_id,
  format('%s after %s', sequence, before)
from (
  select q.*, e.sequence, lag(e.sequence) over (
    partition by q.merchant_id, q.endpoint_id, q.object_id order by q.event_sequence) as before
  from pending_deliveries q join events e using (merchant_id, event_id) where not q.redelivery) q
where sequence < before

union all
select 'a delivery counts its tries, from 1 without a gap', d.merchant_id, d.delivery_id,
  format('%s counted, %s there', d.attempt_count, jsonb_array_length(d.attempts))
from webhook_deliveries d
where d.attempt_count <> jsonb_array_length(d.attempts)
  or exists (select from jsonb_array_elements(d.attempts) with ordinality as t(attempt, place)
    where (t.attempt->>'attempt_number')::bigint is distinct from t.place)

union all
select 'a delivery waits for something until it is over, and then says when that was', merchant_id, delivery_id,
  format('%s, next %s, completed %s', status, next_attempt_at, completed_at)
from webhook_deliveries
where (status = 'pending') <> (next_attempt_at is not null) or (status = 'pending') <> (completed_at is null)

union all
select 'the queue holds the pending deliveries and no others', merchant_id, delivery_id,
  format('%s, queued %s, lease %s', d.status, q.next_attempt_at, q.lease)
from (select * from webhook_deliveries where status = 'pending') d
full join pending_deliveries q using (merchant_id, delivery_id)
where (d.event_id, d.event_type, d.object_id, d.profile_id, d.endpoint_id, d.redelivery, d.urgent, d.attempt_count,
    d.created_at)
  is distinct from (q.event_id, q.event_type, q.object_id, q.profile_id, q.endpoint_id, q.redelivery, q.urgent, q.attempt_count,
    q.created_at)
  or d.event_sequence not in (0, q.event_sequence)
  or (q.lease is null) <> (q.leased_until is null)

union all
select 'what failed says when, and nothing else', merchant_id, delivery_id, format('%s, failed %s', status, failed_at)
from webhook_deliveries
where (case when status = 'failed' then completed_at end) is distinct from failed_at

-- Whatever is pending is found by a scan: at its time, after the endpoint's pause or after an attempt in flight.
union all
select 'an endpoint is due when its first pending delivery is', d.merchant_id, d.delivery_id,
  format('%s, its endpoint %s', d.next_attempt_at, e.due_at)
from pending_deliveries d
join business_profiles p using (merchant_id, profile_id)
left join webhook_endpoint_states e using (merchant_id, endpoint_id)
left join (
  select merchant_id, endpoint_id, max(leased_until) as leased_until from pending_deliveries
  group by merchant_id, endpoint_id) l using (merchant_id, endpoint_id)
where (e.due_at is null or e.due_at > greatest(d.next_attempt_at, e.resting_until, l.leased_until))

union all
select 'what is delivered was answered with 2xx, and nothing else was', merchant_id, delivery_id,
  format('%s, last answered %s', status, attempts->-1->>'status_code')
from webhook_deliveries
where (status = 'delivered') <> coalesce((attempts->-1->>'status_code')::int between 200 and 299, false)

union all
select 'the events of one object are delivered in their order', merchant_id, delivery_id,
  format('%s at %s, after %s', object_id, completed_at, over_before)
from in_order
where status = 'delivered' and (waits_before or over_before > completed_at)

-- Statistics
union all
select 'statistics add up to the objects', merchant_id, object_type,
  format('%s at %s: %s objects and %s, %s, %s, %s in amounts too many by %s', dimensions, starts_at, sum(count),
    sum(amount), sum(captured), sum(capturable), sum(refunded), period)
from statistics
group by period, merchant_id, object_type, starts_at, dimensions
having sum(count) <> 0 or sum(amount) <> 0 or sum(captured) <> 0 or sum(capturable) <> 0 or sum(refunded) <> 0

union all
select 'the words of an object that is not queued are those it is found by', coalesce(s.merchant_id, e.merchant_id),
  coalesce(s.id, e.object_id), coalesce(s.source, e.object_table)
from searchable s full join search_entries e
  on e.merchant_id = s.merchant_id and e.object_table = s.source and e.object_id = s.id
where (e.listed_at, e.words) is distinct from
  (s.at, s.words || array_to_tsvector(array[s.source || '/', s.source || '/' || s.merchant_id]) || identifier_end(s.id) || s.phones)
  and not exists (
    select from search_changes q where (q.merchant_id, q.object_table, q.object_id)
      = (coalesce(s.merchant_id, e.merchant_id), coalesce(s.source, e.object_table), coalesce(s.id, e.object_id)))

union all
select 'what disputes took is amount_disputed', p.merchant_id, p.payment_id,
  format('%s of %s', p.amount_disputed, sum(d.amount))
from payments p join disputes d using (merchant_id, payment_id)
group by p.merchant_id, p.payment_id, p.amount_disputed
having bool_and(d.currency = p.currency) and p.amount_disputed > coalesce(sum(d.amount) filter (
  where d.dispute_stage <> 'pre_dispute' and d.dispute_status not in ('dispute_won', 'dispute_cancelled')), 0)

union all
select 'what the entries of an object say is what it has moved', coalesce(m.merchant_id, b.merchant_id),
  m.object_id, format('%s %s of %s', m.kind, b.gross, m.gross)
from moved m left join booked b using (merchant_id, kind, object_id, currency)
where m.at > m.since and coalesce(b.gross, 0) <> m.gross

union all
select 'entries in another currency than the object has cancel each other', b.merchant_id, b.object_id,
  format('%s %s %s', b.kind, b.gross, b.currency)
from booked b join moved m using (merchant_id, kind, object_id)
where m.at > m.since and b.currency <> m.currency and b.gross <> 0

union all
select 'the fees of the entries of an object are the fee that is known', m.merchant_id, m.object_id,
  format('%s %s of %s', m.kind, b.fee, m.fee)
from moved m left join booked b
  on b.merchant_id = m.merchant_id and b.kind = m.kind and b.object_id = m.object_id and b.currency = m.fee_currency
where m.at > m.since and coalesce(b.fee, 0) <> coalesce(m.fee, 0)

union all
select 'an entry belongs to one object, and to the account of the object', merchant_id, entry_id, type
from balance_entries
where num_nonnulls(capture_id, refund_id, dispute_id, payout_id, attempt_id) <> 1
    and type not in ('adjustment', 'transfer', 'conversion', 'fee')
  or type in ('capture', 'refund', 'payout') and merchant_connector_id is null
  or type = 'fee' and gross <> 0

union all
select 'a payment is disputed if there is a dispute of it', p.merchant_id, p.payment_id, format('%s', p.disputed)
from payments p
where p.disputed <> exists (select from disputes d
  where d.merchant_id = p.merchant_id and d.payment_id = p.payment_id)

union all
select 'the content of a stored file of evidence is in one place, and what is not stored is not shown', c.merchant_id,
  c.file_id, format('%s %s', c.object_name, c.stored_at)
from evidence_contents c
join disputes d using (merchant_id, dispute_id)
where (c.stored_at is not null) <>
    coalesce(d.evidence_files @> jsonb_build_array(jsonb_build_object('file_id', c.file_id)), false)
  or c.stored_at is not null and (c.content is null) = (c.object_name is null)
  or (c.object_name is null) <> (c.data_key is null)

union all
select 'the entries of metadata are those a payment is found by', merchant_id, payment_id, entry::text
from (select merchant_id, created, payment_id, metadata_entries(metadata) as entry, true as given from payments) p
full join payment_metadata m using (merchant_id, created, payment_id, entry)
where p.given is null or m is null

-- Settlements
union all
select 'a settlement equals its lines', s.merchant_id, s.settlement_id,
  format('%s, %s, %s, %s of %s lines', s.gross, s.fee, s.net, s.transferred, s.line_count)
from settlements s
join lateral (
  select coalesce(sum(coalesce(l.settled_net, l.net)) filter (where l.type <> 'transfer'), 0) as net,
    coalesce(sum(coalesce(l.settled_fee, case when l.settled_currency is null then l.fee end, 0))
      filter (where l.type <> 'transfer'), 0) as fee,
    -sum(coalesce(l.settled_net, l.net)) filter (where l.type = 'transfer') as transferred, count(*) as lines
  from settlement_lines l
  where l.merchant_id = s.merchant_id and l.settlement_id = s.settlement_id and l.duplicate_of is null) l on true
where (s.net, s.fee, s.gross, s.line_count) is distinct from (l.net, l.fee, l.net + l.fee, l.lines)
  or s.transferred <> l.transferred and s.state not in ('open', 'differs')

union all
select 'a line belongs to the settlement of its account, reference and currency', l.merchant_id, l.line_id,
  format('%s %s %s', l.settlement_id, l.settlement_reference, l.currency)
from settlement_lines l left join settlements s on s.merchant_id = l.merchant_id and s.settlement_id = l.settlement_id
where (l.settlement_id is null) <> (l.settlement_reference is null)
  or l.settlement_id is not null and (s.merchant_connector_id, s.settlement_reference, s.currency)
    is distinct from (l.merchant_connector_id, l.settlement_reference, coalesce(l.settled_currency, l.currency))

union all
select 'a duplicate names an earlier line with its content', l.merchant_id, l.line_id, l.duplicate_of
from settlement_lines l left join settlement_lines f on f.merchant_id = l.merchant_id and f.line_id = l.duplicate_of
where l.duplicate_of is not null
  and (f.content_digest, f.duplicate_of is null) is distinct from (l.content_digest, true)

order by 1, 2, 3
limit 50
