-- Job run_report_schedules: findObjects (src/core/writes/due-objects.ts)
with
  oldest as materialized (
    select
      merchant_id, schedule_id as id, next_run_at as due_at
    from
      report_schedules
    where
      enabled
      and next_run_at > '-infinity'
      and next_run_at <= $1::timestamptz
      and hashtext (merchant_id) & ($2::int - 1) = $3::int
      and true
      and schedule_id <> all ($4::text[])
    order by
      next_run_at
    limit
      2000
  ),
  ranked as (
    select
      *,
      row_number() over (
        partition by
          merchant_id
        order by
          due_at
      ) as rank
    from
      oldest
  )
select
  merchant_id, id
from
  ranked
order by
  rank, due_at
limit
  500;
