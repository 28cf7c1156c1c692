/** Triggers that maintain `search_entries`, and the functions that read them. */
export const searchFunctions = (): string[] => [
  identifierEnd,
  contactPhones,
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

/** The phone numbers of objects, which are words of their entries only: no column is generated of them. */
const phones: Readonly<
  Record<string, { readonly code: string | null; readonly contacts: readonly string[] }>
> = {
  payments: { code: null, contacts: ['billing', 'shipping'] },
  payouts: { code: 'phone_country_code', contacts: ['billing'] },
};

/**
 * The end of a long identifier, which is not its beginning too: sixteen characters at most. It is a word that begins with
 * `<`, which no text has, and has them backwards.
 */
const identifierEnd = `
  create function identifier_end(id text) returns tsvector
  language plpgsql immutable parallel safe strict as $function$
  declare
    last_word text := substring(lower(id collate "C") from '[a-z0-9]+$');
  begin
    return (case when length(last_word) > 8 then '''<' || reverse(right(last_word, 16)) || ''':1A' else '' end)::tsvector;
  end $function$`;

/** The words of a given phone number, and of those of contacts; most objects have none. */
const contactPhones = `
  create function contact_phones(phone text, country_code text, variadic contacts jsonb[]) returns tsvector
  language plpgsql immutable parallel safe as $function$
  declare
    words tsvector := '';
    contact jsonb;
  begin
    if phone is not null then
      words := public.phone_words(phone, country_code);
    end if;
    foreach contact in array contacts loop
      if contact #>> '{phone,number}' is not null then
        words := words || public.phone_words(contact #>> '{phone,number}', contact #>> '{phone,country_code}');
      end if;
    end loop;
    return words;
  end $function$`;

/** The function and triggers that keep a table's entries. Most updates change no word, and have none to keep. */
function keepEntries(table: string, id: string, listed: string): string[] {
  const { code, contacts } = phones[table] ?? { code: null, contacts: null };
  const given = ['phone', code, ...(contacts ?? [])].map((column) => (column ? `new.${column}` : 'null'));
  const words = `new.search || array_to_tsvector(array['${table}/', '${table}/' || new.merchant_id])${
    contacts
      ? `\n      || identifier_end(new.${id}) || contact_phones(${given.join(', ')})`
      : ` || identifier_end(new.${id})`
  }`;
  const own = `merchant_id = old.merchant_id and object_table = '${table}' and object_id = old.${id}`;
  const columns = contacts
    ? ['merchant_id', id, listed, 'search', 'phone', ...(code ? [code] : []), ...contacts]
    : ['merchant_id', id, listed, 'search'];
  const searched = (row: string) => columns.map((column) => `${row}.${column}`).join(', ');
  return [
    `create function keep_entries_of_${table}() returns trigger language plpgsql as $function$
    begin
      if tg_op = 'INSERT' then
        insert into search_entries (merchant_id, object_table, object_id, listed_at, words)
        values (new.merchant_id, '${table}', new.${id}, new.${listed}, ${words});
      elsif tg_op = 'DELETE' then
        delete from search_entries where ${own};
      else
        update search_entries set object_id = new.${id}, listed_at = new.${listed}, words = ${words} where ${own};
      end if;
      return null;
    end $function$`,
    ...['insert', 'delete'].map(
      (
        event,
      ) => `create trigger entries_of_${event === 'insert' ? 'inserted' : 'deleted'} after ${event} on ${table}
     for each row execute function keep_entries_of_${table}()`,
    ),
    `create trigger entries_of_updated after update on ${table} for each row
     when ((${searched('old')}) is distinct from (${searched('new')}))
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
