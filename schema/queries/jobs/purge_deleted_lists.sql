-- Job purge_deleted_lists: purgeDeletedLists (src/core/value-lists/delete-list.ts)
select
  merchant_id, list_id, deleted_at
from
  deleted_lists
where
  true
order by
  deleted_at
limit
  100;
