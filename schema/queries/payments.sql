-- GraphQL payment: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."payment_id" as "payment_id", t."status" as "status",
  t."amount" as "amount", t."net_amount" as "net_amount",
  to_char(
    t."created" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created",
  to_char(
    t."updated" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "updated",
  t."customer_id" as "customer_id", t."mandate_id" as "mandate_id", t."payment_method" as "payment_method",
  t."authentication_type" as "authentication_type", t."profile_id" as "profile_id",
  t."merchant_connector_id" as "merchant_connector_id", t."payment_method_id" as "payment_method_id",
  to_char(
    t."paid_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "paid_at",
  (
    select
      coalesce(json_agg(r), '[]')
    from
      (
        select
          c."merchant_id" as "merchant_id", c."refund_id" as "refund_id", c."payment_id" as "payment_id",
          c."customer_id" as "customer_id", c."amount" as "amount", c."status" as "status",
          to_char(
            c."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "created_at",
          to_char(
            c."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "updated_at",
          c."payment_method" as "payment_method", c."profile_id" as "profile_id"
        from
          "refunds" c
        where
          c."payment_hash" = (
            select
              hashtextextended (t."payment_id", hashtextextended ($3::text, 0))
          )
          and c."merchant_id" = $3::text
          and c."payment_id" = t."payment_id"
        order by
          c."created_at" desc, c."refund_id" desc
        limit
          1000
      ) r
  ) as "refunds",
  case
    when t."disputed" then (
      select
        coalesce(json_agg(r), '[]')
      from
        (
          select
            c."merchant_id" as "merchant_id", c."dispute_id" as "dispute_id", c."payment_id" as "payment_id",
            c."dispute_stage" as "dispute_stage", c."dispute_status" as "dispute_status",
            to_char(
              c."challenge_required_by" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
            ) as "challenge_required_by",
            to_char(
              c."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
            ) as "created_at",
            to_char(
              c."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
            ) as "updated_at",
            c."amount" as "amount", c."payment_method" as "payment_method", c."profile_id" as "profile_id"
          from
            "disputes" c
          where
            c."payment_hash" = (
              select
                hashtextextended (t."payment_id", hashtextextended ($3::text, 0))
            )
            and c."merchant_id" = $3::text
            and c."payment_id" = t."payment_id"
          order by
            c."created_at" desc, c."dispute_id" desc
          limit
            1000
        ) r
    )
    else '[]'
  end as "disputes",
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
          "attempts" c
        where
          c."payment_hash" = (
            select
              hashtextextended (t."payment_id", hashtextextended ($3::text, 0))
          )
          and c."merchant_id" = $3::text
          and c."payment_id" = t."payment_id"
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
          c."merchant_id" as "merchant_id", c."capture_id" as "capture_id", c."payment_id" as "payment_id",
          to_char(
            c."captured_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "captured_at",
          to_char(
            c."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "created_at"
        from
          "captures" c
        where
          c."payment_hash" = (
            select
              hashtextextended (t."payment_id", hashtextextended ($3::text, 0))
          )
          and c."merchant_id" = $3::text
          and c."payment_id" = t."payment_id"
        order by
          c."created_at" asc, c."capture_id" asc
        limit
          1000
      ) r
  ) as "captures",
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
          and c."payment_id" = t."payment_id"
        order by
          c."created_at" desc, c."event_id" desc
        limit
          1000
      ) r
  ) as "events"
from
  "payments" t
where
  t."merchant_id" = $1
  and t."payment_id" = $2::text
limit
  1;

-- GraphQL payments: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."payment_id" as "payment_id", t."status" as "status",
  t."amount" as "amount", t."net_amount" as "net_amount",
  to_char(
    t."created" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created",
  to_char(
    t."updated" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "updated",
  t."customer_id" as "customer_id", t."mandate_id" as "mandate_id", t."payment_method" as "payment_method",
  t."authentication_type" as "authentication_type", t."profile_id" as "profile_id",
  t."merchant_connector_id" as "merchant_connector_id", t."payment_method_id" as "payment_method_id",
  to_char(
    t."paid_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "paid_at",
  (
    select
      coalesce(json_agg(r), '[]')
    from
      (
        select
          c."merchant_id" as "merchant_id", c."refund_id" as "refund_id", c."payment_id" as "payment_id",
          c."customer_id" as "customer_id", c."amount" as "amount", c."status" as "status",
          to_char(
            c."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "created_at",
          to_char(
            c."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "updated_at",
          c."payment_method" as "payment_method", c."profile_id" as "profile_id"
        from
          "refunds" c
        where
          c."payment_hash" = (
            select
              hashtextextended (t."payment_id", hashtextextended ($2::text, 0))
          )
          and c."merchant_id" = $2::text
          and c."payment_id" = t."payment_id"
        order by
          c."created_at" desc, c."refund_id" desc
        limit
          1000
      ) r
  ) as "refunds",
  case
    when t."disputed" then (
      select
        coalesce(json_agg(r), '[]')
      from
        (
          select
            c."merchant_id" as "merchant_id", c."dispute_id" as "dispute_id", c."payment_id" as "payment_id",
            c."dispute_stage" as "dispute_stage", c."dispute_status" as "dispute_status",
            to_char(
              c."challenge_required_by" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
            ) as "challenge_required_by",
            to_char(
              c."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
            ) as "created_at",
            to_char(
              c."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
            ) as "updated_at",
            c."amount" as "amount", c."payment_method" as "payment_method", c."profile_id" as "profile_id"
          from
            "disputes" c
          where
            c."payment_hash" = (
              select
                hashtextextended (t."payment_id", hashtextextended ($2::text, 0))
            )
            and c."merchant_id" = $2::text
            and c."payment_id" = t."payment_id"
          order by
            c."created_at" desc, c."dispute_id" desc
          limit
            1000
        ) r
    )
    else '[]'
  end as "disputes",
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
          "attempts" c
        where
          c."payment_hash" = (
            select
              hashtextextended (t."payment_id", hashtextextended ($2::text, 0))
          )
          and c."merchant_id" = $2::text
          and c."payment_id" = t."payment_id"
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
          c."merchant_id" as "merchant_id", c."capture_id" as "capture_id", c."payment_id" as "payment_id",
          to_char(
            c."captured_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "captured_at",
          to_char(
            c."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "created_at"
        from
          "captures" c
        where
          c."payment_hash" = (
            select
              hashtextextended (t."payment_id", hashtextextended ($2::text, 0))
          )
          and c."merchant_id" = $2::text
          and c."payment_id" = t."payment_id"
        order by
          c."created_at" asc, c."capture_id" asc
        limit
          1000
      ) r
  ) as "captures",
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
          and c."payment_id" = t."payment_id"
        order by
          c."created_at" desc, c."event_id" desc
        limit
          1000
      ) r
  ) as "events"
from
  "payments" t
where
  t."merchant_id" = $3
order by
  t."created" desc, t."payment_id" desc
limit
  $1::int;

-- GraphQL payments.totalCount: countRows (src/core/reads/count.ts)
with
  counted as (
    select
      t."currency" as "currency", t."connector" as "connector", t."profile_id" as "profile_id",
      t."status" as "status", t."error_code" as "error_code", t."payment_method" as "payment_method",
      t."first_attempt_failed" as "first_attempt_failed", t."amount" as "amount",
      t."amount_captured" as "amount_received", t."amount_capturable" as "amount_capturable",
      t."amount_refunded" as "amount_refunded", null::timestamptz as bucket, t.count
    from
      stats_changes t
      left join stats_progress p on p.merchant_id = t.merchant_id
      and p.object_type = 'payment'
    where
      t."merchant_id" = $1
      and t.object_type = 'payment'
      and t.starts_at >= $2::timestamptz
      and t.starts_at < $3::timestamptz
      and (
        p.counted_until is null
        or t.starts_at < p.counted_until
      )
    union all
    select
      t."currency" as "currency", t."connector" as "connector", t."profile_id" as "profile_id",
      t."status" as "status", t."error_code" as "error_code", t."payment_method" as "payment_method",
      t."first_attempt_failed" as "first_attempt_failed", t."amount" as "amount",
      t."amount_captured" as "amount_received", t."amount_capturable" as "amount_capturable",
      t."amount_refunded" as "amount_refunded", null::timestamptz as bucket, t.count
    from
      stats_totals t
    where
      t."merchant_id" = $4
      and t.object_type = 'payment'
      and t.period = 'month'
      and t.starts_at >= $5::timestamptz
      and t.starts_at < $6::timestamptz
    union all
    select
      t."currency", t."connector", t."profile_id", t."status", t."error_code", t."payment_method",
      t."first_attempt_failed", t."amount", t."amount_received", t."amount_capturable", t."amount_refunded",
      null::timestamptz as bucket, 1 as count
    from
      "payments" t
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
          and p.object_type = 'payment'
      )
  )
select
  coalesce(sum("count"), 0)::int8 as "count"
from
  counted;

-- GraphQL payments.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "payments" t
    where
      t."merchant_id" = $1
    limit
      $2::int
  ) counted;

-- GraphQL payments with a search: readPage (src/core/reads/page.ts)
with
  queued as materialized (
    select
      q.merchant_id, q.object_id
    from
      search_changes q
      cross join lateral (
        select
          search_words (
            coalesce(o.payment_id, '') || ' ' || coalesce(o.description, '') || ' ' || coalesce(o.connector_transaction_id, '') || ' ' || coalesce(o.feature_metadata ->> 'search_tags', '') || ' ' || coalesce(o.reference_id, '') || ' ' || coalesce(o.merchant_order_reference_id, ''),
            'A'
          ) || search_words (
            coalesce(o.email, '') || ' ' || coalesce(o.name, ''),
            'D'
          ) || array_to_tsvector(array['payments/', 'payments/' || o.merchant_id]) || identifier_end (o.payment_id) || contact_phones (o.phone, null, o.billing, o.shipping) as words
        from
          "payments" o
        where
          o."merchant_id" = q.merchant_id
          and o."payment_id" = q.object_id
        limit
          1
      ) o
    where
      q.object_table = 'payments'
      and q.merchant_id = $5::text
      and o.words @@ (
        select
          sought_words ($4::text, '')
      )
  ),
  first as materialized (
    select
      l."merchant_id", l."payment_id" as object_id
    from
      (
        select
          t."merchant_id", t."payment_id", t."created"
        from
          "payments" t
        where
          t."merchant_id" = $3
        order by
          t."created" desc, t."payment_id" desc
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
          and e.object_table = 'payments'
          and e.object_id = l."payment_id"
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
          and e.object_table = 'payments'
          and e.object_id = l."payment_id"
        offset
          0
      )
    order by
      l."created" desc, l."payment_id" desc
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
        'payments',
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
  t."merchant_id" as "merchant_id", t."payment_id" as "payment_id", t."status" as "status",
  t."amount" as "amount", t."net_amount" as "net_amount",
  to_char(
    t."created" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created",
  to_char(
    t."updated" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "updated",
  t."customer_id" as "customer_id", t."mandate_id" as "mandate_id", t."payment_method" as "payment_method",
  t."authentication_type" as "authentication_type", t."profile_id" as "profile_id",
  t."merchant_connector_id" as "merchant_connector_id", t."payment_method_id" as "payment_method_id",
  to_char(
    t."paid_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "paid_at",
  (
    select
      coalesce(json_agg(r), '[]')
    from
      (
        select
          c."merchant_id" as "merchant_id", c."refund_id" as "refund_id", c."payment_id" as "payment_id",
          c."customer_id" as "customer_id", c."amount" as "amount", c."status" as "status",
          to_char(
            c."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "created_at",
          to_char(
            c."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "updated_at",
          c."payment_method" as "payment_method", c."profile_id" as "profile_id"
        from
          "refunds" c
        where
          c."payment_hash" = (
            select
              hashtextextended (t."payment_id", hashtextextended ($2::text, 0))
          )
          and c."merchant_id" = $2::text
          and c."payment_id" = t."payment_id"
        order by
          c."created_at" desc, c."refund_id" desc
        limit
          1000
      ) r
  ) as "refunds",
  case
    when t."disputed" then (
      select
        coalesce(json_agg(r), '[]')
      from
        (
          select
            c."merchant_id" as "merchant_id", c."dispute_id" as "dispute_id", c."payment_id" as "payment_id",
            c."dispute_stage" as "dispute_stage", c."dispute_status" as "dispute_status",
            to_char(
              c."challenge_required_by" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
            ) as "challenge_required_by",
            to_char(
              c."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
            ) as "created_at",
            to_char(
              c."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
            ) as "updated_at",
            c."amount" as "amount", c."payment_method" as "payment_method", c."profile_id" as "profile_id"
          from
            "disputes" c
          where
            c."payment_hash" = (
              select
                hashtextextended (t."payment_id", hashtextextended ($2::text, 0))
            )
            and c."merchant_id" = $2::text
            and c."payment_id" = t."payment_id"
          order by
            c."created_at" desc, c."dispute_id" desc
          limit
            1000
        ) r
    )
    else '[]'
  end as "disputes",
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
          "attempts" c
        where
          c."payment_hash" = (
            select
              hashtextextended (t."payment_id", hashtextextended ($2::text, 0))
          )
          and c."merchant_id" = $2::text
          and c."payment_id" = t."payment_id"
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
          c."merchant_id" as "merchant_id", c."capture_id" as "capture_id", c."payment_id" as "payment_id",
          to_char(
            c."captured_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "captured_at",
          to_char(
            c."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "created_at"
        from
          "captures" c
        where
          c."payment_hash" = (
            select
              hashtextextended (t."payment_id", hashtextextended ($2::text, 0))
          )
          and c."merchant_id" = $2::text
          and c."payment_id" = t."payment_id"
        order by
          c."created_at" asc, c."capture_id" asc
        limit
          1000
      ) r
  ) as "captures",
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
          and c."payment_id" = t."payment_id"
        order by
          c."created_at" desc, c."event_id" desc
        limit
          1000
      ) r
  ) as "events"
from
  found f
  join "payments" t on t."merchant_id" = f.merchant_id
  and t."payment_id" = f.object_id
where
  t."merchant_id" = $3
order by
  t."created" desc, t."payment_id" desc
limit
  $1::int;

-- REST listPayments: readPageTexts (src/core/reads/page.ts)
select
  t."merchant_id", t."payment_id", t."status", t."amount", t."net_amount", t."shipping_cost",
  t."amount_capturable", t."amount_received", t."connector", t."client_secret", t."created", t."updated",
  t."currency", t."customer_id", t."customer", t."description", t."mandate_id", t."mandate_data",
  t."setup_future_usage", t."off_session", t."capture_on", t."capture_method", t."payment_method",
  t."payment_method_data", t."payment_token", t."shipping", t."billing", t."order_details", t."email",
  t."name", t."phone", t."return_url", t."authentication_type", t."statement_descriptor_name",
  t."statement_descriptor_suffix", t."next_action", t."cancellation_reason", t."error_code",
  t."error_message", t."unified_code", t."unified_message", t."payment_experience", t."payment_method_type",
  t."connector_label", t."business_country", t."business_label", t."business_sub_label",
  t."allowed_payment_method_types", t."ephemeral_key", t."manual_retry_allowed", t."connector_transaction_id",
  t."frm_message", t."metadata", t."frm_metadata", t."connector_metadata", t."feature_metadata",
  t."reference_id", t."payment_link", t."profile_id", t."merchant_connector_id", t."surcharge_details",
  t."attempt_count", t."merchant_decision", t."incremental_authorization_allowed", t."authorization_count",
  t."incremental_authorizations", t."external_authentication_details",
  t."external_3ds_authentication_attempted", t."expires_on", t."fingerprint", t."browser_info",
  t."payment_method_id", t."payment_method_status", t."split_payments", t."extended_authorization_applied",
  t."capture_before", t."merchant_order_reference_id", t."order_tax_amount", t."connector_mandate_id",
  t."card_discovery", t."force_3ds_challenge", t."force_3ds_challenge_trigger", t."issuer_error_code",
  t."issuer_error_message", t."is_iframe_redirection_enabled", t."whole_connector_response",
  t."payment_channel", t."next_retry_at", t."psd2_sca_exemption_type", t."decisions",
  (
    select
      coalesce(json_agg(r), '[]')
    from
      (
        select
          c."refund_id" as "refund_id", c."payment_id" as "payment_id", c."amount" as "amount",
          c."currency" as "currency", c."status" as "status", c."reason" as "reason",
          c."error_message" as "error_message", c."error_code" as "error_code",
          c."unified_code" as "unified_code", c."unified_message" as "unified_message",
          c."metadata" as "metadata",
          to_char(
            c."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "created_at",
          to_char(
            c."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "updated_at",
          c."connector" as "connector", c."profile_id" as "profile_id",
          c."merchant_connector_id" as "merchant_connector_id", c."split_refunds" as "split_refunds",
          c."issuer_error_code" as "issuer_error_code", c."issuer_error_message" as "issuer_error_message",
          c."surcharge_amount" as "surcharge_amount"
        from
          "refunds" c
        where
          c."payment_hash" = (
            select
              hashtextextended (t."payment_id", hashtextextended ($2::text, 0))
          )
          and c."merchant_id" = $2::text
          and c."payment_id" = t."payment_id"
        order by
          c."created_at" desc, c."refund_id" desc
        limit
          1000
      ) r
  ) as "refunds",
  case
    when t."disputed" then (
      select
        coalesce(json_agg(r), '[]')
      from
        (
          select
            c."dispute_id" as "dispute_id", c."dispute_stage" as "dispute_stage",
            c."dispute_status" as "dispute_status", c."connector_status" as "connector_status",
            c."connector_dispute_id" as "connector_dispute_id", c."connector_reason" as "connector_reason",
            c."connector_reason_code" as "connector_reason_code",
            to_char(
              c."challenge_required_by" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
            ) as "challenge_required_by",
            to_char(
              c."connector_created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
            ) as "connector_created_at",
            to_char(
              c."connector_updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
            ) as "connector_updated_at",
            to_char(
              c."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
            ) as "created_at"
          from
            "disputes" c
          where
            c."payment_hash" = (
              select
                hashtextextended (t."payment_id", hashtextextended ($2::text, 0))
            )
            and c."merchant_id" = $2::text
            and c."payment_id" = t."payment_id"
          order by
            c."created_at" desc, c."dispute_id" desc
          limit
            1000
        ) r
    )
    else '[]'
  end as "disputes",
  (
    select
      coalesce(json_agg(r), '[]')
    from
      (
        select
          c."attempt_id" as "attempt_id", c."status" as "status", c."amount" as "amount",
          c."order_tax_amount" as "order_tax_amount", c."currency" as "currency",
          c."connector" as "connector", c."error_message" as "error_message",
          c."payment_method" as "payment_method", c."connector_transaction_id" as "connector_transaction_id",
          c."capture_method" as "capture_method", c."authentication_type" as "authentication_type",
          to_char(
            c."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "created_at",
          to_char(
            c."modified_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "modified_at",
          c."cancellation_reason" as "cancellation_reason", c."mandate_id" as "mandate_id",
          c."error_code" as "error_code", c."payment_token" as "payment_token",
          c."connector_metadata" as "connector_metadata", c."payment_experience" as "payment_experience",
          c."payment_method_type" as "payment_method_type", c."reference_id" as "reference_id",
          c."unified_code" as "unified_code", c."unified_message" as "unified_message",
          c."client_source" as "client_source", c."client_version" as "client_version"
        from
          "attempts" c
        where
          c."payment_hash" = (
            select
              hashtextextended (t."payment_id", hashtextextended ($2::text, 0))
          )
          and c."merchant_id" = $2::text
          and c."payment_id" = t."payment_id"
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
          c."capture_id" as "capture_id", c."status" as "status", c."amount" as "amount",
          c."currency" as "currency", c."connector" as "connector",
          c."authorized_attempt_id" as "authorized_attempt_id",
          c."connector_capture_id" as "connector_capture_id", c."capture_sequence" as "capture_sequence",
          c."error_message" as "error_message", c."error_code" as "error_code",
          c."error_reason" as "error_reason", c."reference_id" as "reference_id"
        from
          "captures" c
        where
          c."payment_hash" = (
            select
              hashtextextended (t."payment_id", hashtextextended ($2::text, 0))
          )
          and c."merchant_id" = $2::text
          and c."payment_id" = t."payment_id"
        order by
          c."created_at" asc, c."capture_id" asc
        limit
          1000
      ) r
  ) as "captures"
from
  "payments" t
where
  t."merchant_id" = $3
order by
  t."created" desc, t."payment_id" desc
limit
  $1::int;

-- REST listAllPayments: readPageTexts (src/core/reads/page.ts)
select
  t."merchant_id", t."payment_id", t."status", t."amount", t."net_amount", t."shipping_cost",
  t."amount_capturable", t."amount_received", t."connector", t."client_secret", t."created", t."updated",
  t."currency", t."customer_id", t."customer", t."description", t."mandate_id", t."mandate_data",
  t."setup_future_usage", t."off_session", t."capture_on", t."capture_method", t."payment_method",
  t."payment_method_data", t."payment_token", t."shipping", t."billing", t."order_details", t."email",
  t."name", t."phone", t."return_url", t."authentication_type", t."statement_descriptor_name",
  t."statement_descriptor_suffix", t."next_action", t."cancellation_reason", t."error_code",
  t."error_message", t."unified_code", t."unified_message", t."error_category", t."router_error",
  t."payment_experience", t."payment_method_type", t."connector_label", t."business_country",
  t."business_label", t."business_sub_label", t."allowed_payment_method_types", t."ephemeral_key",
  t."manual_retry_allowed", t."connector_transaction_id", t."frm_message", t."metadata", t."frm_metadata",
  t."connector_metadata", t."feature_metadata", t."reference_id", t."payment_link", t."profile_id",
  t."merchant_connector_id", t."surcharge_details", t."attempt_count", t."merchant_decision",
  t."incremental_authorization_allowed", t."authorization_count", t."incremental_authorizations",
  t."external_authentication_details", t."external_3ds_authentication_attempted", t."expires_on",
  t."fingerprint", t."browser_info", t."payment_method_id", t."payment_method_status", t."split_payments",
  t."extended_authorization_applied", t."capture_before", t."merchant_order_reference_id",
  t."order_tax_amount", t."connector_mandate_id", t."card_discovery", t."force_3ds_challenge",
  t."force_3ds_challenge_trigger", t."issuer_error_code", t."issuer_error_message",
  t."is_iframe_redirection_enabled", t."whole_connector_response", t."paid_at", t."amount_refunded", t."fee",
  t."fee_currency", t."net", t."reversals", t."routing", t."payment_link_config", t."network_transaction_id",
  t."payment_channel", t."next_retry_at", t."psd2_sca_exemption_type", t."decisions",
  (
    select
      coalesce(json_agg(r), '[]')
    from
      (
        select
          c."merchant_id" as "merchant_id", c."refund_id" as "refund_id", c."payment_id" as "payment_id",
          c."customer_id" as "customer_id", c."amount" as "amount", c."currency" as "currency",
          c."status" as "status", c."reason" as "reason", c."error_message" as "error_message",
          c."error_code" as "error_code", c."unified_code" as "unified_code",
          c."unified_message" as "unified_message", c."error_category" as "error_category",
          c."router_error" as "router_error", c."metadata" as "metadata",
          to_char(
            c."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "created_at",
          to_char(
            c."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "updated_at",
          c."connector" as "connector", c."payment_method" as "payment_method",
          c."profile_id" as "profile_id", c."merchant_connector_id" as "merchant_connector_id",
          c."connector_refund_id" as "connector_refund_id", c."split_refunds" as "split_refunds",
          c."issuer_error_code" as "issuer_error_code", c."issuer_error_message" as "issuer_error_message",
          c."fee" as "fee", c."fee_currency" as "fee_currency",
          c."settlement_reference" as "settlement_reference",
          to_char(
            c."available_on" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "available_on",
          c."surcharge_amount" as "surcharge_amount"
        from
          "refunds" c
        where
          c."payment_hash" = (
            select
              hashtextextended (t."payment_id", hashtextextended ($2::text, 0))
          )
          and c."merchant_id" = $2::text
          and c."payment_id" = t."payment_id"
        order by
          c."created_at" desc, c."refund_id" desc
        limit
          1000
      ) r
  ) as "refunds",
  case
    when t."disputed" then (
      select
        coalesce(json_agg(r), '[]')
      from
        (
          select
            c."merchant_id" as "merchant_id", c."dispute_id" as "dispute_id", c."payment_id" as "payment_id",
            c."dispute_stage" as "dispute_stage", c."dispute_status" as "dispute_status",
            c."connector_status" as "connector_status", c."connector_dispute_id" as "connector_dispute_id",
            c."connector_reason" as "connector_reason", c."connector_reason_code" as "connector_reason_code",
            to_char(
              c."challenge_required_by" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
            ) as "challenge_required_by",
            to_char(
              c."connector_created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
            ) as "connector_created_at",
            to_char(
              c."connector_updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
            ) as "connector_updated_at",
            to_char(
              c."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
            ) as "created_at",
            to_char(
              c."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
            ) as "updated_at",
            c."amount" as "amount", c."currency" as "currency", c."connector" as "connector",
            c."payment_method" as "payment_method", c."profile_id" as "profile_id",
            c."merchant_connector_id" as "merchant_connector_id", c."evidence_files" as "evidence_files"
          from
            "disputes" c
          where
            c."payment_hash" = (
              select
                hashtextextended (t."payment_id", hashtextextended ($2::text, 0))
            )
            and c."merchant_id" = $2::text
            and c."payment_id" = t."payment_id"
          order by
            c."created_at" desc, c."dispute_id" desc
          limit
            1000
        ) r
    )
    else '[]'
  end as "disputes",
  (
    select
      coalesce(json_agg(r), '[]')
    from
      (
        select
          c."merchant_id" as "merchant_id", c."attempt_id" as "attempt_id", c."payment_id" as "payment_id",
          c."status" as "status", c."amount" as "amount", c."order_tax_amount" as "order_tax_amount",
          c."currency" as "currency", c."connector" as "connector", c."error_message" as "error_message",
          c."payment_method" as "payment_method", c."connector_transaction_id" as "connector_transaction_id",
          c."capture_method" as "capture_method", c."authentication_type" as "authentication_type",
          to_char(
            c."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "created_at",
          to_char(
            c."modified_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "modified_at",
          c."cancellation_reason" as "cancellation_reason", c."mandate_id" as "mandate_id",
          c."error_code" as "error_code", c."payment_token" as "payment_token",
          c."connector_metadata" as "connector_metadata", c."payment_experience" as "payment_experience",
          c."payment_method_type" as "payment_method_type", c."reference_id" as "reference_id",
          c."issuer_error_code" as "issuer_error_code", c."issuer_error_message" as "issuer_error_message",
          c."unified_code" as "unified_code", c."unified_message" as "unified_message",
          c."error_category" as "error_category", c."router_error" as "router_error",
          c."client_source" as "client_source", c."client_version" as "client_version",
          c."merchant_connector_id" as "merchant_connector_id", c."profile_id" as "profile_id",
          c."card_network" as "card_network", c."network_transaction_id" as "network_transaction_id",
          c."billing_country" as "billing_country",
          to_char(
            c."authorized_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "authorized_at"
        from
          "attempts" c
        where
          c."payment_hash" = (
            select
              hashtextextended (t."payment_id", hashtextextended ($2::text, 0))
          )
          and c."merchant_id" = $2::text
          and c."payment_id" = t."payment_id"
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
          c."merchant_id" as "merchant_id", c."capture_id" as "capture_id", c."payment_id" as "payment_id",
          c."status" as "status", c."amount" as "amount", c."currency" as "currency",
          c."connector" as "connector", c."authorized_attempt_id" as "authorized_attempt_id",
          c."connector_capture_id" as "connector_capture_id", c."capture_sequence" as "capture_sequence",
          c."error_message" as "error_message", c."error_code" as "error_code",
          c."error_reason" as "error_reason", c."reference_id" as "reference_id", c."fee" as "fee",
          c."fee_currency" as "fee_currency", c."settlement_reference" as "settlement_reference",
          to_char(
            c."available_on" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "available_on",
          to_char(
            c."captured_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "captured_at",
          c."profile_id" as "profile_id",
          to_char(
            c."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "created_at",
          to_char(
            c."modified_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "modified_at"
        from
          "captures" c
        where
          c."payment_hash" = (
            select
              hashtextextended (t."payment_id", hashtextextended ($2::text, 0))
          )
          and c."merchant_id" = $2::text
          and c."payment_id" = t."payment_id"
        order by
          c."created_at" asc, c."capture_id" asc
        limit
          1000
      ) r
  ) as "captures"
from
  "payments" t
where
  t."merchant_id" = $3
order by
  t."created" desc, t."payment_id" desc
limit
  $1::int;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."payment_id" as "payment_id", t."status" as "status",
  t."amount" as "amount", t."net_amount" as "net_amount",
  to_char(
    t."created" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created",
  to_char(
    t."updated" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "updated",
  t."customer_id" as "customer_id", t."mandate_id" as "mandate_id", t."payment_method" as "payment_method",
  t."authentication_type" as "authentication_type", t."profile_id" as "profile_id",
  t."merchant_connector_id" as "merchant_connector_id", t."payment_method_id" as "payment_method_id",
  to_char(
    t."paid_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "paid_at"
from
  "payments" t
where
  t."merchant_id" = $2
  and (t."created", t."payment_id") < ($3::timestamptz, $4::text)
order by
  t."created" desc, t."payment_id" desc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."payment_id" as "payment_id", t."status" as "status",
  t."amount" as "amount", t."net_amount" as "net_amount",
  to_char(
    t."created" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created",
  to_char(
    t."updated" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "updated",
  t."customer_id" as "customer_id", t."mandate_id" as "mandate_id", t."payment_method" as "payment_method",
  t."authentication_type" as "authentication_type", t."profile_id" as "profile_id",
  t."merchant_connector_id" as "merchant_connector_id", t."payment_method_id" as "payment_method_id",
  to_char(
    t."paid_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "paid_at"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "payments" t on t."merchant_id" = $3::text
  and t."payment_id" = k.id;

-- Nested list Payment.refunds: readChildren (src/core/reads/children.ts)
select
  (
    select
      coalesce(json_agg(r), '[]')
    from
      (
        select
          c."merchant_id" as "merchant_id", c."refund_id" as "refund_id", c."payment_id" as "payment_id",
          c."customer_id" as "customer_id", c."amount" as "amount", c."status" as "status",
          to_char(
            c."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "created_at",
          to_char(
            c."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "updated_at",
          c."payment_method" as "payment_method", c."profile_id" as "profile_id"
        from
          "refunds" c
        where
          c."payment_hash" = (
            select
              hashtextextended (p.id, hashtextextended ($3::text, 0))
          )
          and c."merchant_id" = $3::text
          and c."payment_id" = p.id
        order by
          c."created_at" desc, c."refund_id" desc
        limit
          1000
      ) r
  ) as "refunds"
from
  unnest($1::text[], $2::text[]) with ordinality as p (merchant_id, id, place)
order by
  p.place;

-- Nested list Payment.disputes: readChildren (src/core/reads/children.ts)
select
  (
    select
      coalesce(json_agg(r), '[]')
    from
      (
        select
          c."merchant_id" as "merchant_id", c."dispute_id" as "dispute_id", c."payment_id" as "payment_id",
          c."dispute_stage" as "dispute_stage", c."dispute_status" as "dispute_status",
          to_char(
            c."challenge_required_by" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "challenge_required_by",
          to_char(
            c."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "created_at",
          to_char(
            c."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "updated_at",
          c."amount" as "amount", c."payment_method" as "payment_method", c."profile_id" as "profile_id"
        from
          "disputes" c
        where
          c."payment_hash" = (
            select
              hashtextextended (p.id, hashtextextended ($3::text, 0))
          )
          and c."merchant_id" = $3::text
          and c."payment_id" = p.id
        order by
          c."created_at" desc, c."dispute_id" desc
        limit
          1000
      ) r
  ) as "disputes"
from
  unnest($1::text[], $2::text[]) with ordinality as p (merchant_id, id, place)
order by
  p.place;

-- Nested list Payment.attempts: readChildren (src/core/reads/children.ts)
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
          "attempts" c
        where
          c."payment_hash" = (
            select
              hashtextextended (p.id, hashtextextended ($3::text, 0))
          )
          and c."merchant_id" = $3::text
          and c."payment_id" = p.id
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

-- Nested list Payment.captures: readChildren (src/core/reads/children.ts)
select
  (
    select
      coalesce(json_agg(r), '[]')
    from
      (
        select
          c."merchant_id" as "merchant_id", c."capture_id" as "capture_id", c."payment_id" as "payment_id",
          to_char(
            c."captured_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "captured_at",
          to_char(
            c."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "created_at"
        from
          "captures" c
        where
          c."payment_hash" = (
            select
              hashtextextended (p.id, hashtextextended ($3::text, 0))
          )
          and c."merchant_id" = $3::text
          and c."payment_id" = p.id
        order by
          c."created_at" asc, c."capture_id" asc
        limit
          1000
      ) r
  ) as "captures"
from
  unnest($1::text[], $2::text[]) with ordinality as p (merchant_id, id, place)
order by
  p.place;

-- Nested list Payment.events: readChildren (src/core/reads/children.ts)
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
          and c."payment_id" = p.id
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
