-- GraphQL invitation: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."invitation_id" as "invitation_id", t."role" as "role",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  to_char(
    t."expires_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "expires_at",
  to_char(
    t."accepted_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "accepted_at",
  to_char(
    t."revoked_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "revoked_at"
from
  "invitations" t
where
  t."merchant_id" = $1
  and t."invitation_id" = $2::text
limit
  1;

-- GraphQL invitations: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."invitation_id" as "invitation_id", t."role" as "role",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  to_char(
    t."expires_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "expires_at",
  to_char(
    t."accepted_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "accepted_at",
  to_char(
    t."revoked_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "revoked_at"
from
  "invitations" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."invitation_id" desc
limit
  $1::int;

-- GraphQL invitations.totalCount: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  "invitations" t
where
  t."merchant_id" = $1;

-- GraphQL invitations.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "invitations" t
    where
      t."merchant_id" = $1
    limit
      $2::int
  ) counted;

-- GraphQL invitations with a search: readPage (src/core/reads/page.ts)
with
  queued as materialized (
    select
      q.merchant_id, q.object_id
    from
      search_changes q
      cross join lateral (
        select
          search_words (coalesce(o.email, ''), 'A') || array_to_tsvector(
            array['invitations/', 'invitations/' || o.merchant_id]
          ) || identifier_end (o.invitation_id) as words
        from
          "invitations" o
        where
          o."merchant_id" = q.merchant_id
          and o."invitation_id" = q.object_id
        limit
          1
      ) o
    where
      q.object_table = 'invitations'
      and q.merchant_id = $4::text
      and o.words @@ (
        select
          sought_words ($3::text, '')
      )
  ),
  first as materialized (
    select
      l."merchant_id", l."invitation_id" as object_id
    from
      (
        select
          t."merchant_id", t."invitation_id", t."created_at"
        from
          "invitations" t
        where
          t."merchant_id" = $2
        order by
          t."created_at" desc, t."invitation_id" desc
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
          and e.object_table = 'invitations'
          and e.object_id = l."invitation_id"
        limit
          1
      ) e
    where
      e.words @@ (
        select
          sought_words ($3::text, '')
      )
      and not exists (
        select
        from
          search_changes e
        where
          e.merchant_id = l."merchant_id"
          and e.object_table = 'invitations'
          and e.object_id = l."invitation_id"
        offset
          0
      )
    order by
      l."created_at" desc, l."invitation_id" desc
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
        'invitations',
        (
          select
            sought_words ($3::text, '')
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
  t."merchant_id" as "merchant_id", t."invitation_id" as "invitation_id", t."role" as "role",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  to_char(
    t."expires_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "expires_at",
  to_char(
    t."accepted_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "accepted_at",
  to_char(
    t."revoked_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "revoked_at"
from
  found f
  join "invitations" t on t."merchant_id" = f.merchant_id
  and t."invitation_id" = f.object_id
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."invitation_id" desc
limit
  $1::int;

-- REST listInvitations: readPageTexts (src/core/reads/page.ts)
select
  t."merchant_id", t."invitation_id", t."email", t."role", t."invited_by", t."accepted_by", t."delivered_by",
  t."created_at", t."expires_at", t."accepted_at", t."revoked_at"
from
  "invitations" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."invitation_id" desc
limit
  $1::int;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."invitation_id" as "invitation_id", t."role" as "role",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  to_char(
    t."expires_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "expires_at",
  to_char(
    t."accepted_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "accepted_at",
  to_char(
    t."revoked_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "revoked_at"
from
  "invitations" t
where
  t."merchant_id" = $2
  and (t."created_at", t."invitation_id") < ($3::timestamptz, $4::text)
order by
  t."created_at" desc, t."invitation_id" desc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."invitation_id" as "invitation_id", t."role" as "role",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  to_char(
    t."expires_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "expires_at",
  to_char(
    t."accepted_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "accepted_at",
  to_char(
    t."revoked_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "revoked_at"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "invitations" t on t."merchant_id" = $3::text
  and t."invitation_id" = k.id;
