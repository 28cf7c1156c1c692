-- GraphQL adminKey: find (src/core/reads/one.ts)
select
  t."key_id" as "key_id", t."organization_id" as "organization_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  to_char(
    t."expires_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "expires_at",
  to_char(
    t."revoked_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "revoked_at"
from
  "admin_keys" t
where
  t."key_id" = $1::text
limit
  1;

-- GraphQL adminKeys: readPage (src/core/reads/page.ts)
select
  t."key_id" as "key_id", t."organization_id" as "organization_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  to_char(
    t."expires_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "expires_at",
  to_char(
    t."revoked_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "revoked_at"
from
  "admin_keys" t
order by
  t."created_at" desc, t."key_id" desc
limit
  $1::int;

-- GraphQL adminKeys.totalCount: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  "admin_keys" t;

-- GraphQL adminKeys.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "admin_keys" t
    limit
      $1::int
  ) counted;

-- GraphQL adminKeys with a search: readPage (src/core/reads/page.ts)
select
  t."key_id" as "key_id", t."organization_id" as "organization_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  to_char(
    t."expires_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "expires_at",
  to_char(
    t."revoked_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "revoked_at"
from
  "admin_keys" t
where
  t."search" @@ (
    select
      sought_words ($2::text, '')
  )
order by
  t."created_at" desc, t."key_id" desc
limit
  $1::int;

-- REST listAdminKeys: readPageTexts (src/core/reads/page.ts)
select
  t."key_id", t."name", t."organization_id", t."prefix", t."last4", t."created_by", t."created_at",
  t."expires_at", t."revoked_at", t."last_used_at"
from
  "admin_keys" t
order by
  t."created_at" desc, t."key_id" desc
limit
  $1::int;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."key_id" as "key_id", t."organization_id" as "organization_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  to_char(
    t."expires_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "expires_at",
  to_char(
    t."revoked_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "revoked_at"
from
  "admin_keys" t
where
  (t."created_at", t."key_id") < ($2::timestamptz, $3::text)
order by
  t."created_at" desc, t."key_id" desc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."key_id" as "key_id", t."organization_id" as "organization_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at",
  to_char(
    t."expires_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "expires_at",
  to_char(
    t."revoked_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "revoked_at"
from
  unnest($1::text[]) as k (id)
  join "admin_keys" t on t."key_id" = k.id;
