/** Triggers that maintain `search_entries`, and the functions that read them. */
export const searchFunctions = (): string[] => [
  ...searchedTables.flatMap(([table, id, listed]) => keepEntries(table, id, listed)),
  searchQuery,
  findSearched,
  countSearched,
  'revoke execute on function find_searched, count_searched from public',
];

/**
 * The tables of merchants' objects that have words: each with its identifier, and the time its lists are ordered by.
 */
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

/** The function and triggers that keep a table's entries. Most updates change no word, and have none to keep. */
function keepEntries(table: string, id: string, listed: string): string[] {
  const owner = (row: string) => `array_to_tsvector(array['${table}/', '${table}/' || ${row}.merchant_id])`;
  const values = (row: string) =>
    `${row}.merchant_id, '${table}', ${row}.${id}, ${row}.${listed}, ${row}.search || ${owner(row)}`;
  const own = (row: string) => `e.object_table = '${table}' and e.merchant_id = ${row}.merchant_id`;
  return [
    `create function keep_entries_of_${table}() returns trigger language plpgsql as $function$
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
    end $function$`,
    `create trigger entries_of_inserted after insert on ${table}
     referencing new table as after_rows for each statement execute function keep_entries_of_${table}()`,
    `create trigger entries_of_deleted after delete on ${table}
     referencing old table as before_rows for each statement execute function keep_entries_of_${table}()`,
    `create trigger entries_of_updated after update on ${table} for each row
     when ((old.merchant_id, old.${id}, old.${listed}, old.search)
           is distinct from (new.merchant_id, new.${id}, new.${listed}, new.search))
     execute function keep_entries_of_${table}()`,
  ];
}

/**
 * The search words (of `sought_words`) qualified by table and merchant, as far as the session may see them. Null if it may
 * see nothing, or if there are no words.
 */
const searchQuery = `
  create function search_query(searched text, sought tsquery) returns tsquery language plpgsql stable as $function$
  declare
    seen text := coalesce(current_setting('switchyard.merchant_id', true), '');
  begin
    if seen = '' then
      return null;
    end if;
    return quote_literal(searched || '/' || case seen when '*' then '' else seen end)::tsquery
      && sought;
  end $function$`;

/**
 * The objects of a table that have all search words, or the first of them below and above given positions of their
 * list. They run as the owner: the qualified words restrict the result to what the session may see.
 */
const asOwner = `language plpgsql stable security definer set search_path = public, pg_temp`;
const matches = `
      with matches as materialized (
        select e.listed_at, e.merchant_id, e.object_id from search_entries e where e.words @@ query)
      select m.merchant_id, m.object_id from matches m
      where (below_time is null
             or (m.listed_at, m.merchant_id, m.object_id) < (below_time, below_merchant, below_id))
        and (above_time is null
             or (m.listed_at, m.merchant_id, m.object_id) > (above_time, above_merchant, above_id))`;
const ordered = (direction: 'asc' | 'desc') =>
  `order by m.listed_at ${direction}, m.merchant_id ${direction}, m.object_id ${direction} limit at_most`;
const findSearched = `
  create function find_searched(
    searched text, sought tsquery, newest_first boolean default true, at_most int default null,
    below_time timestamptz default null, below_merchant text default null, below_id text default null,
    above_time timestamptz default null, above_merchant text default null, above_id text default null)
  returns table (merchant_id text, object_id text) ${asOwner} rows 100 as $function$
  declare
    query tsquery := search_query(searched, sought);
  begin
    if at_most is null then
      return query select e.merchant_id, e.object_id from search_entries e where e.words @@ query;
    elsif newest_first then
      return query ${matches} ${ordered('desc')};
    else
      return query ${matches} ${ordered('asc')};
    end if;
  end $function$`;

const countSearched = `
  create function count_searched(searched text, sought tsquery) returns bigint ${asOwner} as $function$
  declare
    query tsquery := search_query(searched, sought);
  begin
    return (select count(*) from search_entries e where e.words @@ query);
  end $function$`;
