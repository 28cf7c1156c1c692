-- GraphQL errorMapping: find (src/core/reads/one.ts)
select
  t."error_mapping_id" as "error_mapping_id", t."decision" as "decision",
  t."error_category" as "error_category",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "error_mappings" t
where
  t."error_mapping_id" = $1::text
limit
  1;

-- GraphQL errorMappings: readPage (src/core/reads/page.ts)
select
  t."error_mapping_id" as "error_mapping_id", t."decision" as "decision",
  t."error_category" as "error_category",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "error_mappings" t
order by
  t."created_at" asc, t."error_mapping_id" asc
limit
  $1::int;

-- GraphQL errorMappings.totalCount: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  "error_mappings" t;

-- GraphQL errorMappings.count: countRows (src/core/reads/count.ts)
select
  count(*) as "count"
from
  (
    select
      1
    from
      "error_mappings" t
    limit
      $1::int
  ) counted;

-- GraphQL errorMappings with a search: readPage (src/core/reads/page.ts)
select
  t."error_mapping_id" as "error_mapping_id", t."decision" as "decision",
  t."error_category" as "error_category",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "error_mappings" t
where
  t."search" @@ (
    select
      sought_words ($2::text, '')
  )
order by
  t."created_at" asc, t."error_mapping_id" asc
limit
  $1::int;

-- REST listErrorMappings: readPageTexts (src/core/reads/page.ts)
select
  t."error_mapping_id", t."connector", t."flow", t."sub_flow", t."code", t."message", t."status",
  t."router_error", t."unified_code", t."unified_message", t."decision", t."step_up_possible",
  t."error_category", t."clear_pan_possible", t."created_at", t."modified_at"
from
  "error_mappings" t
order by
  t."created_at" asc, t."error_mapping_id" asc
limit
  $1::int;

-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."error_mapping_id" as "error_mapping_id", t."decision" as "decision",
  t."error_category" as "error_category",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "error_mappings" t
where
  (t."created_at", t."error_mapping_id") > ($2::timestamptz, $3::text)
order by
  t."created_at" asc, t."error_mapping_id" asc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."error_mapping_id" as "error_mapping_id", t."decision" as "decision",
  t."error_category" as "error_category",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  unnest($1::text[]) as k (id)
  join "error_mappings" t on t."error_mapping_id" = k.id;
