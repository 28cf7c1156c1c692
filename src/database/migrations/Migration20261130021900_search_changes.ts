import { Migration } from '@mikro-orm/migrations';

/** Objects whose search entries are to be made. Searches leave out the entries of these, and judge the objects by their rows. */
export class Migration20261130021900_search_changes extends Migration {
  override up(): void {
    this.addSql(
      `create table "search_changes" ("merchant_id" text not null, "object_table" text not null, "object_id" text not null, "changed_at" timestamptz(3) not null default now(), primary key ("merchant_id", "object_table", "object_id"))`,
    );
    this.addSql('alter table "search_changes" enable row level security');
    this.addSql('alter table "search_changes" force row level security');
    this.addSql(
      `create policy "tenancy" on "search_changes" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
    // See Migration20261130003300_analyzed_seldom.
    this.addSql(
      'alter table "search_changes" set (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 10000000)',
    );
    for (const text of [findSearched, countSearched, countSearchedUpTo]) this.addSql(text);
  }
}

/** An entry may differ from the row of its object only while the object is queued. */
const isCurrent = `not exists (
        select from search_changes q
        where q.merchant_id = e.merchant_id and q.object_table = e.object_table and q.object_id = e.object_id)`;

/** Plans are kept: one made while the queue is empty must read an index of it as well. */
const asOwner =
  'language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off';
const matches = `
      with matches as materialized (
        select e.listed_at, e.merchant_id, e.object_id from search_entries e where e.words @@ query and ${isCurrent})
      select m.merchant_id, m.object_id from matches m
      where (below_time is null
             or (m.listed_at, m.merchant_id, m.object_id) < (below_time, below_merchant, below_id))
        and (above_time is null
             or (m.listed_at, m.merchant_id, m.object_id) > (above_time, above_merchant, above_id))`;
const ordered = (direction: 'asc' | 'desc') =>
  `order by m.listed_at ${direction}, m.merchant_id ${direction}, m.object_id ${direction} limit at_most`;

const findSearched = `
  create or replace function find_searched(
    searched text, sought tsquery, newest_first boolean default true, at_most int default null,
    below_time timestamptz default null, below_merchant text default null, below_id text default null,
    above_time timestamptz default null, above_merchant text default null, above_id text default null)
  returns table (merchant_id text, object_id text) ${asOwner} rows 100 as $function$
  declare
    query tsquery := search_query(searched, sought);
  begin
    if at_most is null then
      return query select e.merchant_id, e.object_id from search_entries e where e.words @@ query and ${isCurrent};
    elsif newest_first then
      return query ${matches} ${ordered('desc')};
    else
      return query ${matches} ${ordered('asc')};
    end if;
  end $function$`;

const countSearched = `
  create or replace function count_searched(searched text, sought tsquery) returns bigint ${asOwner} as $function$
  declare
    query tsquery := search_query(searched, sought);
  begin
    return (select count(*) from search_entries e where e.words @@ query and ${isCurrent});
  end $function$`;

/** As in Migration20261128201500_searches_counted. */
const SAMPLED = 400;
const READ_MAX = 0.1;
const countSearchedUpTo = `
  create or replace function count_searched(searched text, sought tsquery, at_most int) returns bigint ${asOwner} as $function$
  declare
    query tsquery := search_query(searched, sought);
    pages int := (select relpages from pg_class where oid = 'search_entries'::regclass);
    part float8;
    found bigint;
  begin
    if pages > ${10 * SAMPLED} then
      select count(*) into found
      from search_entries e tablesample system (100.0 * ${SAMPLED} / pages) where e.words @@ query;
      part := 2.0 * at_most / greatest(found, 1) * ${SAMPLED} / pages;
      if part < ${READ_MAX} then
        select count(*) into found
        from (select from search_entries e tablesample system (100 * part) where e.words @@ query and ${isCurrent}
              limit at_most) s;
        if found = at_most then
          return found;
        end if;
      end if;
    end if;
    return (select count(*) from (
      select from search_entries e where e.words @@ query and ${isCurrent} limit at_most) s);
  end $function$`;
