import { Migration } from '@mikro-orm/migrations';

/** A cluster takes one change of a table's constraints at a time. */
export class Migration20261128053912_default_partition_bounds extends Migration {
  override up(): void {
    this.addSql(boundDefaultPartition);
  }
}

/** As before, in two statements. */
const boundDefaultPartition = `
  create or replace function bound_default_partition(of text) returns void
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '100ms' as $$
  declare
    rule partitions.rules;
    since timestamptz;
    until timestamptz;
    between_them text;
  begin
    perform pg_advisory_xact_lock(hashtextextended('switchyard partitions', 0));
    select * into strict rule from partitions.rules r where r.parent = of;
    select l.since, l.until into since, until from partitions.late_range(rule) l;
    select e.name into between_them from partitions.existing(of) e where e.starts_at < until and e.ends_at > since limit 1;
    if between_them is not null then
      raise exception using errcode = 'object_not_in_prerequisite_state',
        message = format('%s_default has rows of before and after %s: move those of the smaller side.', of, between_them);
    end if;
    execute format('alter table partitions.%I drop constraint if exists adopted', of || '_default');
    execute format('alter table partitions.%1$I add constraint adopted check (%2$I >= %3$L and %2$I < %4$L) not valid',
      of || '_default', rule.key, partitions.bound(rule.prefix, since), partitions.bound(rule.prefix, until));
  end $$`;
