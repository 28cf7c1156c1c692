-- Job derive_search: followSearch (src/core/derived/derived-search.ts)
select distinct
  merchant_id, object_table
from
  search_changes
where
  true;
