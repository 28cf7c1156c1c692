-- Job learn_routing: learningProfiles (src/core/derived/read-attempts.ts)
select
  x.merchant_id, x.profile_id
from
  business_profiles x
where
  true
  and x.active_rules is not null
  and x.active_rules::text ~ '"(success_rate|least_cost)"';

-- Job learn_routing: readAttempts (src/core/derived/read-attempts.ts)
select
  a.merchant_connector_id as account, a.payment_method, a.billing_country as country, a.card_network,
  f.funding, a.currency,
  sum(w.lasting) filter (
    where
      a.connector_decision = 'approved'
  ) as approved,
  sum(w.lasting) as decided,
  sum(w.recent) filter (
    where
      a.connector_decision = 'approved'
  ) as recent_approved,
  sum(w.recent) as recent_decided,
  sum(w.latest) filter (
    where
      a.connector_decision = 'approved'
  ) as latest_approved,
  sum(w.latest) as latest_decided,
  count(*) as count,
  min(a.created_at) as oldest,
  sum(w.lasting * c.amount) as charged,
  sum(w.lasting * c.fee) as fees,
  sum(w.lasting) filter (
    where
      c.fee is not null
  ) as fee_count
from
  (
    select
      merchant_id, payment_id, attempt_id, created_at, merchant_connector_id, payment_method, billing_country,
      card_network, payment_method_type, currency, connector_decision
    from
      attempts
    where
      merchant_id = $1
      and profile_id = $2
      and connector_decision is not null
      and merchant_connector_id is not null
      and created_at >= $3::timestamptz
      and created_at < $4::timestamptz
    order by
      created_at desc
    limit
      100000
  ) a
  cross join lateral (
    select
      power(
        0.5::float8,
        least(
          greatest(
            extract(
              epoch
              from
                $5::timestamptz - a.created_at
            )::float8,
            0
          ) / 86400,
          1000
        )
      ) as lasting,
      power(
        0.5::float8,
        least(
          greatest(
            extract(
              epoch
              from
                $5::timestamptz - a.created_at
            )::float8,
            0
          ) / 900,
          1000
        )
      ) as recent,
      power(
        0.5::float8,
        least(
          greatest(
            extract(
              epoch
              from
                $5::timestamptz - a.created_at
            )::float8,
            0
          ) / 120,
          1000
        )
      ) as latest
  ) w
  cross join lateral (
    select
      coalesce(
        (
          select
            p.payment_method_data #>> '{card,card_type}'
          from
            payments p
          where
            p.merchant_id = $1
            and p.payment_id = a.payment_id
        ),
        a.payment_method_type
      ) as funding
  ) f
  left join lateral (
    select
      sum(k.amount)::float8 as amount,
      sum(k.fee)::float8 as fee
    from
      captures k
    where
      k.merchant_id = $1
      and k.payment_id = a.payment_id
      and k.authorized_attempt_id = a.attempt_id
      and k.fee is not null
      and k.fee_currency = k.currency
  ) c on true
group by
  1, 2, 3, 4, 5, 6;

-- Job learn_routing: readAttempts (src/core/derived/read-attempts.ts)
select
  a.merchant_connector_id as account, a.payment_method, a.billing_country as country, a.card_network,
  f.funding, a.currency,
  sum(w.lasting) filter (
    where
      a.connector_decision = 'approved'
  ) as approved,
  sum(w.lasting) as decided,
  sum(w.recent) filter (
    where
      a.connector_decision = 'approved'
  ) as recent_approved,
  sum(w.recent) as recent_decided,
  sum(w.latest) filter (
    where
      a.connector_decision = 'approved'
  ) as latest_approved,
  sum(w.latest) as latest_decided,
  count(*) as count,
  min(a.created_at) as oldest,
  sum(w.lasting * c.amount) as charged,
  sum(w.lasting * c.fee) as fees,
  sum(w.lasting) filter (
    where
      c.fee is not null
  ) as fee_count
