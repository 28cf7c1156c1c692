-- GraphQL event: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."event_id" as "event_id", t."event_type" as "event_type",
  t."object_id" as "object_id", t."payment_id" as "payment_id", t."payout_id" as "payout_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  (
    select
      coalesce(json_agg(r), '[]')
    from
      (
        select
          c."merchant_id" as "merchant_id", c."delivery_id" as "delivery_id", c."event_id" as "event_id",
          c."event_type" as "event_type", c."profile_id" as "profile_id", c."endpoint_id" as "endpoint_id",
          c."status" as "status",
          to_char(
            c."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "created_at"
        from
          "webhook_deliveries" c
        where
          c."merchant_id" = $3::text
          and c."event_id" = t."event_id"
        order by
          c."created_at" desc, c."delivery_id" desc
        limit
          1000
      ) r
  ) as "deliveries"
from
  "events" t
where
  t."merchant_id" = $1
  and t."event_id" = $2::text
limit
  1;

-- GraphQL events: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."event_id" as "event_id", t."event_type" as "event_type",
  t."object_id" as "object_id", t."payment_id" as "payment_id", t."payout_id" as "payout_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  (
    select
      coalesce(json_agg(r), '[]')
    from
      (
        select
          c."merchant_id" as "merchant_id", c."delivery_id" as "delivery_id", c."event_id" as "event_id",
          c."event_type" as "event_type", c."profile_id" as "profile_id", c."endpoint_id" as "endpoint_id",
          c."status" as "status",
          to_char(
            c."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "created_at"
        from
          "webhook_deliveries" c
        where
          c."merchant_id" = $2::text
          and c."event_id" = t."event_id"
        order by
          c."created_at" desc, c."delivery_id" desc
        limit
          1000
      ) r
  ) as "deliveries"
from
  "events" t
where
  t."merchant_id" = $3
order by
  t."created_at" desc, t."event_id" desc
limit
  $1::int;

-- GraphQL events.totalCount: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  "events" t
where
  t."merchant_id" = $1;

-- GraphQL events.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "events" t
    where
      t."merchant_id" = $1
    limit
      $2::int
  ) counted;

-- REST listEvents: readPageTexts (src/core/reads/page.ts)
select
  t."merchant_id", t."event_id", t."event_type", t."object_type", t."object_id", t."payment_id",
  t."payout_id", t."profile_id", t."request_id", t."test", t."created_at"
from
  "events" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."event_id" desc
limit
  $1::int;

-- REST readEventFeed: readEventFeed (src/core/webhooks/event-feed.ts)
select
  feed.ending::text as ending, e.*
from
  (
    select
      event_feed_end ($1) as ending
    from
      (
        select
          max(p.profile_id)
        from
          business_profiles p
        where
          p.merchant_id = $1
          and now() is null
      ) on_node
  ) feed
  left join lateral (
    select
      event_id, event_type, profile_id, test, body,
      to_char(
        created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
      ) as created_at,
      feed_position::text as position, sequence::text as sequence
    from
      events
    where
      merchant_id = $1
      and (feed_position, sequence) > ($2::int8, $3::int8)
      and feed_position < feed.ending
      and (
        $4::text is null
        or profile_id = $4
      )
    order by
      events.feed_position, events.sequence
    limit
      $5::int
  ) e on true;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."event_id" as "event_id", t."event_type" as "event_type",
  t."object_id" as "object_id", t."payment_id" as "payment_id", t."payout_id" as "payout_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "events" t
where
  t."merchant_id" = $2
  and (t."created_at", t."event_id") < ($3::timestamptz, $4::text)
order by
  t."created_at" desc, t."event_id" desc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."event_id" as "event_id", t."event_type" as "event_type",
  t."object_id" as "object_id", t."payment_id" as "payment_id", t."payout_id" as "payout_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "events" t on t."merchant_id" = $3::text
  and t."event_id" = k.id;

-- Nested list Event.deliveries: readChildren (src/core/reads/children.ts)
select
  (
    select
      coalesce(json_agg(r), '[]')
    from
      (
        select
          c."merchant_id" as "merchant_id", c."delivery_id" as "delivery_id", c."event_id" as "event_id",
          c."event_type" as "event_type", c."profile_id" as "profile_id", c."endpoint_id" as "endpoint_id",
          c."status" as "status",
          to_char(
            c."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ) as "created_at"
        from
          "webhook_deliveries" c
        where
          c."merchant_id" = $3::text
          and c."event_id" = p.id
        order by
          c."created_at" desc, c."delivery_id" desc
        limit
          1000
      ) r
  ) as "deliveries"
from
  unnest($1::text[], $2::text[]) with ordinality as p (merchant_id, id, place)
order by
  p.place;
