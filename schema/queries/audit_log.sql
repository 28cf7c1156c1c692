-- GraphQL auditEntry: find (src/core/reads/one.ts)
select
  t."merchant_id" as "merchant_id", t."entry_id" as "entry_id", t."actor_id" as "actor_id",
  t."object_id" as "object_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "audit_log" t
where
  t."merchant_id" = $1
  and t."entry_id" = $2::text
limit
  1;

-- GraphQL auditLog: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."entry_id" as "entry_id", t."actor_id" as "actor_id",
  t."object_id" as "object_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "audit_log" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."entry_id" desc
limit
  $1::int;

-- GraphQL auditLog.totalCount: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  "audit_log" t
where
  t."merchant_id" = $1;

-- GraphQL auditLog.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "audit_log" t
    where
      t."merchant_id" = $1
    limit
      $2::int
  ) counted;

-- REST listAuditLog: readPageTexts (src/core/reads/page.ts)
select
  t."merchant_id", t."entry_id", t."action", t."actor_type", t."actor_id", t."actor_name", t."address",
  t."user_agent", t."object_type", t."object_id", t."changes", t."request_id", t."created_at",
  coalesce(
    nullif(t.sequence, 0),
    (
      select
        s.sequence + array_position(s.entry_ids, t.entry_id) - 1
      from
        audit_seals s
      where
        s.merchant_id = t.merchant_id
        and s.last_entry_id >= t.entry_id
        and s.first_entry_id <= t.entry_id
        and t.entry_id = any (s.entry_ids)
      order by
        s.last_entry_id
      limit
        1
    )
  ),
  coalesce(
    t.hash,
    (
      select
        encode(
          substring(
            s.hashes
            from
              32 * array_position(s.entry_ids, t.entry_id) - 31 for 32
          ),
          'hex'
        )
      from
        audit_seals s
      where
        s.merchant_id = t.merchant_id
        and s.last_entry_id >= t.entry_id
        and s.first_entry_id <= t.entry_id
        and t.entry_id = any (s.entry_ids)
      order by
        s.last_entry_id
      limit
        1
    )
  )
from
  "audit_log" t
where
  t."merchant_id" = $2
order by
  t."created_at" desc, t."entry_id" desc
limit
  $1::int;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."entry_id" as "entry_id", t."actor_id" as "actor_id",
  t."object_id" as "object_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "audit_log" t
where
  t."merchant_id" = $2
  and (t."created_at", t."entry_id") < ($3::timestamptz, $4::text)
order by
  t."created_at" desc, t."entry_id" desc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."entry_id" as "entry_id", t."actor_id" as "actor_id",
  t."object_id" as "object_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "audit_log" t on t."merchant_id" = $3::text
  and t."entry_id" = k.id;