from
  (
    select
      merchant_id, payment_id, attempt_id, created_at, merchant_connector_id, payment_method, billing_country,
      card_network, payment_method_type, currency, connector_decision
    from
      attempts
    where
      merchant_id = $1
      and profile_id = $2
      and connector_decision is not null
      and merchant_connector_id is not null
      and created_at >= $3::timestamptz
      and created_at < $4::timestamptz
    order by
      created_at desc
    limit
      50000
  ) a
  cross join lateral (
    select
      power(
        0.5::float8,
        least(
          greatest(
            extract(
              epoch
              from
                $5::timestamptz - a.created_at
            )::float8,
            0
          ) / 86400,
          1000
        )
      ) as lasting,
      power(
        0.5::float8,
        least(
          greatest(
            extract(
              epoch
              from
                $5::timestamptz - a.created_at
            )::float8,
            0
          ) / 900,
          1000
        )
      ) as recent,
      power(
        0.5::float8,
        least(
          greatest(
            extract(
              epoch
              from
                $5::timestamptz - a.created_at
            )::float8,
            0
          ) / 120,
          1000
        )
      ) as latest
  ) w
  cross join lateral (
    select
      coalesce(
        (
          select
            p.payment_method_data #>> '{card,card_type}'
          from
            payments p
          where
            p.merchant_id = $1
            and p.payment_id = a.payment_id
        ),
        a.payment_method_type
      ) as funding
  ) f
  left join lateral (
    select
      sum(k.amount)::float8 as amount,
      sum(k.fee)::float8 as fee
    from
      captures k
    where
      k.merchant_id = $1
      and k.payment_id = a.payment_id
      and k.authorized_attempt_id = a.attempt_id
      and k.fee is not null
      and k.fee_currency = k.currency
  ) c on true
group by
  1, 2, 3, 4, 5, 6;

-- Job learn_routing: readAttempts (src/core/derived/read-attempts.ts)
select
  a.merchant_connector_id as account, a.payment_method, a.billing_country as country, a.card_network,
  f.funding, a.currency,
  sum(w.lasting) filter (
    where
      a.connector_decision = 'approved'
  ) as approved,
  sum(w.lasting) as decided,
  sum(w.recent) filter (
    where
      a.connector_decision = 'approved'
  ) as recent_approved,
  sum(w.recent) as recent_decided,
  sum(w.latest) filter (
    where
      a.connector_decision = 'approved'
  ) as latest_approved,
  sum(w.latest) as latest_decided,
  count(*) as count,
  min(a.created_at) as oldest,
  sum(w.lasting * c.amount) as charged,
  sum(w.lasting * c.fee) as fees,
  sum(w.lasting) filter (
    where
      c.fee is not null
  ) as fee_count
from
  (
    select
      merchant_id, payment_id, attempt_id, created_at, merchant_connector_id, payment_method, billing_country,
      card_network, payment_method_type, currency, connector_decision
    from
      attempts
    where
      merchant_id = $1
      and profile_id = $2
      and connector_decision is not null
      and merchant_connector_id is not null
      and created_at >= $3::timestamptz
      and created_at < $4::timestamptz
    order by
      created_at desc
    limit
      20000
  ) a
  cross join lateral (
    select
      power(
        0.5::float8,
        least(
          greatest(
            extract(
              epoch
              from
                $5::timestamptz - a.created_at
            )::float8,
            0
          ) / 86400,
          1000
        )
      ) as lasting,
      power(
        0.5::float8,
        least(
          greatest(
            extract(
              epoch
              from
                $5::timestamptz - a.created_at
            )::float8,
            0
          ) / 900,
          1000
        )
      ) as recent,
      power(
        0.5::float8,
        least(
          greatest(
            extract(
              epoch
              from
                $5::timestamptz - a.created_at
            )::float8,
            0
          ) / 120,
          1000
        )
      ) as latest
  ) w
  cross join lateral (
    select
      coalesce(
        (
          select
            p.payment_method_data #>> '{card,card_type}'
          from
            payments p
          where
            p.merchant_id = $1
            and p.payment_id = a.payment_id
        ),
        a.payment_method_type
      ) as funding
  ) f
  left join lateral (
    select
      sum(k.amount)::float8 as amount,
      sum(k.fee)::float8 as fee
    from
      captures k
    where
      k.merchant_id = $1
      and k.payment_id = a.payment_id
      and k.authorized_attempt_id = a.attempt_id
      and k.fee is not null
      and k.fee_currency = k.currency
  ) c on true
group by
  1, 2, 3, 4, 5, 6;
