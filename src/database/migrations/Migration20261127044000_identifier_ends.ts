import { Migration } from '@mikro-orm/migrations';

/**
 * Objects are found by the end of their identifiers: their entries have it backwards, as a word that begins with `<`,
 * which no text has. Entries that are there get it with the next change of a word, or by
 * `switchyard search fill`.
 */
export class Migration20261127044000_identifier_ends extends Migration {
  override up(): void {
    this.addSql(identifierEnd);
    this.addSql(soughtWords);
    for (const [table, id, listed] of searchedTables) this.addSql(keepEntries(table, id, listed));
  }
}

/** Tables whose objects have entries: each with its identifier, and the time its lists are ordered by. */
const searchedTables = [
  ['customers', 'customer_id', 'created_at'],
  ['business_profiles', 'profile_id', 'created_at'],
  ['connector_accounts', 'merchant_connector_id', 'created_at'],
  ['api_keys', 'key_id', 'created_at'],
  ['payment_methods', 'payment_method_id', 'created'],
  ['mandates', 'mandate_id', 'created_at'],
  ['payments', 'payment_id', 'created'],
  ['refunds', 'refund_id', 'created_at'],
  ['disputes', 'dispute_id', 'created_at'],
  ['payouts', 'payout_id', 'created'],
  ['team_members', 'person_id', 'joined_at'],
  ['invitations', 'invitation_id', 'created_at'],
] as const;

/** The end of a long identifier, which is not its beginning too: sixteen characters at most. */
const identifierEnd = `
  create or replace function identifier_end(id text) returns tsvector
  language plpgsql immutable parallel safe strict as $function$
  declare
    last_word text := substring(lower(id collate "C") from '[a-z0-9]+$');
  begin
    return (case when length(last_word) > 8 then '''<' || reverse(right(last_word, 16)) || ''':1A' else '' end)::tsvector;
  end $function$`;

/** As before, and a single word of four characters or more also as the end of an identifier. */
const soughtWords = `
  create or replace function sought_words(sought text, weight text) returns tsquery language plpgsql immutable parallel safe strict as $function$
  declare
    number constant text := '(?<![[:alnum:]_])[+]?[(]?[0-9][0-9 ()./-]{3,}[0-9](?![[:alnum:]_])';
    folded text collate "und-x-icu" := public.search_fold(sought);
    ending text := ''':*' || weight;
    all_of text[] := '{}';
    one_of text;
    keys text[];
    part text collate "und-x-icu";
    words text;
  begin
    foreach part in array array(select m[1] from regexp_matches(folded, '(' || number || ')', 'g') m)
      || regexp_replace(folded, number, ' ', 'g')
    loop
      words := public.search_split(part);
      continue when words = '';
      one_of := '''' || replace(words, ' ', ending || ' & ''') || ending;
      if words ~ '^[a-z0-9]{4,}$' then
        one_of := one_of || ' | ''<' || reverse(right(words, 16)) || ''':*';
      end if;
      if part ~ ('^' || number || '$') then
        keys := public.phone_keys(part, null);
        if keys[1] is not null then
          one_of := one_of || ' | ''+' || keys[1] || keys[2] || ending;
        end if;
        if keys[2] <> '' then
          one_of := one_of || ' | ''' || case when keys[1] is null then '' else '~' end || keys[2] || ending;
        end if;
      end if;
      all_of := all_of || ('(' || one_of || ')');
    end loop;
    return (case when cardinality(all_of) > 0 then array_to_string(all_of, ' & ') end)::tsquery;
  end $function$`;

/** As before, with the end of the identifier. */
function keepEntries(table: string, id: string, listed: string): string {
  const owner = (row: string) => `array_to_tsvector(array['${table}/', '${table}/' || ${row}.merchant_id])`;
  const words = (row: string) => `${row}.search || ${owner(row)} || identifier_end(${row}.${id})`;
  const values = (row: string) =>
    `${row}.merchant_id, '${table}', ${row}.${id}, ${row}.${listed}, ${words(row)}`;
  const own = (row: string) => `e.object_table = '${table}' and e.merchant_id = ${row}.merchant_id`;
  return `create or replace function keep_entries_of_${table}() returns trigger language plpgsql as $function$
    begin
      if tg_op = 'INSERT' then
        insert into search_entries (merchant_id, object_table, object_id, listed_at, words)
        select ${values('r')} from after_rows r;
      elsif tg_op = 'DELETE' then
        delete from search_entries e using before_rows r where ${own('r')} and e.object_id = r.${id};
      else
        update search_entries e set (merchant_id, object_table, object_id, listed_at, words) = row (${values('new')})
        where ${own('old')} and e.object_id = old.${id};
      end if;
      return null;
    end $function$`;
}
