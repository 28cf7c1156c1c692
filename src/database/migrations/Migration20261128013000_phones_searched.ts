import { Migration } from '@mikro-orm/migrations';

/**
 * Payments and payouts are found by the phone number they were given, and by those of their billing and shipping contacts.
 * The words are in their entries alone, so that no table is rewritten. Entries that are there get them with the next change
 * of a word, or by `switchyard search fill`.
 */
export class Migration20261128013000_phones_searched extends Migration {
  override up(): void {
    this.addSql(contactPhones);
    const ofPayments = keepEntries('payments', 'payment_id', {
      code: null,
      contacts: ['billing', 'shipping'],
    });
    const ofPayouts = keepEntries('payouts', 'payout_id', {
      code: 'phone_country_code',
      contacts: ['billing'],
    });
    for (const text of [...ofPayments, ...ofPayouts]) this.addSql(text);
  }
}

/** The words of a given phone number, and of those of contacts; most objects have none. */
const contactPhones = `
  create or replace function contact_phones(phone text, country_code text, variadic contacts jsonb[]) returns tsvector
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

interface Phones {
  /** The column with the calling code of `phone`. */
  readonly code: string | null;
  /** The columns with contacts. */
  readonly contacts: readonly string[];
}

/** As before, with the phone numbers. */
function keepEntries(table: string, id: string, { code, contacts }: Phones): string[] {
  const phones = ['phone', code, ...contacts].map((column) => (column ? `new.${column}` : 'null'));
  const words = `new.search || array_to_tsvector(array['${table}/', '${table}/' || new.merchant_id])
      || identifier_end(new.${id}) || contact_phones(${phones.join(', ')})`;
  const own = `merchant_id = old.merchant_id and object_table = '${table}' and object_id = old.${id}`;
  const columns = ['merchant_id', id, 'created', 'search', 'phone', ...(code ? [code] : []), ...contacts];
  const searched = (row: string) => columns.map((column) => `${row}.${column}`).join(', ');
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
