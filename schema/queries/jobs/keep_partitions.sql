-- Job keep_partitions: retryLocks (src/core/maintenance/partitions.ts)
select
  parent, starts_at
from
  missing_partitions ($1::timestamptz);

-- Job keep_partitions: retryLocks (src/core/maintenance/partitions.ts)
select
  drop_partition ($1, $2::timestamptz) as value;
