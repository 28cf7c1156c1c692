-- Spreads a migrated database over the nodes of a Citus cluster, by merchant. `npm run migrate` runs it after the
-- migrations where the extension `citus` is installed: see docs/scaling.md. It is safe to repeat: it distributes what
-- is not distributed yet, and goes on where it was interrupted.
--
-- A table whose primary key begins with the merchant, and has more columns, is distributed by it; a merchant's rows of
-- all such tables are on one node. The exceptions are listed in the block.
do $$
declare
  -- The same on every node: read with everything, written seldom. A domain is proved by one merchant at a time, so its
  -- unique index is of all merchants' rows.
  reference_tables constant text[] := array['merchant_accounts', 'error_mappings', 'domains'];
  pending text[];
  item record;
  name text;
begin
  -- Unless the database has a number of its own: `alter database switchyard set citus.shard_count = 256`.
  if exists (select from pg_settings s where s.name = 'citus.shard_count' and s.source = 'default') then
    perform set_config('citus.shard_count', '128', false);
  end if;
  -- Triggers write to the same merchant's rows in other tables, which are in shards beside those of their own.
  perform set_config('citus.enable_unsafe_triggers', 'on', false);
  -- The scope of a transaction, which is set with SET LOCAL, is set on the nodes as well.
  execute format('alter database %I set citus.propagate_set_commands = local', current_database());
  -- A transaction may change rows of several merchants, and then a table that every node has.
  execute format('alter database %I set citus.multi_shard_modify_mode = sequential', current_database());
  -- A cancellation that reaches a node before its statement does nothing there: the node ends it as the connection closes.
  execute format($set$ alter database %I set client_connection_check_interval = '1s' $set$, current_database());

  -- Citus takes no subquery in a policy. Without one the setting is read for each row.
  for item in
    select schemaname, tablename from pg_policies
    where policyname = 'tenancy' and qual like '%SELECT current_setting%'
  loop
    execute format(
      $policy$ alter policy tenancy on %I.%I using (merchant_id = current_setting('switchyard.merchant_id', true)
        or current_setting('switchyard.merchant_id', true) = '*') $policy$, item.schemaname, item.tablename);
  end loop;

  select array_agg(c.relname order by c.relname <> 'business_profiles', c.relname) into pending
  from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
  join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and (a.attname = 'merchant_id' and i.indnkeyatts > 1 or c.relname = any(reference_tables))
    and not exists (select from pg_dist_partition d where d.logicalrelid = c.oid);

  -- Tables become distributed one by one, and a local table may not refer to a distributed one, nor the other way: so
  -- their foreign keys are kept aside until all are.
  create table if not exists spread_foreign_keys (owner regclass, name text, definition text);
  insert into spread_foreign_keys
  select k.conrelid, k.conname, pg_get_constraintdef(k.oid)
  from pg_constraint k
  where k.contype = 'f' and k.conparentid = 0
    and (k.conrelid = any(pending::regclass[]) or k.confrelid = any(pending::regclass[]));
  for item in select * from spread_foreign_keys loop
    execute format('alter table %s drop constraint if exists %I', item.owner, item.name);
  end loop;
  commit;

  foreach name in array coalesce(pending, '{}') loop
    raise notice 'Distributing % …', name;
    if name = any(reference_tables) then
      perform create_reference_table(name::regclass);
    elsif name = 'business_profiles' then
      perform create_distributed_table(name::regclass, 'merchant_id');
    else
      perform create_distributed_table(name::regclass, 'merchant_id', colocate_with => 'business_profiles');
    end if;
    commit;
  end loop;

  for item in select * from spread_foreign_keys loop
    -- The parts of one statement are written one after the other, so a row may come before the one that it refers to.
    execute format(
      'alter table %s add constraint %I %s deferrable initially deferred', item.owner, item.name, item.definition);
    delete from spread_foreign_keys k where k.owner = item.owner and k.name = item.name;
    commit;
  end loop;
  drop table spread_foreign_keys;

  -- On the nodes these read the same node's rows of one merchant, which they name. Objects with queued changes are left out.
  execute $create$
    create or replace function find_searched(
      searched text, sought tsquery, newest_first boolean default true, at_most int default null,
      below_time timestamptz default null, below_merchant text default null, below_id text default null,
      above_time timestamptz default null, above_merchant text default null, above_id text default null)
    returns table (merchant_id text, object_id text)
    language plpgsql stable security definer set search_path = public, pg_temp rows 100 as $function$
    declare
      query tsquery := search_query(searched, sought);
      seen text := current_setting('switchyard.merchant_id', true);
    begin
      return query execute format(
        'select e.merchant_id, e.object_id from search_entries e
         where e.words @@ $1 %s
           and not exists (
             select from search_changes q
             where q.merchant_id = e.merchant_id and q.object_table = e.object_table and q.object_id = e.object_id)
           and ($2 is null or (e.listed_at, e.merchant_id, e.object_id) < ($2, $3, $4))
           and ($5 is null or (e.listed_at, e.merchant_id, e.object_id) > ($5, $6, $7))
         order by e.listed_at %2$s, e.merchant_id %2$s, e.object_id %2$s limit $8',
        case when seen = '*' then '' else format('and e.merchant_id = %L', seen) end,
        case when newest_first then 'desc' else 'asc' end)
      using query, below_time, below_merchant, below_id, above_time, above_merchant, above_id, at_most;
    end $function$ $create$;
  execute $create$
    create or replace function count_searched(searched text, sought tsquery) returns bigint
    language plpgsql stable security definer set search_path = public, pg_temp as $function$
    declare
      seen text := current_setting('switchyard.merchant_id', true);
      found bigint;
    begin
      execute format('select count(*) from search_entries e where e.words @@ $1 %s
           and not exists (
             select from search_changes q
             where q.merchant_id = e.merchant_id and q.object_table = e.object_table and q.object_id = e.object_id)',
        case when seen = '*' then '' else format('and e.merchant_id = %L', seen) end)
      into found using search_query(searched, sought);
      return found;
    end $function$ $create$;
  execute $create$
    create or replace function count_searched(searched text, sought tsquery, at_most int) returns bigint
    language plpgsql stable security definer set search_path = public, pg_temp as $function$
    declare
      seen text := current_setting('switchyard.merchant_id', true);
      found bigint;
    begin
      execute format('select count(*) from (select 1 from search_entries e where e.words @@ $1 %s
           and not exists (
             select from search_changes q
             where q.merchant_id = e.merchant_id and q.object_table = e.object_table and q.object_id = e.object_id) limit $2) s',
        case when seen = '*' then '' else format('and e.merchant_id = %L', seen) end)
      into found using search_query(searched, sought), at_most;
      return found;
    end $function$ $create$;
  -- The session is on the coordinator, and the memberships are on the merchants' nodes.
  execute $create$
    create or replace function find_session(
      sought text, named text, at timestamptz, active_since timestamptz, out session_id text, out person_id text,
      out merchant_id text, out role text, out suspended boolean, out lacks_second_factor boolean)
    language plpgsql as $function$
    declare
      session record;
      memberships bigint;
      required boolean;
    begin
      select s.id, s.user_id, s.second_factor into session from auth.sessions s
      where s.token = sought and s.expires_at > at and s.last_active_at > active_since;
      if not found then
        return;
      end if;
      session_id := session.id;
      person_id := session.user_id;
      execute format(
        'select count(*), min(t.merchant_id), min(t.role), bool_or(a.suspended_at is not null), bool_or(a.require_second_factor)
         from team_members t join merchant_accounts a on a.merchant_id = t.merchant_id
         where t.person_id = $1 and coalesce(t.last_seen_at, t.joined_at) > $2 - interval ''90 days'' %s',
        case when named is null then '' else format('and t.merchant_id = %L', named) end)
      into memberships, merchant_id, role, suspended, required using session.user_id, at;
      if memberships <> 1 then
        merchant_id := null;
        role := null;
        suspended := null;
        required := null;
      end if;
      lacks_second_factor := required and not session.second_factor;
    end $function$ $create$;
  -- A key's merchant never changes: once found, by asking every node, it is kept on the coordinator. A lost node leaves keys of
  -- the others to be found, and whether it has the key unknown.
  if to_regclass('key_merchants') is null then
    create table key_merchants (hash text primary key, merchant_id text not null, expires_at timestamptz);
  end if;
  execute $create$
    create or replace function find_key_owner(keys regclass, sought text, at timestamptz) returns text
    language plpgsql as $function$
    declare
      asked constant text := format('select merchant_id, expires_at from %s where hash = $1', keys);
      owner text := (select m.merchant_id from key_merchants m where m.hash = sought);
      until timestamptz;
      merchants text[];
      lost text;
    begin
      if owner is not null then
        return owner;
      end if;
      begin
        execute asked into owner, until using sought;
      exception when connection_exception or operator_intervention then
        for merchants in
          select array_agg(m.merchant_id) from merchant_accounts m join pg_dist_placement p
          on p.shardid = get_shard_id_for_distribution_column('business_profiles', m.merchant_id) group by p.groupid
        loop
          begin
            execute asked || ' and merchant_id = any($2)' into owner, until using sought, merchants;
            exit when owner is not null;
          exception when connection_exception or operator_intervention then
            lost := sqlerrm;
          end;
        end loop;
      end;
      if owner is not null then
        -- Those that have expired are deleted as others are found.
        delete from key_merchants m where m.expires_at <= at;
        insert into key_merchants (hash, merchant_id, expires_at)
        values (sought, owner, case keys when 'ephemeral_keys'::regclass then until end) on conflict do nothing;
      elsif lost is not null then
        raise exception using errcode = 'connection_failure', message = lost;
      end if;
      return owner;
    end $function$ $create$;
  execute $create$
    create or replace function find_api_key(
      sought text, at timestamptz, out merchant_id text, out key_id text, out suspended boolean,
      out allowed_addresses jsonb, out permissions jsonb, out profile_id text, out first_key_id text)
    language plpgsql as $function$
    declare
      owner text := find_key_owner('api_keys', sought, at);
    begin
      if owner is null then
        return;
      end if;
      select k.merchant_id, k.key_id, m.suspended_at is not null, k.allowed_addresses, k.permissions, k.profile_id,
        k.first_key_id
      into find_api_key.merchant_id, find_api_key.key_id, find_api_key.suspended, find_api_key.allowed_addresses,
        find_api_key.permissions, find_api_key.profile_id, find_api_key.first_key_id
      from api_keys k join merchant_accounts m on m.merchant_id = k.merchant_id
      where k.merchant_id = owner and k.hash = sought and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > at);
    end $function$ $create$;
  execute $create$
    create or replace function find_api_key_v2(
      sought text, at timestamptz, out merchant_id text, out key_id text, out suspended boolean,
      out allowed_addresses jsonb, out permissions jsonb, out keeps_unnamed boolean, out profile_id text, out first_key_id text)
    language plpgsql as $function$
    declare
      owner text := find_key_owner('api_keys', sought, at);
    begin
      if owner is null then
        return;
      end if;
      select k.merchant_id, k.key_id, m.suspended_at is not null, k.allowed_addresses, k.permissions,
        coalesce(k.permissions is null and k.unnamed_permissions_until > at, false), k.profile_id, k.first_key_id
      into find_api_key_v2.merchant_id, find_api_key_v2.key_id, find_api_key_v2.suspended, find_api_key_v2.allowed_addresses,
        find_api_key_v2.permissions, find_api_key_v2.keeps_unnamed, find_api_key_v2.profile_id, find_api_key_v2.first_key_id
      from api_keys k join merchant_accounts m on m.merchant_id = k.merchant_id
      where k.merchant_id = owner and k.hash = sought and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > at);
    end $function$ $create$;
  execute $create$
    create or replace function find_ephemeral_key(
      sought text, at timestamptz, out merchant_id text, out customer_id text, out payment_id text, out suspended boolean)
    language plpgsql as $function$
    declare
      owner text := find_key_owner('ephemeral_keys', sought, at);
    begin
      if owner is null then
        return;
      end if;
      select k.merchant_id, k.customer_id, coalesce(k.payment_id, ''), m.suspended_at is not null
      into find_ephemeral_key.merchant_id, find_ephemeral_key.customer_id, find_ephemeral_key.payment_id,
        find_ephemeral_key.suspended
      from ephemeral_keys k left join payments p
        on p.merchant_id = k.merchant_id and p.payment_id = k.payment_id and p.customer_id = k.customer_id
        join merchant_accounts m on m.merchant_id = k.merchant_id
      where k.merchant_id = owner and k.hash = sought and k.expires_at > at
        and (k.payment_id is null or (p.status not in ('succeeded', 'cancelled', 'expired', 'partially_captured')
          and (p.status <> 'failed' or p.manual_retry_allowed)));
    end $function$ $create$;
  -- A merchant's events and updates are ordered by the transactions of its node. On another node they begin anew, so how
  -- often the merchant has moved comes first: 19 bits of it, and 44 of the transaction's number.
  if to_regclass('merchant_moves') is null then
    create table merchant_moves (merchant_id text, moves int8, node int, transaction_id int8,
      primary key (merchant_id, moves, node, transaction_id));
    alter table merchant_moves enable row level security;
    alter table merchant_moves force row level security;
    create policy tenancy on merchant_moves using (merchant_id = current_setting('switchyard.merchant_id', true)
      or current_setting('switchyard.merchant_id', true) = '*');
    perform create_distributed_table('merchant_moves', 'merchant_id', colocate_with => 'business_profiles');
  end if;
  -- Whoever writes on another node before the move is counted counts it: each transaction by a row of its own, so that none
  -- waits for another. What was written before the tables were distributed has the coordinator's numbers, which are lower.
  execute $create$
    create or replace function merchant_position(of text) returns int8 language plpgsql as $function$
    declare
      own int8 := pg_current_xact_id()::text::int8;
      here int := (select l.groupid from pg_dist_local_group l);
      counted int8;
      at int;
    begin
      select m.moves, m.node into counted, at from merchant_moves m
      where m.merchant_id = of order by m.moves desc limit 1;
      if at is distinct from here then
        counted := coalesce(counted + 1, (event_feed_base() >> 44) + 2);
        insert into merchant_moves (merchant_id, moves, node, transaction_id) values (of, counted, here, own);
      end if;
      return (counted << 44) + own;
    end $function$ $create$;
  execute $create$
    create or replace function place_event() returns trigger language plpgsql as $function$
    begin
      new.feed_position := merchant_position(new.merchant_id);
      return new;
    end $function$ $create$;
  execute $create$
    create or replace function place_update() returns trigger language plpgsql as $function$
    begin
      new.transaction_id := merchant_position(new.merchant_id)::text::xid8;
      return new;
    end $function$ $create$;
  if not exists (select from pg_trigger where tgrelid = 'events'::regclass and tgname = 'placed') then
    create trigger placed before insert on events for each row execute function place_event();
  end if;
  if not exists (select from pg_trigger where tgrelid = 'updates'::regclass and tgname = 'placed') then
    create trigger placed before insert on updates for each row execute function place_update();
  end if;
  -- Of a merchant that has moved and has written nothing since, everything is below.
  execute $create$
    create or replace function event_feed_end(of text) returns int8 language plpgsql stable as $function$
    declare
      here int := (select l.groupid from pg_dist_local_group l);
      counted int8;
      at int;
    begin
      select m.moves, m.node into counted, at from merchant_moves m
      where m.merchant_id = of order by m.moves desc limit 1;
      if at = here then
        return (counted << 44) + pg_snapshot_xmin(pg_current_snapshot())::text::int8;
      end if;
      return coalesce(counted + 1, (event_feed_base() >> 44) + 2) << 44;
    end $function$ $create$;
  execute $create$
    create or replace function updates_end(of text) returns xid8 language sql stable as $function$
      select event_feed_end(of)::text::xid8 $function$ $create$;
  -- Beyond any cursor that was given out after what is restored was copied.
  execute $create$
    create or replace function restart_event_feed() returns void language plpgsql as $function$
    declare
      merchant text := coalesce(current_setting('switchyard.merchant_id', true), '');
    begin
      set local switchyard.merchant_id = '*';
      update merchant_moves set moves = moves + 1024;
      execute format('set local switchyard.merchant_id = %L', merchant);
    end $function$ $create$;
  alter function event_feed_end(text) set citus.allow_nested_distributed_execution = on;
  alter function find_searched set citus.allow_nested_distributed_execution = on;
  alter function count_searched(text, tsquery) set citus.allow_nested_distributed_execution = on;
  alter function count_searched(text, tsquery, int) set citus.allow_nested_distributed_execution = on;
end $$;

-- Local, on the coordinator:
--   attempt_counts: limits on attempts, by address and the like, which are of no merchant.
--   key_merchants: the merchants of keys, found once, which a lost node must not keep from being noted.
--   database_identity: whether the database is the original, which is of the service as a whole.
--   processes: heartbeats, every second of every process.
--   migration_digests: the content of the migrations that have run.
--   migrations: what migrations have run.
--   scheduled_tasks: when background tasks run next, and which process runs them.
--   admin_keys: of administrators and organizations.
--   encryption_keys: of the service as a whole.
--   import_keys: of the service as a whole.
--   operators: people of the service.
--   auth.*: people, who may belong to several merchants.
