import { Migration } from '@mikro-orm/migrations';

/**
 * No index has a column that the end of a delivery changes: its row is updated in place, and each list's index has one
 * entry for it. Pages keep room for the update.
 */
export class Migration20261128224500_deliveries_updated_in_place extends Migration {
  /** It lists deliveries by status without the index, and asks the queue for redeliveries. */
  static readonly contracts = '0.5.0';

  override up(): void {
    this.addSql('drop index "webhook_deliveries_by_status"');
    this.addSql('drop index "webhook_deliveries_asked_for"');
    this.addSql(makePartition);
    this.addSql(`
      do $$
      declare partition text;
      begin
        for partition in
          select inhrelid::regclass::text from pg_inherits where inhparent = 'webhook_deliveries'::regclass
        loop
          execute format('alter table %s set (fillfactor = ${FILL})', partition);
        end loop;
      end $$`);
  }
}

/** How full inserts leave a page, in percent. A delivery that ends grows by a third, and a page loses the old versions as it fills. */
const FILL = 70;

/** As before; partitions of deliveries keep room. */
const makePartition = `
  create or replace function make_partition(of text, at timestamptz) returns bigint
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '100ms' as $$
  declare
    rule record;
    made text;
    range text;
    first text;
    past text;
    columns text;
    moved bigint;
  begin
    perform pg_advisory_xact_lock(hashtextextended('switchyard partitions', 0));
    select * into strict rule from partitions.rules r where r.parent = of;
    made := partitions.name_of(of, rule.unit, at);
    if exists (select from partitions.existing(of) e where e.starts_at <= at and e.ends_at > at) then return 0; end if;
    first := partitions.bound(rule.prefix, partitions.next(at, rule.unit, 0));
    past := partitions.bound(rule.prefix, partitions.next(at, rule.unit, 1));
    range := format('%1$I >= %2$L and %1$I < %3$L', rule.key, first, past);
    execute format('select count(*) from (select 1 from partitions.%I where %s limit 1001) r',
      of || '_default', range) into moved;
    if moved > 1000 then
      raise exception using errcode = 'program_limit_exceeded', message = 'More than 1000 rows of ' || of || ' wait for ' || made || '.';
    end if;
    select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
    where attrelid = of::regclass and attnum > 0 and not attisdropped and attgenerated = '';
    execute format('create table %s (like public.%I including all excluding indexes excluding identity)', made, of);
    execute format('alter table %s enable row level security', made);
    if of = 'webhook_deliveries' then execute format('alter table %s set (fillfactor = ${FILL})', made); end if;
    -- A write that was on its way to the default partition would be refused there once the range is another's.
    execute format('lock table only public.%I in share row exclusive mode', of);
    execute format('lock table partitions.%I in access exclusive mode', of || '_default');
    execute format('select count(*) from (select 1 from partitions.%I where %s limit 1) r', of || '_default', range) into moved;
    if moved > 0 then
      execute format(
        'with moved as (delete from partitions.%1$I where %2$s returning *)
         insert into %3$s (%4$s) select %4$s from moved', of || '_default', range, made, columns);
      get diagnostics moved = row_count;
    end if;
    execute format('alter table public.%I attach partition %s for values from (%L) to (%L)', of, made, first, past);
    return moved;
  end $$`;
