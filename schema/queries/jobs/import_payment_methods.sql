-- Job import_payment_methods: findImports (src/core/imports/run-imports.ts)
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
