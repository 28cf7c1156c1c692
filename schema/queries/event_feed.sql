-- GraphQL eventFeed: readEventFeed (src/core/webhooks/event-feed.ts)
select
  feed.ending::text as ending, e.*
from
  (
    select
      event_feed_end ($1) as ending
    from
      (
        select
          max(p.profile_id)
        from
          business_profiles p
        where
          p.merchant_id = $1
          and now() is null
      ) on_node
  ) feed
  left join lateral (
    select
      event_id, event_type, profile_id, test, body,
      to_char(
        created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
      ) as created_at,
      feed_position::text as position, sequence::text as sequence
    from
      events
    where
      merchant_id = $1
      and (feed_position, sequence) > ($2::int8, $3::int8)
      and feed_position < feed.ending
      and (
        $4::text is null
        or profile_id = $4
      )
    order by
      events.feed_position, events.sequence
    limit
      $5::int
  ) e on true;
