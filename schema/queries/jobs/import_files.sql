-- Job import_files: findImports (src/core/imports/run-imports.ts)
select
  merchant_id, import_id
from
  payment_method_imports
where
  status = 'processing'
  and import_id <> all ($1::text[])
  and true
order by
  created_at
limit
  100;

-- Job import_files: findImports (src/core/value-lists/run-list-imports.ts)
select
  merchant_id, import_id
from
  list_imports
where
  status in ('pending', 'running')
  and import_id <> all ($1::text[])
  and true
order by
  created_at
limit
  100;

-- Job import_files: findObjects (src/core/writes/due-objects.ts)
with
  oldest as materialized (
    select
      merchant_id, import_id as id, created_at as due_at
    from
      finance_imports
    where
      status = 'running'
      and created_at > '-infinity'
      and created_at <= $1::timestamptz
      and hashtext (merchant_id) & ($2::int - 1) = $3::int
      and true
      and import_id <> all ($4::text[])
    order by
      created_at
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
