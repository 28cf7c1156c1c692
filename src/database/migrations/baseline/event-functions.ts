/**
 * The positions of events in the feed that a consumer pulls: the identifier of the transaction that recorded them, so that
 * what is older than every running transaction is complete. Another cluster counts its transactions anew: after a dump has
 * been restored there, `restart_event_feed` has its positions follow those that were restored.
 */
export const eventFunctions = (): string[] => [
  'create function event_feed_base() returns int8 language sql stable parallel safe as $$ select 0::int8 $$',
  `
    create function event_feed_position() returns int8 language sql volatile as $$
      select pg_current_xact_id()::text::int8 + event_feed_base() $$`,
  // What is below was recorded by a transaction that has ended, as have all that could have a lower position.
  `
    create function event_feed_end() returns int8 language sql stable as $$
      select pg_snapshot_xmin(pg_current_snapshot())::text::int8 + event_feed_base() $$`,
  // The ends of one merchant's feeds. On one server they are those of all merchants; on a cluster, of the merchant's node.
  'create function event_feed_end(of text) returns int8 language sql stable as $$ select event_feed_end() $$',
  'create function updates_end(of text) returns xid8 language sql stable as $$ select pg_snapshot_xmin(pg_current_snapshot()) $$',
  // Beyond any cursor that was given out after the dump was made. The owner is under row-level security, too.
  `
    create function restart_event_feed() returns void language plpgsql as $$
    declare
      merchant text := coalesce(current_setting('switchyard.merchant_id', true), '');
    begin
      perform set_config('switchyard.merchant_id', '*', true);
      execute format(
        'create or replace function event_feed_base() returns int8 language sql stable parallel safe as ''select %s::int8''',
        (select coalesce(max(feed_position), 0) + (1::int8 << 40) from events));
      perform set_config('switchyard.merchant_id', merchant, true);
    end $$`,
  'revoke execute on function restart_event_feed from public',
];
