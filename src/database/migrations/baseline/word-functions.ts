/**
 * The words of a text, for both sides of a search: the tables' generated columns `search`, and what is searched for. They
 * depend on no locale of the database: only on Unicode's normalization and on ICU's root collation.
 */
export const wordFunctions = (): string[] => [
  searchFold,
  searchSplit,
  searchWords,
  phoneKeys,
  phoneWords,
  soughtWords,
];

const pure = 'language plpgsql immutable parallel safe';

/**
 * Characters without a word of their own: accents of Latin, Greek and Cyrillic letters, once they are apart from the letter,
 * the soft hyphen, the tatweel, and what joins, directs and varies characters. Other marks, such as vowel signs, stay.
 */
const ignored = String.raw`\u00AD\u0300-\u036F\u0640\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFE00-\uFE0F\uFEFF`;

/** Symbols, which the class of punctuation leaves out, by their blocks. */
const symbols =
  '$+<=>^`|~' +
  String.raw`\u00A2-\u00A9\u00AC\u00AE-\u00B1\u00B4\u00B8\u00D7\u00F7\u02C2-\u02DF\u2010-\u2BFF` +
  String.raw`\u3000-\u3004\u3008-\u3020\u3030\uFFFC\uFFFD\U0001F000-\U0001FAFF`;

/**
 * A text without the differences that a search ignores: compatible characters (NFKC), case, accents, the dots of the
 * Turkish i, the forms of the Greek sigma, the script of digits.
 */
const searchFold = `
  create function search_fold(content text) returns text ${pure} strict as $function$
  begin
    if octet_length(content) = length(content) then
      return lower(content collate "C");
    end if;
    return replace(translate(normalize(regexp_replace(
        lower(normalize(content, nfkd) collate "und-x-icu"), '[${ignored}]+', '', 'g'), nfkc),
      'ςı٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'σi01234567890123456789'), 'ß', 'ss');
  end $function$`;

/** The words of a text, folded, with a space between them. Long ones are cut: PostgreSQL takes none above 2 kB. */
const searchSplit = `
  create function search_split(content text) returns text ${pure} strict as $function$
  declare
    words text := btrim(regexp_replace(
      public.search_fold(content) collate "und-x-icu", '[[:space:][:punct:][:cntrl:]${symbols}]+', ' ', 'g'));
  begin
    return case when length(words) > 255 then regexp_replace(words, '([^ ]{255})[^ ]+', '\\1', 'g') else words end;
  end $function$`;

/** The words of a text with a weight. Not by to_tsvector, whose parser cuts words at the marks of many scripts. */
const searchWords = `
  create function search_words(content text, weight text) returns tsvector ${pure} strict as $function$
  declare
    words text := public.search_split(content);
    ending text := ''':1' || weight;
  begin
    return (case when words = '' then '' else '''' || replace(words, ' ', ending || ' ''') || ending end)::tsvector;
  end $function$`;

/**
 * The digits of a phone number: calling code (null if unknown), and national number without its trunk prefix 0. A number
 * that begins with + or 00 has its calling code within it: ITU-T E.164 assigns codes of one to three digits, none the
 * beginning of another.
 */
const phoneKeys = `
  create function phone_keys(phone text, country_code text) returns text[] ${pure} as $function$
  declare
    typed text := replace(public.search_fold(phone), '(0)', '');
    digits text := regexp_replace(typed, '[^0-9]', '', 'g');
    code text := regexp_replace(country_code, '[^0-9]', '', 'g');
  begin
    if typed ~ '^[^0-9]*([+]|00)' then
      digits := case when typed ~ '^[^0-9]*[+]' then digits else substr(digits, 3) end;
      code := left(digits, case
        when digits ~ '^[17]' then 1
        when digits ~ '^(2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])' then 2
        else 3 end);
      digits := substr(digits, length(code) + 1);
    end if;
    return array[nullif(code, ''), ltrim(digits, '0')];
  end $function$`;

/**
 * The words of a phone number: as it is written, nationally, and internationally with and without +. One whose calling code
 * is unknown has its national number with ~, for searches with any calling code.
 */
const phoneWords = `
  create function phone_words(phone text, country_code text) returns tsvector ${pure} as $function$
  declare
    keys text[] := public.phone_keys(phone, country_code);
    national text := left(keys[2], 64);
  begin
    if phone is null or national = '' then
      return public.search_words(coalesce(phone, ''), 'D');
    end if;
    return public.search_words(phone, 'D') || (case
      when keys[1] is null then format('%1$s:1 ''~%1$s'':1', national)
      else format('%2$s:1 %1$s%2$s:1 ''+%1$s%2$s'':1', keys[1], national) end)::tsvector;
  end $function$`;

/**
 * The query for all words of a text, each by its beginning; null if it has none. A single word of four characters or more is
 * also sought as the end of an identifier. What may be a phone number is sought by its digits too; digits within a word, such
 * as an identifier's, are none. Other weights than the given one are left out; none if it is empty.
 */
const soughtWords = `
  create function sought_words(sought text, weight text) returns tsquery language plpgsql immutable parallel safe strict as $function$
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
