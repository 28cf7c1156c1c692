-- Job fold_stats: foldStats (src/core/maintenance/fold-stats.ts)
select distinct
  merchant_id
from
  stats_changes
where
  true;

-- Job fold_stats: foldSome (src/core/maintenance/fold-stats.ts)
select
  fold_stats ($1, $2::int) as folded;
