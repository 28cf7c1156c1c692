import { Migration } from '@mikro-orm/migrations';

/**
 * Payments and payouts are found by the phone number they were given, and by that of their billing contact. The words are
 * in their entries alone, so that no table is rewritten. Entries that are there get them with the next change of a word,
 * or by `switchyard search fill`.
 */
export class Migration20261128013000_phones_searched extends Migration {
  override up(): void {
    this.addSql(contactPhones);
    for (const text of [
      ...keepEntries('payments', 'payment_id', 'null'),
      ...keepEntries('payouts', 'payout_id', 'new.phone_country_code'),
    ]) {
      this.addSql(text);
    }
  }
}

/** The words of a given phone number, and of that of a billing contact; most objects have neither. */
const contactPhones = `
  create or replace function contact_phones(phone text, country_code text, billing jsonb) returns tsvector
  language plpgsql immutable parallel safe as $function$
  declare
    words tsvector := '';
    number text := billing #>> '{phone,number}';
  begin
    if phone is not null then
      words := public.phone_words(phone, country_code);
    end if;
    if number is not null then
      words := words || public.phone_words(number, billing #>> '{phone,country_code}');
    end if;
    return words;
  end $function$`;

/** As before, with the phone numbers. */
function keepEntries(table: string, id: string, code: string): string[] {
  const words = `new.search || array_to_tsvector(array['${table}/', '${table}/' || new.merchant_id])
      || identifier_end(new.${id}) || contact_phones(new.phone, ${code}, new.billing)`;
  const own = `merchant_id = old.merchant_id and object_table = '${table}' and object_id = old.${id}`;
  const searched = (row: string) =>
    [
      'merchant_id',
      id,
      'created',
      'search',
      'phone',
      ...(code === 'null' ? [] : ['phone_country_code']),
      'billing',
    ]
      .map((column) => `${row}.${column}`)
      .join(', ');
  return [
    `create or replace function keep_entries_of_${table}() returns trigger language plpgsql as $function$
    begin
      if tg_op = 'INSERT' then
        insert into search_entries (merchant_id, object_table, object_id, listed_at, words)
        values (new.merchant_id, '${table}', new.${id}, new.created, ${words});
      elsif tg_op = 'DELETE' then
        delete from search_entries where ${own};
      else
        update search_entries set object_id = new.${id}, listed_at = new.created, words = ${words} where ${own};
      end if;
      return null;
    end $function$`,
    `drop trigger entries_of_updated on ${table}`,
    `create trigger entries_of_updated after update on ${table} for each row
     when ((${searched('old')}) is distinct from (${searched('new')}))
     execute function keep_entries_of_${table}()`,
  ];
}
