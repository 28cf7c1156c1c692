-- Job derive_search: followSearch (src/core/derived/derived-search.ts)
select
  merchant_id, object_table
from
  search_changes
where
  true
group by
  merchant_id, object_table
having
  $1::int = 0
  or count(*) >= 200
  or min(changed_at) <= clock_timestamp() - make_interval(secs => $1::int);
