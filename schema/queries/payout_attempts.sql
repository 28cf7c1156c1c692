-- A page after a cursor: readPage (src/core/reads/page.ts)
select
  t."merchant_id" as "merchant_id", t."attempt_id" as "attempt_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  "payout_attempts" t
where
  t."merchant_id" = $2
  and (t."created_at", t."attempt_id") > ($3::timestamptz, $4::text)
order by
  t."created_at" asc, t."attempt_id" asc
limit
  $1::int;

-- Read by keys: readByKeys (src/core/reads/by-key.ts)
select
  t."merchant_id" as "merchant_id", t."attempt_id" as "attempt_id",
  to_char(
    t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ) as "created_at"
from
  unnest($1::text[], $2::text[]) as k (merchant_id, id)
  join "payout_attempts" t on t."merchant_id" = $3::text
  and t."attempt_id" = k.id;
