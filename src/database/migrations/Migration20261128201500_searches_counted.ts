import { Migration } from '@mikro-orm/migrations';

/** Searches are counted up to a limit. */
export class Migration20261128201500_searches_counted extends Migration {
  override up(): void {
    this.addSql(countSearched);
    this.addSql('revoke execute on function count_searched(text, tsquery, int) from public');
  }
}

/** Pages read to estimate how many entries have the words. A table with fewer than ten times as many is not estimated. */
const SAMPLED = 400;
/** The largest part of the table that is read for the words. A word so rare that more is needed has an index scan. */
const READ_MAX = 0.1;

/**
 * Counts the objects of a table that have all search words, up to a limit. The index finds all entries with the words before the
 * first is counted, some microseconds each. So if a sample of the table's pages says that many more than the limit have them,
 * pages are read in which about twice the limit is expected: found there, it is reached.
 */
const countSearched = `
  create function count_searched(searched text, sought tsquery, at_most int) returns bigint
  language plpgsql stable security definer set search_path = public, pg_temp as $function$
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
        from (select from search_entries e tablesample system (100 * part) where e.words @@ query limit at_most) s;
        if found = at_most then
          return found;
        end if;
      end if;
    end if;
    return (select count(*) from (select from search_entries e where e.words @@ query limit at_most) s);
  end $function$`;
