-- GraphQL payout: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."payout_id" as "payout_id", t."amount" as "amount",
  t."payout_type" as "payout_type", t."customer_id" as "customer_id",
  t."merchant_connector_id" as "merchant_connector_id", t."status" as "status",
  t."profile_id" as "profile_id",
  to_char(
    t."created" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created",
  (
    select
      coalesce(json_agg(r), '[]')
    from
      (
        select
          c."merchant_id" as "merchant_id", c."attempt_id" as "attempt_id",
          to_char(
            c."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "created_at"
        from
          "payout_attempts" c
        where
          c."merchant_id" = $3::text
          and c."payout_id" = t."payout_id"
        order by
          c."created_at" asc, c."attempt_id" asc
        limit
          1000
      ) r
  ) as "attempts",
  (
    select
      coalesce(json_agg(r), '[]')
    from
      (
        select
          c."merchant_id" as "merchant_id", c."event_id" as "event_id", c."event_type" as "event_type",
          c."object_id" as "object_id", c."payment_id" as "payment_id", c."payout_id" as "payout_id",
          to_char(
            c."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "created_at"
        from
          "events" c
        where
          c."merchant_id" = $3::text
          and c."payout_id" = t."payout_id"
        order by
          c."created_at" desc, c."event_id" desc
        limit
          1000
      ) r
  ) as "events"
from
  "payouts" t
where
  t."merchant_id" = $1
  and t."payout_id" = $2::text
limit
  1;

-- GraphQL payouts: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."payout_id" as "payout_id", t."amount" as "amount",
  t."payout_type" as "payout_type", t."customer_id" as "customer_id",
  t."merchant_connector_id" as "merchant_connector_id", t."status" as "status",
  t."profile_id" as "profile_id",
  to_char(
    t."created" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created",
  (
    select
      coalesce(json_agg(r), '[]')
    from
      (
        select
          c."merchant_id" as "merchant_id", c."attempt_id" as "attempt_id",
          to_char(
            c."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "created_at"
        from
          "payout_attempts" c
        where
          c."merchant_id" = $2::text
          and c."payout_id" = t."payout_id"
        order by
          c."created_at" asc, c."attempt_id" asc
        limit
          1000
      ) r
  ) as "attempts",
  (
    select
      coalesce(json_agg(r), '[]')
    from
      (
        select
          c."merchant_id" as "merchant_id", c."event_id" as "event_id", c."event_type" as "event_type",
          c."object_id" as "object_id", c."payment_id" as "payment_id", c."payout_id" as "payout_id",
          to_char(
            c."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "created_at"
        from
          "events" c
        where
          c."merchant_id" = $2::text
          and c."payout_id" = t."payout_id"
        order by
          c."created_at" desc, c."event_id" desc
        limit
          1000
      ) r
  ) as "events"
from
  "payouts" t
where
  t."merchant_id" = $3
order by
  t."created" desc, t."payout_id" desc
limit
  $1::int;

-- GraphQL payouts.totalCount: countRows (src/core/reads/count.ts)
with
  counted as (
    select
      t."currency" as "currency", t."connector" as "connector", t."profile_id" as "profile_id",
      t."status" as "status", t."error_code" as "error_code", t."payment_method" as "payout_type",
      t."amount" as "amount", null::timestamptz as bucket, t.count
    from
      stats_changes t
      left join stats_progress p on p.merchant_id = t.merchant_id
      and p.object_type = 'payout'
    where
      t."merchant_id" = $1
      and t.object_type = 'payout'
      and t.starts_at >= $2::timestamptz
      and t.starts_at < $3::timestamptz
      and (
        p.counted_until is null
        or t.starts_at < p.counted_until
      )
    union all
    select
      t."currency" as "currency", t."connector" as "connector", t."profile_id" as "profile_id",
      t."status" as "status", t."error_code" as "error_code", t."payment_method" as "payout_type",
      t."amount" as "amount", null::timestamptz as bucket, t.count
    from
      stats_totals t
    where
      t."merchant_id" = $4
      and t.object_type = 'payout'
      and t.period = 'month'
      and t.starts_at >= $5::timestamptz
      and t.starts_at < $6::timestamptz
    union all
    select
      t."currency", t."connector", t."profile_id", t."status", t."error_code", t."payout_type", t."amount",
      null::timestamptz as bucket, 1 as count
    from
      "payouts" t
    where
      t."merchant_id" = $7
      and t."created" >= $9::timestamptz
      and t."created" < $10::timestamptz
      and t."created" >= (
        select
          p.counted_until
        from
          stats_progress p
        where
          p.merchant_id = $8::text
          and p.object_type = 'payout'
      )
  )
select
  coalesce(sum("count"), 0)::int8 as "count"
from
  counted;

-- GraphQL payouts.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "payouts" t
    where
      t."merchant_id" = $1
    limit
      $2::int
  ) counted;

-- GraphQL payouts with a search: readPage (src/core/reads/page.ts)
with
  queued as materialized (
    select
      q.merchant_id, q.object_id
    from
      search_changes q
      cross join lateral (
        select
          search_words (
            coalesce(o.payout_id, '') || ' ' || coalesce(o.customer_id, '') || ' ' || coalesce(o.description, '') || ' ' || coalesce(o.connector_transaction_id, ''),
            'A'
          ) || search_words (
            coalesce(o.email, '') || ' ' || coalesce(o.name, ''),
            'D'
          ) || array_to_tsvector(array['payouts/', 'payouts/' || o.merchant_id]) || identifier_end (o.payout_id) || contact_phones (o.phone, o.phone_country_code, o.billing) as words
        from
          "payouts" o
        where
          o."merchant_id" = q.merchant_id
          and o."payout_id" = q.object_id
        limit
          1
      ) o
    where
      q.object_table = 'payouts'
      and q.merchant_id = $5::text
      and o.words @@ (
        select
          sought_words ($4::text, '')
      )
  ),
  first as materialized (
    select
      l."merchant_id", l."payout_id" as object_id
    from
      (
        select
          t."merchant_id", t."payout_id", t."created"
        from
          "payouts" t
        where
          t."merchant_id" = $3
        order by
          t."created" desc, t."payout_id" desc
        limit
          $1::int * 200
      ) l
      cross join lateral (
        select
          e.words
        from
          search_entries e
        where
          e.merchant_id = l."merchant_id"
          and e.object_table = 'payouts'
          and e.object_id = l."payout_id"
        limit
          1
      ) e
    where
      e.words @@ (
        select
          sought_words ($4::text, '')
      )
      and not exists (
        select
        from
          search_changes e
        where
          e.merchant_id = l."merchant_id"
          and e.object_table = 'payouts'
          and e.object_id = l."payout_id"
        offset
          0
      )
    order by
      l."created" desc, l."payout_id" desc
    limit
      $1::int
  ),
  found as (
    select
      merchant_id, object_id
    from
      queued
    union all
    select
      merchant_id, object_id
    from
      first
    where
      (
        select
          count(*)
        from
          first
      ) = $1::int
    union all
    select
      merchant_id, object_id
    from
      find_searched (
        'payouts',
        (
          select
            sought_words ($4::text, '')
        ),
        newest_first => true, at_most => $1::int
      )
    where
      (
        select
          count(*)
        from
          first
      ) < $1::int
  )
select
  t."merchant_id" as "merchant_id", t."payout_id" as "payout_id", t."amount" as "amount",
  t."payout_type" as "payout_type", t."customer_id" as "customer_id",
  t."merchant_connector_id" as "merchant_connector_id", t."status" as "status",
  t."profile_id" as "profile_id",
  to_char(
    t."created" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created",
  (
    select
      coalesce(json_agg(r), '[]')
    from
      (
        select
          c."merchant_id" as "merchant_id", c."attempt_id" as "attempt_id",
          to_char(
            c."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "created_at"
        from
          "payout_attempts" c
        where
          c."merchant_id" = $2::text
          and c."payout_id" = t."payout_id"
        order by
          c."created_at" asc, c."attempt_id" asc
        limit
          1000
      ) r
  ) as "attempts",
  (
    select
      coalesce(json_agg(r), '[]')
    from
      (
        select
          c."merchant_id" as "merchant_id", c."event_id" as "event_id", c."event_type" as "event_type",
          c."object_id" as "object_id", c."payment_id" as "payment_id", c."payout_id" as "payout_id",
          to_char(
            c."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "created_at"
        from
          "events" c
        where
          c."merchant_id" = $2::text
          and c."payout_id" = t."payout_id"
        order by
          c."created_at" desc, c."event_id" desc
        limit
          1000
      ) r
  ) as "events"
from
  found f
  join "payouts" t on t."merchant_id" = f.merchant_id
  and t."payout_id" = f.object_id
where
  t."merchant_id" = $3
order by
  t."created" desc, t."payout_id" desc
limit
  $1::int;

-- REST listPayouts: readPageTexts (src/core/reads/page.ts)
select
  t."merchant_id", t."payout_id", t."amount", t."currency", t."connector", t."payout_type",
  t."payout_method_data", t."billing", t."auto_fulfill", t."customer_id", t."customer", t."client_secret",
  t."return_url", t."business_country", t."business_label", t."description", t."entity_type", t."recurring",
  t."metadata", t."merchant_connector_id", t."status", t."error_message", t."error_code", t."profile_id",
  t."created", t."connector_transaction_id", t."priority", t."payout_link", t."email", t."name", t."phone",
  t."phone_country_code", t."cancellation_reason", t."unified_code", t."unified_message", t."error_category",
  t."router_error", t."payout_method_id", t."updated", t."expires_on", t."decisions",
  (
    select
      coalesce(json_agg(r), '[]')
    from
      (
        select
          c."merchant_id" as "merchant_id", c."attempt_id" as "attempt_id", c."status" as "status",
          c."amount" as "amount", c."currency" as "currency", c."connector" as "connector",
          c."error_code" as "error_code", c."error_message" as "error_message",
          c."payment_method" as "payment_method", c."payout_method_type" as "payout_method_type",
          c."connector_transaction_id" as "connector_transaction_id",
          c."cancellation_reason" as "cancellation_reason", c."unified_code" as "unified_code",
          c."unified_message" as "unified_message", c."error_category" as "error_category",
          c."router_error" as "router_error", c."payout_id" as "payout_id",
          c."merchant_connector_id" as "merchant_connector_id",
          to_char(
            c."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "created_at",
          to_char(
            c."modified_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "modified_at"
        from
          "payout_attempts" c
        where
          c."merchant_id" = $2::text
          and c."payout_id" = t."payout_id"
        order by
          c."created_at" asc, c."attempt_id" asc
        limit
          1000
      ) r
  ) as "attempts"
from
  "payouts" t
where
  t."merchant_id" = $3
order by
  t."created" desc, t."payout_id" desc
limit
  $1::int;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."payout_id" as "payout_id", t."amount" as "amount",
  t."payout_type" as "payout_type", t."customer_id" as "customer_id",
  t."merchant_connector_id" as "merchant_connector_id", t."status" as "status",
  t."profile_id" as "profile_id",
  to_char(
    t."created" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created"
from
  "payouts" t
where
  t."merchant_id" = $2
  and (t."created", t."payout_id") < ($3::timestamptz, $4::text)
order by
  t."created" desc, t."payout_id" desc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."payout_id" as "payout_id", t."amount" as "amount",
  t."payout_type" as "payout_type", t."customer_id" as "customer_id",
  t."merchant_connector_id" as "merchant_connector_id", t."status" as "status",
  t."profile_id" as "profile_id",
  to_char(
    t."created" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "payouts" t on t."merchant_id" = $3::text
  and t."payout_id" = k.id;

-- Nested list Payout.attempts: readChildren (src/core/reads/children.ts)
select
  (
    select
      coalesce(json_agg(r), '[]')
    from
      (
        select
          c."merchant_id" as "merchant_id", c."attempt_id" as "attempt_id",
          to_char(
            c."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "created_at"
        from
          "payout_attempts" c
        where
          c."merchant_id" = $3::text
          and c."payout_id" = p.id
        order by
          c."created_at" asc, c."attempt_id" asc
        limit
          1000
      ) r
  ) as "attempts"
from
  unnest($1::text[], $2::text[]) with ordinality as p (merchant_id, id, place)
order by
  p.place;

-- Nested list Payout.events: readChildren (src/core/reads/children.ts)
select
  (
    select
      coalesce(json_agg(r), '[]')
    from
      (
        select
          c."merchant_id" as "merchant_id", c."event_id" as "event_id", c."event_type" as "event_type",
          c."object_id" as "object_id", c."payment_id" as "payment_id", c."payout_id" as "payout_id",
          to_char(
            c."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "created_at"
        from
          "events" c
        where
          c."merchant_id" = $3::text
          and c."payout_id" = p.id
        order by
          c."created_at" desc, c."event_id" desc
        limit
          1000
      ) r
  ) as "events"
from
  unnest($1::text[], $2::text[]) with ordinality as p (merchant_id, id, place)
order by
  p.place;
