-- Job import_list_entries: findImports (src/core/value-lists/run-list-imports.ts)
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
