import { Migration } from '@mikro-orm/migrations';

/** How far a merchant's test clock was advanced, and the function that brings times in documents closer. */
export class Migration20261127140801_test_clock extends Migration {
  override up(): void {
    this.addSql(`alter table "merchant_accounts" add "test_clock_advanced_by" int4 not null default 0`);
    this.addSql(bringCloser);
  }
}

/**
 * Each time of a document that is later than `at`, as the service writes times in JSON, less the interval, and no
 * earlier than `at`. In ascending order, so that none is taken for one that was replaced before. Immutable, as each
 * time has its zone: Citus calls no other function with columns where it updates.
 */
const bringCloser = `
  create function bring_closer(document text, at timestamptz, by interval) returns text
  language plpgsql immutable parallel safe strict as $function$
  declare
    told text;
  begin
    for told in
      select distinct m[1] from regexp_matches(
        document, '"([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:[.][0-9]{1,3})?Z)"', 'g') m
      order by 1
    loop
      continue when told::timestamptz <= at;
      document := replace(document, '"' || told || '"', '"' || to_char(
        greatest(told::timestamptz - by, at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"');
    end loop;
    return document;
  end $function$`;
