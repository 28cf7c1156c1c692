-- Job fold_stats: followStatistics (src/core/derived/fold-stats.ts)
select
  u.merchant_id,
  sum(u.number)::int as number,
  max(u.seconds)::float8 as seconds
from
  (
    select
      c.merchant_id,
      count(*) as number,
      0 as seconds
    from
      stats_changes c
    where
      true
    group by
      c.merchant_id
    union all
    select
      x.merchant_id, l.number, l.seconds
    from
      stats_progress x
      cross join lateral (
        select
          o.merchant_id,
          count(*) as number,
          extract(
            epoch
            from
              now() - min(o.created)
          ) as seconds
        from
          payments o
        where
          o.merchant_id = x.merchant_id
          and o.created >= x.counted_until
          and o.created < (now() - interval '30 seconds')
        group by
          o.merchant_id
      ) l
    where
      x.object_type = 'payment'
      and true
    union all
    select
      x.merchant_id, l.number, l.seconds
    from
      stats_progress x
      cross join lateral (
        select
          o.merchant_id,
          count(*) as number,
          extract(
            epoch
            from
              now() - min(o.created_at)
          ) as seconds
        from
          attempts o
        where
          o.merchant_id = x.merchant_id
          and o.created_at >= x.counted_until
          and o.created_at < (now() - interval '30 seconds')
        group by
          o.merchant_id
      ) l
    where
      x.object_type = 'attempt'
      and true
    union all
    select
      x.merchant_id, l.number, l.seconds
    from
      stats_progress x
      cross join lateral (
        select
          o.merchant_id,
          count(*) as number,
          extract(
            epoch
            from
              now() - min(o.created_at)
          ) as seconds
        from
          refunds o
        where
          o.merchant_id = x.merchant_id
          and o.created_at >= x.counted_until
          and o.created_at < (now() - interval '30 seconds')
        group by
          o.merchant_id
      ) l
    where
      x.object_type = 'refund'
      and true
    union all
    select
      x.merchant_id, l.number, l.seconds
    from
      stats_progress x
      cross join lateral (
        select
          o.merchant_id,
          count(*) as number,
          extract(
            epoch
            from
              now() - min(o.created_at)
          ) as seconds
        from
          disputes o
        where
          o.merchant_id = x.merchant_id
          and o.created_at >= x.counted_until
          and o.created_at < (now() - interval '30 seconds')
        group by
          o.merchant_id
      ) l
    where
      x.object_type = 'dispute'
      and true
    union all
    select
      x.merchant_id, l.number, l.seconds
    from
      stats_progress x
      cross join lateral (
        select
          o.merchant_id,
          count(*) as number,
          extract(
            epoch
            from
              now() - min(o.created_at)
          ) as seconds
        from
          connector_calls o
        where
          o.merchant_id = x.merchant_id
          and o.created_at >= x.counted_until
          and o.call_id >= x.calls_from
          and o.created_at < (now() - interval '30 seconds')
        group by
          o.merchant_id
      ) l
    where
      x.object_type = 'connector_call'
      and true
    union all
    select
      x.merchant_id, l.number, l.seconds
    from
      stats_progress x
      cross join lateral (
        select
          o.merchant_id,
          count(*) as number,
          extract(
            epoch
            from
              now() - min(o.created)
          ) as seconds
        from
          payouts o
        where
          o.merchant_id = x.merchant_id
          and o.created >= x.counted_until
          and o.created < (now() - interval '30 seconds')
        group by
          o.merchant_id
      ) l
    where
      x.object_type = 'payout'
      and true
  ) u
group by
  u.merchant_id;

-- Job fold_stats: readsChangesOnly (src/core/derived/fold-stats.ts)
select
  true as found
from
  processes
where
  counts_objects is null
  and seen_at > now() - interval '4000 ms'
limit
  1;

-- Job fold_stats: followStatistics (src/core/derived/fold-stats.ts)
select
  x.merchant_id
from
  stats_progress x
where
  true
group by
  x.merchant_id
having
  max(x.counted_until) < (now() - interval '30 seconds') - interval '1 hours';
